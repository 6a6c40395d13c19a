/** Searches all external sources of a district and streams the results as they arrive (docs/behaviour/external-sources.md#searching). */
import { Readable } from 'node:stream';
import { isStudent } from '@fundus/contract/access';
import { externalSources, RemoteEvent, type RemoteHit } from '@fundus/contract/external-sources/external-sources';
import { fillPath, type StreamAnswer } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import type { UserCtx } from '../../http/context.ts';
import { countAttempt, limitKey, type LimitRule } from '../../limits/limits.ts';
import { openArix } from '../../remote/arix.ts';
import { makeSourceSearch, type SearchSource } from '../../remote/search-source.ts';
import type { RemoteRecord } from '../../remote/found.ts';
import { RemoteError, type RemoteFetch } from '../../remote/remote.ts';
import { isSameWork, makeWorks } from '../../remote/works.ts';
import { findKnownCards, isVisibleIn } from '../catalogue/index.ts';
import { findSource, listEnabled, listMediaLike, type SourceRow } from './repository.ts';
import { decryptSourceKey } from './service.ts';

/** Rate limit per user, because the sources serve other users as well. */
const SEARCHES: LimitRule = { most: 100, withinMinutes: 10, grows: false };

const OPEN_MS = 8_000;

const asking = new WeakMap<RemoteFetch, SearchSource>();

/** Returns the cached search for this HTTP client. There is one per portal. */
export function searchCacheOf(remote: RemoteFetch): SearchSource {
  const known = asking.get(remote) ?? makeSourceSearch(remote);
  asking.set(remote, known);
  return known;
}

/** Streams the results of all sources. Throws `too_many_attempts`. */
export async function searchSources(ctx: UserCtx<'remote'>, q: string): Promise<StreamAnswer> {
  await countAttempt(ctx.db, limitKey(ctx.secret, 'remote-search', ctx.user.id), ctx.now, SEARCHES);
  const rows = ctx.user.district_id === null ? [] : await listEnabled(ctx.db, ctx.user.district_id);
  const sources = rows.filter((row) => mayAsk(ctx, row));
  const body = new Readable({ read: () => {} });
  const sendEvent = (event: RemoteEvent): void => {
    if (!body.destroyed) body.push(`data: ${JSON.stringify(RemoteEvent.parse(event))}\n\n`);
  };
  sendEvent({
    event: 'sources',
    sources: sources.map(({ id, label, advertising, sign_in, teachers_only }) => ({ id, label, advertising, sign_in, teachers_only })),
  });
  const numberOf = makeWorks();
  const searches = sources.map(async (row) => sendEvent(await answerOf(ctx, row, q, numberOf)));
  void Promise.allSettled(searches).then(() => body.push(null));
  return {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
    body,
  };
}

/** Redirects to a work whose address must be requested first. Throws `not_found`, `licence_missing`, `unavailable` or `too_many_attempts`. */
export async function openWork(ctx: UserCtx<'remote'>, id: string, identifier: string): Promise<StreamAnswer> {
  const row = ctx.user.district_id === null ? undefined : await findSource(ctx.db, ctx.user.district_id, id);
  if (!row?.enabled || row.kind !== 'arix' || !mayAsk(ctx, row)) throw notFound();
  await countAttempt(ctx.db, limitKey(ctx.secret, 'remote-open', ctx.user.id), ctx.now, SEARCHES);
  try {
    const location = await openArix(ctx.remote, { ...row, key: decryptSourceKey(ctx, row) }, identifier, AbortSignal.timeout(OPEN_MS));
    return { status: 303, headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }, body: null };
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    throw new AppError(error.code === 'refused' ? 'licence_missing' : 'unavailable');
  }
}

/** Returns whether the user may search the source. Learners may not search sources with advertising or for teachers. */
const mayAsk = ({ user }: UserCtx, { teachers_only, advertising }: SourceRow): boolean =>
  !isStudent(user) || !(teachers_only || advertising);

/** Returns the reply of a source. Errors of the source are part of the reply. */
async function answerOf(
  ctx: UserCtx<'remote'>,
  row: SourceRow,
  q: string,
  numberOf: (found: RemoteRecord) => number,
): Promise<RemoteEvent> {
  const none = { event: 'source' as const, id: row.id, total: null, hits: [] };
  try {
    const { total, found } = await searchCacheOf(ctx.remote)({ ...row, key: decryptSourceKey(ctx, row) }, q);
    const here = await makeCatalogueMatcher(ctx, found);
    return { ...none, state: 'hits', total, hits: found.map((hit) => present(row.id, hit, numberOf(hit), here(hit))) };
  } catch (error) {
    if (!(error instanceof RemoteError)) {
      ctx.log.error({ err: error, source: row.id }, 'external source');
      return { ...none, state: 'failed' };
    }
    // The search words are not logged.
    ctx.log.info({ source: row.id, problem: error.code, status: error.status }, 'external source');
    return { ...none, state: error.code === 'timeout' ? 'slow' : error.code === 'collecting' ? 'collecting' : 'failed' };
  }
}

const present = (
  id: string,
  { numbers: _, handle, creators, address, ...hit }: RemoteRecord,
  work: number,
  here: RemoteHit['here'],
): RemoteHit => ({
  ...hit,
  address: address || `${fillPath(externalSources.open.path, { id })}?identifier=${encodeURIComponent(handle)}`,
  work,
  creators: creators.join(', '),
  here,
});

/** Returns a function that finds the same work in the catalogue. Works that the user may not know of are not returned. */
async function makeCatalogueMatcher(ctx: UserCtx, found: readonly RemoteRecord[]): Promise<(hit: RemoteRecord) => RemoteHit['here']> {
  if (found.length === 0) return () => null;
  const titles = found.map(({ title }) => title);
  const addresses = found.map(({ address }) => address.slice(0, 500));
  const media = await listMediaLike(ctx.db, titles, addresses);
  const cards = await findKnownCards(
    ctx,
    media.map(({ identifier }) => identifier),
  );
  return (hit) => {
    const same = media.filter((medium) => cards.has(medium.identifier) && isSameWork(hit, medium));
    const known = same.map(({ identifier }) => ({ identifier, active: isVisibleIn(ctx, 'search', cards.get(identifier)!) }));
    return known.find(({ active }) => active) ?? known[0] ?? null;
  };
}
