/**
 * First import of the page: schemas must not try `new Function`, which the content security policy forbids and reports. Said without the
 * library itself (its `config()` keeps its settings there), which only comes with a form that checks something.
 */
(globalThis as { __zod_globalConfig?: { jitless: boolean } }).__zod_globalConfig = { jitless: true };

export {};
