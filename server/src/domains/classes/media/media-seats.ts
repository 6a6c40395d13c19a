/** Seats for the media of classes, which teachers see, assign and release (docs/behaviour/licences.md#seats-of-classes). */
import type { classMedia, ClassMedium } from '@fundus/contract/classes/media';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError } from '@fundus/contract/errors';
import type { UserCtx } from '../../../http/context.ts';
import { findKnownCards } from '../../catalogue/index.ts';
import { assignMediumToClass, readClassSeats, revokeMediumSeats } from '../../licences/index.ts';
import { listLearners, rightsOf } from './learner-media.ts';
import { requireEntry, presentEntryToTeacher } from './media.ts';
import { lockOwnClass, lockOwnClasses } from '../service.ts';

/** Returns the seats that classes will need for media, before these are shared. */
export async function readNeeds(
  ctx: UserCtx,
  { classes, media }: Input<typeof classMedia.needs>['query'],
): Promise<Reply<typeof classMedia.needs>> {
  const known = await ctx.db.transaction().execute((db) => lockOwnClasses({ ...ctx, db }, [...new Set(classes)], 'share'));
  const cards = await findKnownCards(ctx, [...new Set(media)]);
  const learners = await listLearners(ctx.db, known);
  const items = [];
  for (const row of cards.values()) {
    const waiting = known.filter((cls) => rightsOf(ctx, learners.get(cls.school_id)!, row) === null);
    const seats = (await Promise.all(waiting.map((cls) => readClassSeats(ctx, cls, [row])))).flatMap(
      (found) => found.get(row.identifier) ?? [],
    );
    if (seats.length === 0) continue;
    const needed = seats.reduce((sum, each) => sum + each.learners - each.seated, 0);
    const free = seats.find(({ may }) => may) ?? seats[0]!;
    items.push({ identifier: row.identifier, title: row.fn_titel, needed, free: free.free, may: free.may });
  }
  return { items };
}

export async function assignClassSeats(ctx: UserCtx<'search'>, id: string, entryId: string, partial: boolean): Promise<ClassMedium> {
  const known = await lockOwnClass(ctx, id, 'share');
  const { identifier } = await requireEntry(ctx, id, entryId);
  await assignMediumToClass(ctx, known, { identifier, partial });
  return presentEntryToTeacher(ctx, known, entryId);
}

export async function revokeEntrySeats(ctx: UserCtx, id: string, entryId: string): Promise<Reply<typeof classMedia.takeSeatsBack>> {
  const known = await lockOwnClass(ctx, id, 'share');
  const { identifier } = await requireEntry(ctx, id, entryId);
  const seats = (await readClassSeats(ctx, known, [...(await findKnownCards(ctx, [identifier])).values()])).get(identifier);
  if (seats && !seats.may) throw new AppError('forbidden');
  return revokeMediumSeats(ctx, known, identifier);
}
