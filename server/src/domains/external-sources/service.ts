/** Lets administrators of a district edit its external sources (docs/behaviour/external-sources.md#sources-of-a-district). */
import type { ExternalSource, externalSources, SourceProblem } from '@fundus/contract/external-sources/external-sources';
import { SOURCE_LIMITS } from '@fundus/contract/external-sources/sources';
import type { Input } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import { newId } from '../../db/new-id.ts';
import { recordAudit } from '../../http/audit.ts';
import type { Ctx, UserCtx } from '../../http/context.ts';
import { countAttempt, limitKey, type LimitRule } from '../../limits/limits.ts';
import { makeSourceSearch } from '../../remote/search-source.ts';
import { RemoteError } from '../../remote/remote.ts';
import { seal, unseal } from '../../secrets/sealed.ts';
import {
  deleteSource,
  findSource,
  insertSource,
  listChecks,
  listSources,
  lockDistrict,
  removeCheck,
  setRank,
  updateSource,
  type SourceRow,
  type SourceValues,
} from './repository.ts';

type Create = Input<typeof externalSources.create>['body'];
type Change = Input<typeof externalSources.change>['body'];
type Test = Input<typeof externalSources.test>['body'];

const PURPOSE = 'external-source';
/** Rate limit for tests, so that the portal cannot be used to scan network addresses. */
const TESTS: LimitRule = { most: 60, withinMinutes: 10, grows: false };

type CheckRow = Awaited<ReturnType<typeof listChecks>>[number];

const present = ({ key_sealed, district_id: _, ...row }: SourceRow, check?: CheckRow): ExternalSource => ({
  ...row,
  has_key: key_sealed !== null,
  check: check ? presentCheck(check) : null,
});

const presentCheck = ({ checked_at, problem, status, failing_since }: CheckRow): ExternalSource['check'] => ({
  ...{ at: checked_at.toISOString(), problem, status, since: failing_since?.toISOString() ?? null },
});

/** Returns the key of a source, or an empty string if it has none. Throws if the key was encrypted with another secret. */
export const decryptSourceKey = ({ secret }: Pick<Ctx, 'secret'>, { key_sealed }: Pick<SourceRow, 'key_sealed'>): string =>
  key_sealed === null ? '' : unseal(secret, PURPOSE, key_sealed);

const sealKey = ({ secret }: Pick<Ctx, 'secret'>, key: string): string | null => (key === '' ? null : seal(secret, PURPOSE, key));

/** Returns whether the origin of the address is unchanged. For another origin, the key must be entered again. */
const isSameHost = (a: string, b: string): boolean => new URL(a).origin === new URL(b).origin;

const valuesOf = ({ kind, label, address, scope, account, enabled, teachers_only, advertising, sign_in }: Create) => ({
  ...{ kind, label, address, scope, account, enabled, teachers_only, advertising, sign_in },
});

/** Returns the district of the administrator. Throws `forbidden` if there is none. */
function districtOf({ user }: UserCtx): string {
  if (user.district_id === null) throw new AppError('forbidden');
  return user.district_id;
}

const byOf = (ctx: UserCtx) => ({ now: ctx.now, personId: ctx.user.id });
/** Returns the values of a source for the audit log, without its key. */
const forLog = ({ key_sealed, ...row }: SourceValues) => ({ ...row, key: key_sealed !== null });

export async function readSources(ctx: UserCtx): Promise<{ sources: ExternalSource[] }> {
  const checks = new Map((await listChecks(ctx.db, districtOf(ctx))).map((check) => [check.source_id, check]));
  return { sources: (await listSources(ctx.db, districtOf(ctx))).map((row) => present(row, checks.get(row.id))) };
}

/** Creates a source. Throws `state_conflict` if the district has the maximum number of sources. */
export async function createSource(ctx: UserCtx, body: Create): Promise<ExternalSource> {
  const districtId = districtOf(ctx);
  await lockDistrict(ctx.db, districtId);
  const there = await listSources(ctx.db, districtId);
  if (there.length >= SOURCE_LIMITS.sources) throw new AppError('state_conflict', { details: { max: SOURCE_LIMITS.sources } });
  const values = { ...valuesOf(body), key_sealed: sealKey(ctx, body.key ?? '') };
  const id = newId(ctx.now);
  await insertSource(ctx.db, { id, districtId, rank: there.length }, values, byOf(ctx));
  await recordAudit(ctx, 'source.add', null, forLog(values));
  return present((await findSource(ctx.db, districtId, id))!);
}

/** Changes a source. Throws `not_found` or `version_conflict`. */
export async function changeSource(ctx: UserCtx, id: string, body: Change): Promise<ExternalSource> {
  const before = await requireSource(ctx, id);
  const keySealed = isSameHost(before.address, body.address) ? before.key_sealed : null;
  const values = { ...valuesOf(body), key_sealed: body.key === undefined ? keySealed : sealKey(ctx, body.key) };
  if (!(await updateSource(ctx.db, id, body.version, values, byOf(ctx))))
    throw new AppError('version_conflict', { field: 'version', details: { current: present(before) } });
  await removeCheck(ctx.db, id);
  await recordAudit(ctx, 'source.change', forLog(before), forLog(values));
  return present(await requireSource(ctx, id));
}

export async function removeSource(ctx: UserCtx, id: string): Promise<{ ok: true }> {
  const before = await requireSource(ctx, id);
  await deleteSource(ctx.db, id);
  await recordAudit(ctx, 'source.remove', forLog(before), null);
  return { ok: true };
}

export async function orderSources(ctx: UserCtx, ids: readonly string[]): Promise<{ sources: ExternalSource[] }> {
  await lockDistrict(ctx.db, districtOf(ctx));
  const there = await listSources(ctx.db, districtOf(ctx));
  const rankOf = ({ id }: SourceRow): number => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  const ordered = there.toSorted((a, b) => rankOf(a) - rankOf(b));
  for (const [rank, { id }] of ordered.entries()) await setRank(ctx.db, id, rank);
  return readSources(ctx);
}

type Tested = { problem: SourceProblem | null; status: number | null; milliseconds: number; total: number | null; titles: string[] };

/** Tests a source without using the cache. Throws `not_found` for an unknown source, and `too_many_attempts`. */
export async function testSource(ctx: UserCtx<'remote'>, { q, id, key, ...entered }: Test): Promise<Tested> {
  const stored = id === undefined ? null : await requireSource(ctx, id);
  await countAttempt(ctx.db, limitKey(ctx.secret, 'source-test', ctx.user.id), ctx.now, TESTS);
  const known = stored && isSameHost(stored.address, entered.address) ? decryptSourceKey(ctx, stored) : '';
  const source = { ...entered, key: key ?? known, id: 'test', version: 0 };
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  try {
    const { total, found } = await makeSourceSearch(ctx.remote)(source, q);
    return { problem: null, status: null, milliseconds: took(), total, titles: found.slice(0, 3).map(({ title }) => title) };
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    return { problem: error.code, status: error.status ?? null, milliseconds: took(), total: null, titles: [] };
  }
}

/** Returns a source of the district. Throws `not_found`. */
async function requireSource(ctx: UserCtx, id: string): Promise<SourceRow> {
  const row = await findSource(ctx.db, districtOf(ctx), id);
  if (!row) throw notFound();
  return row;
}
