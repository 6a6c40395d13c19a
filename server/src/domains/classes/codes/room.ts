/** How many learner codes a class has room for: codes are made, taken in from sheets, and come by themselves. */
import { MAX_CLASS_CODES } from '@fundus/contract/classes/rules';
import { AppError } from '@fundus/contract/errors';
import type { Db } from '../../../db/open.ts';
import { countCodes } from './code-repository.ts';

/** As many more may come; less than none where there are too many. */
export const countRoomForCodes = async (db: Db, classId: string): Promise<number> => MAX_CLASS_CODES - (await countCodes(db, classId));

/** Asked after they came, in the same transaction. Throws `state_conflict` where they are too many. */
export async function requireRoomFor(db: Db, classId: string): Promise<void> {
  if ((await countRoomForCodes(db, classId)) < 0)
    throw new AppError('state_conflict', { details: { reason: 'most', most: MAX_CLASS_CODES } });
}
