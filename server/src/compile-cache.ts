/** Enables Node's compile cache for all threads. Must be the first import, because the cache applies to later imports only. */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

// oxlint-disable-next-line no-restricted-properties -- read by Node itself, also in threads
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../.cache/compiled');
enableCompileCache();

/** Writes the compile cache now, because a killed process would not write it. */
export { flushCompileCache };
