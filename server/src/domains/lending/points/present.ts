/** Lending points in the form in which the API returns them. */
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import type { UserCtx } from '../../../http/context.ts';
import type { PointRow } from './point-repository.ts';
import { mayManagePoint, mayWorkAtDesk } from './policy.ts';
import { mayBorrowAt } from '../../../visitors/borrowing.ts';

export function presentPoint(user: UserCtx['user'], { school_id, district_id, ...point }: PointRow): LendingPoint {
  const place = { school_id, district_id };
  return {
    ...point,
    of: school_id === null ? 'district' : 'school',
    can: { manage: mayManagePoint(user, place), desk: mayWorkAtDesk(user, place), borrow: mayBorrowAt(user, { ...point, ...place }) },
  };
}

/** Returns a point without the list of schools to which it lends. */
export const presentToGuest = ({ school_id: _, district_id: __, ...point }: PointRow): LendingPoint => ({
  ...point,
  open_schools: null,
  of: 'district',
  can: { manage: false, desk: false, borrow: false },
});
