/**
 * Share of a school in a district licence assigned to schools (docs/behaviour/licences.md#page), for its licence managers. It shows the
 * school's own seats and history. Other schools and all actions remain with the district.
 */
import type { Licence, LicenceEvent } from '@fundus/contract/licences/licences';
import type { Seat } from '@fundus/contract/licences/seats';
import type { UserCtx } from '../../../http/context.ts';
import type { ManagedRow } from '../manage-repository.ts';
import { maySeeShare } from '../policy.ts';
import { findSchoolSeat } from './seat-repository.ts';

type Share = NonNullable<Awaited<ReturnType<typeof findSchoolSeat>>>;

/** Returns the seat of the user's school if the user may see it. */
export async function findShare({ db, user }: Pick<UserCtx, 'db' | 'user'>, row: ManagedRow): Promise<Share | undefined> {
  return user.school_id !== null && maySeeShare(user, row) ? findSchoolSeat(db, row.id, user.school_id) : undefined;
}

const usedOf = ({ taken, first_used_at }: Share): number => (first_used_at === null ? 0 : taken);

/** Returns the licence with the numbers of the school, without the purchased number of seats. */
export const shareOf = (licence: Licence, share: Share): Licence => ({
  ...licence,
  share: true,
  seats: share.taken,
  taken: share.taken,
  in_use: usedOf(share),
  remaining: false,
  returns: false,
  returns_left: null,
  purchase_ref: '',
  warn_below: null,
  price: null,
});

const TERMS: readonly LicenceEvent['what'][] = ['changed', 'hidden', 'shown'];

/** Returns changes of terms since the assignment, the first use and the assignment, without names, latest first. */
export function eventsOf(
  { taken, assigned_at, first_used_at }: Share,
  all: readonly { at: Date; what: LicenceEvent['what'] }[],
): LicenceEvent[] {
  const own: { at: Date; what: LicenceEvent['what']; count: number }[] = [
    { at: assigned_at, what: 'given', count: Math.max(1, taken) },
    ...(first_used_at ? [{ at: first_used_at, what: 'used' as const, count: 1 }] : []),
    ...all.filter(({ at, what }) => at >= assigned_at && TERMS.includes(what)).map(({ at, what }) => ({ at, what, count: 1 })),
  ];
  return own
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .map(({ at, what, count }) => ({ at: at.toISOString(), what, count, by: null }));
}

/** Returns the single seat of the school, which covers all its members. */
export function seatsOf(share: Share): { items: Seat[]; sums: { school: string; taken: number; in_use: number }[] } {
  const { id, school_id, school_name, taken, assigned_at, first_used_at } = share;
  return {
    items: [
      {
        id,
        to: { kind: 'school', id: school_id, name: school_name },
        taken,
        state: first_used_at === null ? 'assigned' : 'in_use',
        assigned_at: assigned_at.toISOString(),
        first_used_at: first_used_at?.toISOString() ?? null,
        can: { takeBack: false },
      },
    ],
    sums: [{ school: school_name, taken, in_use: usedOf(share) }],
  };
}
