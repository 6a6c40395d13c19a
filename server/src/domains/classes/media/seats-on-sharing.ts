/** Seats that are taken with giving media to classes. */
import type { UserCtx } from '../../../http/context.ts';
import type { CardRow } from '../../catalogue/index.ts';
import { giveMediumToClass, readClassSeats } from '../../licences/index.ts';
import type { ClassRow } from '../repository.ts';

type Covered = { seated: number; without: number; covered: Set<string> };

/**
 * With giving: takes seats for the learners of the classes where a medium needs some and the visitor may, as many as there are. `covered` are media
 * of which each class has seats now, or had them.
 */
export async function takeSeatsForClasses(
  ctx: UserCtx,
  known: readonly ClassRow[],
  rows: readonly CardRow[],
  wanted: boolean,
): Promise<Covered> {
  const found: Covered = { seated: 0, without: 0, covered: new Set() };
  for (const row of rows) {
    let all = true;
    for (const cls of known) {
      const seats = (await readClassSeats(ctx, cls, [row])).get(row.identifier);
      if (wanted && seats?.may) {
        const { given, left_out } = await giveMediumToClass(ctx, cls, { identifier: row.identifier, partial: true });
        found.seated += given;
        found.without += left_out;
      } else all &&= seats?.given === true;
    }
    if (all) found.covered.add(row.identifier);
  }
  return found;
}
