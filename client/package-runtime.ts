/**
 * Builds the scripts that package pages load from fixed addresses (`/packages/…`). Our scripts are bundled into one file each; the SCORM libraries
 * are copied unchanged.
 */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

const require = createRequire(import.meta.url);
const scorm = dirname(require.resolve('scorm-again/scorm12/min'));
const source = resolve(import.meta.dirname, 'src/package-runtime');

/** Entry point and global name of each built file. */
const BUILT: Record<string, readonly [entry: string, name: string]> = {
  'runtime.js': ['runtime.ts', 'fundusPackage'],
  'indexed-db.js': ['indexed-db.ts', 'fundusIndexedDb'],
};
const COPIED: Record<string, string> = { 'scorm12.js': 'scorm12.min.js', 'scorm2004.js': 'scorm2004.min.js' };

async function bundle(file: string): Promise<string> {
  const [entry, name] = BUILT[file]!;
  const result = (await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
      lib: { entry: join(source, entry), formats: ['iife'], name },
    },
  })) as Rolldown.RolldownOutput[];
  return result[0]!.output[0].code;
}

export function packageRuntime(): Plugin {
  let outDir = 'dist';
  return {
    name: 'package-runtime',
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir, 'packages');
    },
    writeBundle: async () => {
      await mkdir(outDir, { recursive: true });
      for (const file of Object.keys(BUILT)) await writeFile(join(outDir, file), await bundle(file));
      for (const [file, from] of Object.entries(COPIED)) await copyFile(join(scorm, from), join(outDir, file));
    },
    configureServer: (server) => {
      server.middlewares.use((request, response, next) => {
        const file = /^\/packages\/([\w-]+\.js)$/.exec((request.url ?? '').split('?')[0]!)?.[1] ?? '';
        const content = BUILT[file] ? bundle(file) : COPIED[file] ? readFile(join(scorm, COPIED[file]), 'utf8') : null;
        if (!content) return next();
        content.then(
          (code) => response.setHeader('content-type', 'text/javascript').setHeader('access-control-allow-origin', '*').end(code),
          next,
        );
      });
    },
  };
}
