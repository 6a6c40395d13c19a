/** Seats reserved by redeemable codes (docs/behaviour/licences.md#codes). */
import { today } from '@fundus/contract/days';
import type { Ctx } from '../../../http/context.ts';
import { sumPromised } from '../codes/code-repository.ts';

/** Adds the seats reserved by codes to `taken` of each licence. */
export async function addPromisedSeats<L extends { id: string; taken: number }>(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  rows: readonly L[],
): Promise<L[]> {
  if (rows.length === 0) return [];
  const promised = await sumPromised(
    db,
    rows.map(({ id }) => id),
    today(now),
  );
  return rows.map((row) => ({ ...row, taken: row.taken + (promised.get(row.id) ?? 0) }));
}
