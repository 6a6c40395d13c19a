/** Command `check`: compares index, rows and files, and names the commands that fix the differences. */
import type { CommandIo } from './claim.ts';
import { compareFiles } from '../all-domains/stored-files.ts';
import { compareIndex } from '../domains/catalogue/index.ts';
import type { Running } from './running.ts';

const MAX_NAMED = 5;
const name = (list: readonly string[]): string =>
  `${list.slice(0, MAX_NAMED).join(', ')}${list.length > MAX_NAMED ? `, and ${list.length - MAX_NAMED} more` : ''}`;

export async function check({ portal, follower }: Running, _: unknown, io: CommandIo): Promise<number> {
  await follower.catchUp();
  const index = await compareIndex(portal, follower.catchUp);
  const files = await compareFiles({ ...portal, now: portal.now() });
  const { records, bytes, seq, meaning, cluster } = portal.search.status();
  io.line(`database: ${index.media} media`);
  io.line(`index: ${records} media, ${cluster ? 'in the search cluster' : `${(bytes / 1024 ** 2).toFixed(1)} MB`}, up to change ${seq}`);
  if (cluster && cluster.state !== 'ready') io.line(`search cluster: ${cluster.state}: ${cluster.reason}`);
  if (follower.embeddings) {
    const { done, all } = await follower.embeddings.progress();
    io.line(`meaning: ${done} of ${all} media embedded by ${portal.embedder!.space}`);
  } else {
    io.line(`meaning: ${meaning ? 'learned from the catalogue' : 'not learned yet'}`);
  }
  io.line(`files: ${files.named} referenced by rows`);
  const { missing, vanished, differing, behind } = index;
  if (missing.length) io.line(`Not in the index: ${name(missing)}.`);
  if (vanished.length) io.line(`In the index, but not in the database: ${name(vanished)}.`);
  if (differing.length) io.line(`In the index with different content than in the database: ${name(differing)}.`);
  if (behind) io.line('The index does not follow the database: changes were not applied.');
  if (files.lost.length) io.line(`Missing files that rows refer to: ${name(files.lost)}.`);
  if (files.unnamed.length) io.line(`Files that no row refers to: ${name(files.unnamed)}. The hourly run removes them.`);
  const wrong = missing.length > 0 || vanished.length > 0 || differing.length > 0 || behind;
  if (wrong) io.line('The index differs from the database: run "reindex".');
  if (files.lost.length) io.line('To recover missing files, restore a backup into another DATA_DIR and copy them from its files/.');
  return wrong || files.lost.length > 0 ? 1 : 0;
}
