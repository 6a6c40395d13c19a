/** A slice of a harvest: pages until its time is over. How far it is stands with the source, in the transaction they are stored in. */
import { IMPORT_LIMITS } from '@fundus/contract/imports/imports';
import { countRefusal } from '@fundus/importer/report';
import type { Portal } from '../../http/context.ts';
import { groupPages } from './harvest-groups.ts';
import { readPages } from './harvest-pages.ts';
import { linesOf, overlapping } from './harvest-records.ts';
import { sampleOf, toReport } from './kept-report.ts';
import { findSourceById, markSource } from './repository.ts';
import type { RunRow } from './run-repository.ts';
import { storeBatch } from './store-batch.ts';
import { termsOf } from './terms.ts';
import { keepBatch, licenceOf, makeCheck, RunFailed, SLICE_MS } from './slice.ts';

/** Whether the list came to its end, or was looked at. Throws `HarvestProblem`, `RunFailed`, `RunEnded`. */
export async function workHarvest(portal: Portal, run: RunRow): Promise<boolean> {
  const source = run.source_id === null ? undefined : await findSourceById(portal.db, run.source_id);
  if (!source?.address || !source.metadata_prefix) throw new RunFailed('lost');
  const { prefix, token } = source;
  const terms = termsOf(source.words);
  const check = await makeCheck(portal.db, run.district_id);
  const report = toReport(run.report);
  const args = {
    dryRun: run.look,
    licence: licenceOf(source.licence, run.district_id),
    ...(source.same === 'join' && { same: 'skip' as const }),
  };
  const list = { url: source.address, metadataPrefix: source.metadata_prefix, set: source.oai_set || undefined };
  const at = {
    from: source.since === null ? undefined : overlapping(source.since),
    ...(token !== null && !run.look && { token }),
    waits: [],
  };
  let began = token === null ? null : source.began;
  let kept = run.report;
  // Looking asks for one page.
  const until = run.look ? 0 : performance.now() + SLICE_MS;
  for await (const group of groupPages(
    readPages(portal, list, at, () => {}),
    until,
  )) {
    const last = group.at(-1)!;
    began ??= group[0]!.responseDate;
    const { lines: all, gone } = linesOf(group, { terms, prefix }, report);
    const lines = all.filter(({ line, record }) => {
      const refusal = check(record);
      if (refusal) countRefusal(report, line, refusal);
      return !refusal;
    });
    const samples = lines.slice(0, IMPORT_LIMITS.samples).map(({ record }) => sampleOf(record));
    const before = { ...kept, samples: [...kept.samples, ...samples].slice(0, IMPORT_LIMITS.samples) };
    const over = last.token === '';
    await storeBatch(portal, lines, args, report, {
      gone,
      also: async (db, stored) => {
        const more = { joined: stored.same, gone: stored.gone, unlicensed: stored.unlicensed };
        kept = await keepBatch(db, run, report, { before, more, done: report.read, total: last.size ?? 0 });
        if (run.look) return;
        await markSource(db, source.id, over ? { since: began, began: null, token: null } : { began, token: last.token });
      },
    });
    if (over || run.look) return true;
  }
  return false;
}
