/** Harvests pages until the time of a slice is over. The progress is stored with the source, in the transaction that stores the pages. */
import { IMPORT_LIMITS } from '@fundus/contract/imports/imports';
import { countRefusal } from '@fundus/importer/report';
import type { Db } from '../../db/open.ts';
import type { Portal } from '../../http/context.ts';
import { retireGone } from '../catalogue/index.ts';
import { groupPages } from './harvest-groups.ts';
import { fetchIdentity, HarvestProblem, readPages } from './harvest-pages.ts';
import { linesOf, listHarvestStarts } from './harvest-records.ts';
import { sampleOf, toReport } from './kept-report.ts';
import { listUnseen, markListed } from './owner-repository.ts';
import { findSourceById, markSource, type SourceRow } from './repository.ts';
import type { RunRow } from './run-repository.ts';
import { storeBatch } from './store-batch.ts';
import { termsOf } from './terms.ts';
import { storeProgress, licenceOf, makeCheck, RunFailed, SLICE_MS } from './slice.ts';

/** Maximum number of times that a list is restarted because the repository no longer accepts its token. */
const MAX_RESTARTS = 3;

/** Harvests a slice. Returns whether the list has ended or only a preview was requested. Throws `HarvestProblem`, `RunFailed` or `RunEnded`. */
export async function importHarvestSlice(portal: Portal<'pause' | 'remote'>, run: RunRow): Promise<boolean> {
  const found = run.source_id === null ? undefined : await findSourceById(portal.db, run.source_id);
  if (!found?.address || !found.metadata_prefix) throw new RunFailed('lost');
  const goesOn = found.token !== null && !run.look;
  const source = goesOn ? found : await addIdentity(portal, found, found.address);
  const { prefix } = source;
  const check = await makeCheck(portal.db, run.district_id);
  const report = toReport(run.report);
  const args = {
    dryRun: run.look,
    licence: licenceOf(source.licence, run.district_id),
    ...(source.same === 'join' && { same: 'skip' as const }),
  };
  const list = {
    ...{ url: found.address, metadataPrefix: found.metadata_prefix, set: source.oai_set || undefined },
    options: { terms: termsOf(source.words), prefix },
  };
  let began = goesOn ? source.began : null;
  // Id of the run that began to read the whole list. Null if missing media are not to be removed, which may have been changed since that run.
  let whole = !prunes(source) ? null : goesOn ? source.whole_list : run.id;
  let kept = run.report;
  const start = {
    from: listHarvestStarts(prunes(source) ? null : source.since, source.granularity),
    ...(goesOn && { token: source.token! }),
    waits: [],
    restarted: () => {
      kept = { ...kept, restarts: (kept.restarts ?? 0) + 1 };
      if (kept.restarts! > MAX_RESTARTS) throw new HarvestProblem('refused', `${list.url}: does not know its own tokens any more`);
    },
  };
  // A preview reads only the first page: a deadline of 0 stops the harvest after it.
  const until = run.look ? 0 : performance.now() + SLICE_MS;
  for await (const group of groupPages(
    readPages(portal, list, start, () => {}),
    until,
  )) {
    const last = group.at(-1)!;
    began ??= group[0]!.responseDate;
    const { lines: all, gone, named } = linesOf(group, report);
    // A record without an identifier may be any existing medium. A protocol error may end a list early. Missing media are kept in both cases.
    if (group.some(({ error, records }) => error !== '' || records.some(({ identifier }) => identifier === ''))) whole = null;
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
      owner: { prefix, districtId: run.district_id },
      also: async (db, stored) => {
        if (whole !== null && !run.look) await markListed(db, prefix, named, whole);
        const pruned = over && whole !== null && !run.look && report.read > 0 ? await prune(db, prefix, whole, portal.now()) : 0;
        const more = { joined: stored.same, gone: stored.gone + pruned, unlicensed: stored.unlicensed };
        kept = await storeProgress(db, run, report, { before, more, done: report.read, total: last.size ?? 0 });
        if (run.look) return;
        const progress = over
          ? { since: began, began: null, token: null, whole_list: null }
          : { began, token: last.token, whole_list: whole };
        await markSource(db, source.id, progress);
      },
    });
    if (over || run.look) return true;
  }
  return false;
}

/** Returns whether missing media are removed. This must be switched on, and the repository must not announce all deletions itself. */
const prunes = ({ prune, deleted_record: deleted }: SourceRow): boolean => prune && (deleted === 'no' || deleted === 'transient');

/** Removes media that were missing when the whole list was read. Returns the number of removed media. */
const prune = async (db: Db, prefix: string, run: string, now: Date): Promise<number> =>
  retireGone(db, await listUnseen(db, prefix, run, MAX_PRUNED), now);

const MAX_PRUNED = 1_000_000;

/** Returns the source with the provider's current identity. Keeps the stored identity if the provider reports none. */
async function addIdentity(portal: Portal<'pause' | 'remote'>, source: SourceRow, address: string): Promise<SourceRow> {
  const { granularity, deleted, compression } = await fetchIdentity(portal, address);
  if (granularity === null && deleted === null) return source;
  const about = { granularity, deleted_record: deleted, compression, identified_at: portal.now() };
  await markSource(portal.db, source.id, about);
  return { ...source, ...about };
}
