/** Limits the number of learner codes in a class. */
import { MAX_CLASS_CODES } from '@fundus/contract/classes/rules';
import { AppError } from '@fundus/contract/errors';
import type { Db } from '../../../db/open.ts';
import { countCodes } from './code-repository.ts';

/** Returns the number of codes that can be added to the class. It is negative above the maximum. */
export const countRoomForCodes = async (db: Db, classId: string): Promise<number> => MAX_CLASS_CODES - (await countCodes(db, classId));

/** Throws `state_conflict` if the class has too many codes. Must be called after adding codes, in the same transaction. */
export async function requireRoomFor(db: Db, classId: string): Promise<void> {
  if ((await countRoomForCodes(db, classId)) < 0)
    throw new AppError('state_conflict', { details: { reason: 'most', most: MAX_CLASS_CODES } });
}
