/** Signing in with a learner code, or with three pictures (behaviour.md 5.2.5, 5.9.1, 5.9.6): a session of nobody's. */
import type { User } from '@fundus/contract/accounts-user';
import { codeState, LEARNER_CODE_LENGTH, type Picture } from '@fundus/contract/class-rules';
import { AppError } from '@fundus/contract/errors';
import { plainCode } from '@fundus/contract/licence-rules';
import { isOpen } from '@fundus/contract/school-rules';
import type { Ctx } from '../../http/context.ts';
import { readLearner } from '../../http/learner.ts';
import { countWrongCode, keyedHash, mustNotGuessCodes } from '../accounts/index.ts';
import { today } from '../licences/index.ts';
import { findByHash, findByPictures, findPictureClass, noteUse, type FoundCode } from './learner-repository.ts';

export const hashOfCode = (secret: string, code: string): string => keyedHash(secret, 'learner-code', plainCode(code));

/** The code that is meant, outside of the transaction: a wrong one is counted whatever becomes of the request. */
export async function checkLearnerCode(ctx: Ctx, code: string): Promise<string> {
  await mustNotGuessCodes(ctx);
  const plain = plainCode(code);
  const found = plain.length === LEARNER_CODE_LENGTH ? await findByHash(ctx.db, hashOfCode(ctx.secret, plain)) : undefined;
  return admitted(ctx, found, plain);
}

/** … and whose three pictures these are in the class of a join code. */
export async function checkPictures(ctx: Ctx, joinCode: string, pictures: readonly Picture[]): Promise<string> {
  await mustNotGuessCodes(ctx);
  const plain = plainCode(joinCode);
  const found = await findPictureClass(ctx.db, plain, today(ctx.now));
  return admitted(ctx, found && (await findByPictures(ctx.db, found.id, pictures)), `${plain}:${pictures.join()}`);
}

/** Id of a code that lets in. Unknown, revoked and never given out look the same; who has a code that ended or rests is told so. */
async function admitted(ctx: Ctx, found: FoundCode | undefined, typed: string): Promise<string> {
  const state = found && codeState(found, today(ctx.now));
  if (!found || state === 'revoked' || state === 'prepared') {
    await countWrongCode(ctx, typed);
    throw new AppError('wrong_credentials');
  }
  if (state === 'expired') throw new AppError('expired');
  if (state === 'suspended') throw new AppError('suspended');
  if (!isOpen(found.school_state)) throw new AppError('suspended', { details: { school: found.school_name } });
  return found.id;
}

export async function startLearnerSession(ctx: Ctx, codeId: string): Promise<User> {
  await noteUse(ctx.db, codeId, today(ctx.now), ctx.now);
  const learner = await readLearner(ctx.db, codeId, ctx.now);
  if (!learner) throw new AppError('wrong_credentials');
  ctx.changeSession({ start: { codeId } });
  return learner;
}

/** The class whose pictures are asked for, so that a child sees that it is the right one. Throws `wrong_credentials`. */
export async function readPictureClass(ctx: Ctx, joinCode: string): Promise<{ name: string; school: string }> {
  await mustNotGuessCodes(ctx);
  const found = await findPictureClass(ctx.db, plainCode(joinCode), today(ctx.now));
  if (found && isOpen(found.school_state)) return { name: found.name, school: found.school };
  await countWrongCode(ctx, plainCode(joinCode));
  throw new AppError('wrong_credentials');
}
