/**
 * Must be the first import of the page: keeps zod from trying `new Function`, which the content security policy forbids and reports. Sets the
 * global that `config()` of zod uses, because zod itself is loaded later, with the first form that validates.
 */
(globalThis as { __zod_globalConfig?: { jitless: boolean } }).__zod_globalConfig = { jitless: true };

export {};
