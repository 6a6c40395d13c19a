/** Import sources of a district (docs/behaviour/imports.md#sources). */
import type { ImportSource, imports } from '@fundus/contract/imports/imports';
import { IMPORT_LIMITS } from '@fundus/contract/imports/imports';
import type { Input } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import { newId } from '../../db/new-id.ts';
import { recordAudit } from '../../http/audit.ts';
import type { UserCtx } from '../../http/context.ts';
import { nextHarvest } from './next-harvest.ts';
import { hasForeignMedia } from './owner-repository.ts';
import { presentRun } from './present-run.ts';
import {
  deleteSource,
  findSource,
  hasPrefix,
  insertSource,
  isUsed,
  listSources,
  lockDistrict,
  updateSource,
  type SourceRow,
} from './repository.ts';
import { isRunning, listLastRuns, type RunRow } from './run-repository.ts';

type Body = Input<typeof imports.createSource>['body'];

/** Returns the district of the administrator. Throws `forbidden`. */
export function requireDistrictId({ user }: UserCtx): string {
  if (user.district_id === null) throw new AppError('forbidden');
  return user.district_id;
}

const byOf = (ctx: UserCtx) => ({ now: ctx.now, personId: ctx.user.id });
const forLog = ({ name, prefix, licence, same, address, schedule, prune, words }: SourceRow | ReturnType<typeof valuesOf>) => ({
  ...{ name, prefix, licence, same, address, schedule, prune, words: words.length },
});

const present = ({ address, metadata_prefix, oai_set, schedule, ...row }: SourceRow, last: RunRow | undefined): ImportSource => ({
  ...{ id: row.id, name: row.name, prefix: row.prefix, licence: row.licence, same: row.same, words: row.words },
  oai: address === null ? null : { address, format: metadata_prefix ?? '', set: oai_set, schedule, prune: row.prune },
  ...{ version: row.version, since: row.since, due_at: row.due_at?.toISOString() ?? null },
  repository:
    row.identified_at === null ? null : { granularity: row.granularity, deleted: row.deleted_record, compression: row.compression },
  last_run: last ? presentRun(last) : null,
});

const valuesOf = ({ oai, name, prefix, licence, same, words }: Body, now: Date) => ({
  ...{ name, prefix, licence, same, words: uniqueWords(words) },
  ...{ address: oai?.address ?? null, metadata_prefix: oai?.format ?? null, oai_set: oai?.set ?? '' },
  ...{ prune: oai?.prune ?? false, schedule: oai?.schedule ?? ('off' as const), due_at: nextHarvest(oai?.schedule ?? 'off', now) },
});

/** Returns the terms without duplicates. If a term occurs twice, the last one is kept. */
const uniqueWords = (words: Body['words']): Body['words'] => [
  ...new Map(words.map((each) => [`${each.kind} ${each.word.toLowerCase()}`, each])).values(),
];

export async function readSources(ctx: UserCtx): Promise<{ sources: ImportSource[] }> {
  const rows = await listSources(ctx.db, requireDistrictId(ctx));
  const last = await listLastRuns(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return {
    sources: rows.map((row) =>
      present(
        row,
        last.find(({ source_id }) => source_id === row.id),
      ),
    ),
  };
}

/** Throws `already_exists` for a used prefix, or `state_conflict` at the maximum number of sources. */
export async function createSource(ctx: UserCtx, body: Body): Promise<ImportSource> {
  const districtId = requireDistrictId(ctx);
  await lockDistrict(ctx.db, districtId);
  if ((await listSources(ctx.db, districtId)).length >= IMPORT_LIMITS.sources)
    throw new AppError('state_conflict', { details: { max: IMPORT_LIMITS.sources } });
  await refuseTaken(ctx, body.prefix, null);
  const id = newId(ctx.now);
  const values = valuesOf(body, ctx.now);
  await insertSource(ctx.db, id, districtId, values, byOf(ctx));
  await recordAudit(ctx, 'import.source', null, forLog(values));
  return present(await requireSource(ctx, id), undefined);
}

/** Throws `not_found`, `version_conflict`, `already_exists` for a used prefix, or `state_conflict` if media with the old prefix exist. */
export async function changeSource(
  ctx: UserCtx,
  id: string,
  { version, ...body }: Input<typeof imports.changeSource>['body'],
): Promise<ImportSource> {
  const before = await requireSource(ctx, id);
  if (body.prefix !== before.prefix) {
    await refuseTaken(ctx, body.prefix, id);
    if (await isUsed(ctx.db, before.prefix)) throw new AppError('state_conflict', { field: 'prefix' });
  }
  const values = valuesOf(body, ctx.now);
  const again = values.address !== before.address || values.metadata_prefix !== before.metadata_prefix || values.oai_set !== before.oai_set;
  // Keeps the due time unless the schedule changes.
  const due = { due_at: values.schedule === before.schedule && values.address !== null ? before.due_at : values.due_at };
  if (!(await updateSource(ctx.db, { id, version }, { ...values, ...due }, { ...byOf(ctx), again })))
    throw new AppError('version_conflict', { field: 'version', details: { current: present(before, undefined) } });
  await recordAudit(ctx, 'import.source', forLog(before), forLog(values));
  const [last] = await listLastRuns(ctx.db, [id]);
  return present(await requireSource(ctx, id), last);
}

/** Throws `not_found`, or `state_conflict` during a harvest. */
export async function removeSource(ctx: UserCtx, id: string): Promise<{ ok: true }> {
  const before = await requireSource(ctx, id);
  if (await isRunning(ctx.db, id)) throw new AppError('state_conflict');
  await deleteSource(ctx.db, id);
  await recordAudit(ctx, 'import.source', forLog(before), null);
  return { ok: true };
}

/** Returns a source of the district. Throws `not_found`. */
export async function requireSource(ctx: UserCtx, id: string): Promise<SourceRow> {
  const row = await findSource(ctx.db, requireDistrictId(ctx), id);
  if (!row) throw notFound();
  return row;
}

/** Throws `already_exists` if another source or catalogue media use the prefix. Media of a former source of the district do not count. */
async function refuseTaken(ctx: UserCtx, prefix: string, but: string | null): Promise<void> {
  if ((await hasPrefix(ctx.db, prefix, but)) || (await hasForeignMedia(ctx.db, prefix, requireDistrictId(ctx))))
    throw new AppError('already_exists', { field: 'prefix' });
}
