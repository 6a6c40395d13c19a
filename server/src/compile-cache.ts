/** Keeps what Node compiles from one start to the next, for all threads. Imported before anything else, because it counts only for what comes after. */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

// oxlint-disable-next-line no-restricted-properties -- read by Node itself, also in threads
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../.cache/compiled');
enableCompileCache();

/** Writes down what was compiled so far: a process that is killed does not come to it. */
export { flushCompileCache as keepCompiled };
