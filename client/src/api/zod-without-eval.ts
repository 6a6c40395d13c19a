/**
 * Prevents zod from calling `new Function`, which the content security policy forbids and reports. Must be the first import of the page: it sets the
 * global that zod reads when a form loads it later.
 */
(globalThis as { __zod_globalConfig?: { jitless: boolean } }).__zod_globalConfig = { jitless: true };

export {};
