/** Lists the media of all classes of a user together (docs/behaviour/shared-media.md#lists). */
import { today } from '@fundus/contract/days';
import type { Reply } from '@fundus/contract/endpoint';
import type { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import type { UserCtx } from '../../../http/context.ts';
import type { ClassSeats } from '@fundus/contract/licences/seats';
import { readClassSeats } from '../../licences/index.ts';
import { findBookmarkedBy, buildCards, readGivenInClasses } from '../../catalogue/index.ts';
import { countMedia, listClassMedia, listNewest, listVisible, type EntryRow } from './media-repository.ts';
import { presentEntry } from './media.ts';
import { isVisibleOn, roleIn } from '../policy.ts';
import { findOwn } from '../repository.ts';
import { listLearners, rightsOf } from './learner-media.ts';

/** Returns the active classes of which the user is a member. */
export const listOwnClasses = async ({ db, user }: Pick<UserCtx, 'db' | 'user'>) =>
  (await findOwn(db, user)).filter((row) => roleIn(user, row) !== null);

type Page = { offset: number; limit: number };

/** Returns the entries of all classes, latest first. Learners get only entries that they can see and use today. */
export async function readMediaOfClasses(ctx: UserCtx<'search'>, { offset, limit }: Page): Promise<Reply<typeof sharedMedia.classes>> {
  const { db, user } = ctx;
  const own = await listOwnClasses(ctx);
  const ids = own.map(({ id }) => id);
  const learning = own.some((row) => roleIn(user, row) === 'student');
  const { total, entries } = learning
    ? await listUsable(ctx, ids, { offset, limit })
    : { total: await countMedia(db, ids), entries: await listNewest(db, ids, offset, limit) };
  const identifiers = [...new Set(entries.map((entry) => entry.identifier))];
  const [cards, bookmarked, learners] = await Promise.all([
    buildCards(ctx, identifiers),
    findBookmarkedBy(ctx, identifiers),
    learning ? undefined : listLearners(db, own),
  ]);
  const given = learning ? new Map<string, string[]>() : await readGivenInClasses(db, cards, ids);
  const classes = new Map(own.map((row) => [row.id, row]));
  const seats = new Map<string, ReadonlyMap<string, ClassSeats>>();
  for (const id of new Set(learning ? [] : entries.map((entry) => entry.class_id)))
    seats.set(id, await readClassSeats(ctx, classes.get(id)!, [...cards.values()]));
  return {
    total,
    offset,
    limit,
    items: entries.map((entry) => {
      const { id, name, school_id } = classes.get(entry.class_id)!;
      return {
        ...presentEntry(ctx, entry, {
          ...{ cards, bookmarked, learner: learners?.get(school_id) ?? null },
          ...{ seats: seats.get(id) ?? new Map(), given: given.get(id) ?? [] },
        }),
        class: { id, name },
      };
    }),
  };
}

/** Filters in memory, because the database cannot decide whether a medium is usable. */
async function listUsable(
  ctx: UserCtx<'search'>,
  ids: readonly string[],
  { offset, limit }: Page,
): Promise<{ total: number; entries: EntryRow[] }> {
  const there = await listVisible(ctx.db, ids, today(ctx.now));
  const cards = await buildCards(ctx, [...new Set(there.map((entry) => entry.identifier))]);
  const found = there.filter((entry) => rightsOf(ctx, ctx.user, cards.get(entry.identifier)) !== null);
  return { total: found.length, entries: found.slice(offset, offset + limit) };
}

/**
 * Returns the user's classes that contain the whole medium, sorted by name, with the latest time of sharing. Learners get only classes in which they
 * can use it today. Returns `null` if there are none.
 */
export async function readClassesWithMedium(
  ctx: UserCtx<'search'>,
  identifier: string,
): Promise<{ at: string; items: { id: string; name: string }[] } | null> {
  const { db, user, now } = ctx;
  const own = new Map((await listOwnClasses(ctx)).map((row) => [row.id, row]));
  const there = (await listClassMedia(db, [...own.keys()], identifier)).filter(
    (entry) => entry.excerpt_id === null && (roleIn(user, own.get(entry.class_id)!) !== 'student' || isVisibleOn(entry, today(now))),
  );
  if (there.length === 0) return null;
  const learning = there.some((entry) => roleIn(user, own.get(entry.class_id)!) === 'student');
  if (learning && rightsOf(ctx, user, (await buildCards(ctx, [identifier])).get(identifier)) === null) return null;
  const items = there.map((entry) => own.get(entry.class_id)!).map(({ id, name }) => ({ id, name }));
  const last = Math.max(...there.map((entry) => entry.shared_at.getTime()));
  return { at: new Date(last).toISOString(), items: items.sort((a, b) => a.name.localeCompare(b.name, 'de', { numeric: true })) };
}
