/** Assigns seats when media are shared with classes. */
import type { UserCtx } from '../../../http/context.ts';
import type { CardRow } from '../../catalogue/index.ts';
import { assignMediumToClass, readClassSeats } from '../../licences/index.ts';
import type { ClassRow } from '../repository.ts';

type Covered = { seated: number; without: number; covered: Set<string> };

/**
 * Assigns available seats to the learners of the classes if the media need seats and the user may assign them. `covered` lists media for which each
 * class already has all seats.
 */
export async function assignSeatsToClasses(
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
        const { given, left_out } = await assignMediumToClass(ctx, cls, { identifier: row.identifier, partial: true });
        found.seated += given;
        found.without += left_out;
      } else all &&= seats?.given === true;
    }
    if (all) found.covered.add(row.identifier);
  }
  return found;
}
