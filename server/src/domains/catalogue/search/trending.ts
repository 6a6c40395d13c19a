/** Trending media (docs/behaviour/search.md#popular-now). Uses are counted over all people, and each user sees the media they may use. */
import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import type { Ctx } from '../../../http/context.ts';
import type { SearchIndex } from '../../../search/search-index.ts';
import { findBookmarkedBy, buildCards } from '../cards.ts';
import { entitlementFor } from '../policy.ts';
import { presentItem } from '../present.ts';
import { findTrending } from '../repository.ts';

/** Minimum number of people who used a medium, because fewer people could be identified. */
const MIN_PEOPLE = 10;
const DAYS = 14;
const SHOWN = 8;
/** Maximum number of media from which those visible to the user are selected. */
const MAX_COUNTED = 200;
const MINUTE = 60_000;
const KEPT = 5 * MINUTE;

const cache = new WeakMap<SearchIndex, { at: number; identifiers: Promise<string[]> }>();

/** Returns the most used media. For all users together, they are counted at most every five minutes. */
function findMostUsed({ search, db, now }: Ctx<'search'>): Promise<string[]> {
  const at = now.getTime();
  const last = cache.get(search);
  if (last && at >= last.at && at - last.at < KEPT) return last.identifiers;
  const identifiers = findTrending(db, new Date(at - DAYS * 24 * 60 * MINUTE), MIN_PEOPLE, MAX_COUNTED);
  cache.set(search, { at, identifiers });
  identifiers.catch(() => cache.delete(search));
  return identifiers;
}

export async function readTrending(ctx: Ctx<'search'>): Promise<{ items: MediaItem[] }> {
  const identifiers = await findMostUsed(ctx);
  const cards = await buildCards(ctx, identifiers);
  const usable = identifiers
    .flatMap((identifier) => cards.get(identifier) ?? [])
    .map((row) => ({ row, entitlement: entitlementFor(ctx, row) }))
    .filter(({ entitlement }) => entitlement.active)
    .slice(0, SHOWN);
  const bookmarked = await findBookmarkedBy(
    ctx,
    usable.map(({ row }) => row.identifier),
  );
  return { items: usable.map(({ row, entitlement }) => presentItem(ctx, row, bookmarked.has(row.identifier), entitlement)) };
}
