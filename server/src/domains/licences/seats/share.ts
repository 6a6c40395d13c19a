/**
 * Share of a school in a district licence that is assigned to schools (docs/behaviour/licences.md#page). The school's licence managers see only its
 * own seats and history. Only the district sees the other schools and can change the licence.
 */
import type { Licence, LicenceEvent } from '@fundus/contract/licences/licences';
import type { Seat } from '@fundus/contract/licences/seats';
import type { UserCtx } from '../../../http/context.ts';
import type { ManagedRow } from '../manage-repository.ts';
import { maySeeShare } from '../policy.ts';
import { findSchoolSeat } from './seat-repository.ts';

type Share = NonNullable<Awaited<ReturnType<typeof findSchoolSeat>>>;

/** Returns the seat of the user's school, if the user may see it. */
export async function findShare({ db, user }: Pick<UserCtx, 'db' | 'user'>, row: ManagedRow): Promise<Share | undefined> {
  return user.school_id !== null && maySeeShare(user, row) ? findSchoolSeat(db, row.id, user.school_id) : undefined;
}

const usedOf = ({ taken, first_used_at }: Share): number => (first_used_at === null ? 0 : taken);

/** Returns the licence with the school's numbers instead of the purchased ones. */
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

/** Returns the changes of terms since the assignment, the first use and the assignment itself. They contain no names, and the latest comes first. */
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

/** Returns the one seat of the school, which covers all its members. */
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
