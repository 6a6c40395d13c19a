/** What is used at many schools just now (docs/behaviour/search.md#popular-now): counted over everybody, told to each of what they may use. */
import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import type { Ctx } from '../../../http/context.ts';
import type { SearchIndex } from '../../../search/search-index.ts';
import { findBookmarkedBy, buildCards } from '../cards.ts';
import { entitlementFor } from '../policy.ts';
import { presentItem } from '../present.ts';
import { findTrending } from '../repository.ts';

/** Fewer could tell who it was. */
const MIN_PEOPLE = 10;
const DAYS = 14;
const SHOWN = 8;
/** As many are looked through for those the person may use. */
const MAX_COUNTED = 200;
const MINUTE = 60_000;
const KEPT = 5 * MINUTE;

const kept = new WeakMap<SearchIndex, { at: number; identifiers: Promise<string[]> }>();

/** Counted every five minutes at most, once for everybody. */
function findMostUsed({ search, db, now }: Ctx): Promise<string[]> {
  const at = now.getTime();
  const last = kept.get(search);
  if (last && at >= last.at && at - last.at < KEPT) return last.identifiers;
  const identifiers = findTrending(db, new Date(at - DAYS * 24 * 60 * MINUTE), MIN_PEOPLE, MAX_COUNTED);
  kept.set(search, { at, identifiers });
  identifiers.catch(() => kept.delete(search));
  return identifiers;
}

export async function readTrending(ctx: Ctx): Promise<{ items: MediaItem[] }> {
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
