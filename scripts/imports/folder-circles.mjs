/** Finds circular imports between folders. */
import ts from 'typescript';
import { cyclesIn } from './import-graph.mjs';
import { isTest, target, subfolderOf } from './source-paths.mjs';

/** Folders whose subfolders must not import each other in a cycle. */
export const CYCLE_FREE = ['server/src/domains', 'contract/src', 'importer/src', 'demo/src', 'e2e/src'];

/** Returns the import cycles between subfolders of `outer` as `a → b → a`. `files` are pairs of path and text. */
export function folderCycles(files, outer) {
  const graph = new Map();
  for (const [path, text] of files) {
    const own = subfolderOf(path, outer);
    if (!own || isTest(path)) continue;
    const others = ts
      .preProcessFile(text, true, true)
      .importedFiles.map(({ fileName }) => subfolderOf(target(path, fileName) ?? '', outer));
    graph.set(own, new Set([...(graph.get(own) ?? []), ...others.filter((other) => other && other !== own)]));
  }
  return cyclesIn(graph).map((circle) => circle.join(' → '));
}
