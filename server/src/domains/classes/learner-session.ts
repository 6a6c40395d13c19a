/** Signing in with a learner code, or with three pictures (docs/behaviour/classes.md#signing-in-with-a-code): a session of nobody's. */
import type { User } from '@fundus/contract/accounts/user';
import { codeState, type Picture } from '@fundus/contract/classes/rules';
import { today } from '@fundus/contract/days';
import { AppError } from '@fundus/contract/errors';
import { plainCode } from '@fundus/contract/licences/rules';
import { isOpen } from '@fundus/contract/schools/rules';
import type { Db } from '../../db/open.ts';
import type { Ctx } from '../../http/context.ts';
import { readLearner } from '../../visitors/repository.ts';
import { findByHash, findById, findByPictures, findPictureClass, noteUse, type FoundCode } from './learner-repository.ts';
import { guessCode } from '../../limits/network-limits.ts';
import { keyedHash } from '../../secrets/sealed.ts';

export const hashOfCode = (secret: string, code: string): string => keyedHash(secret, 'learner-code', plainCode(code));

/** The code that is meant, outside of the transaction: a wrong one is counted whatever becomes of the request. */
export async function checkLearnerCode(ctx: Ctx, code: string): Promise<string> {
  const plain = plainCode(code);
  const hash = hashOfCode(ctx.secret, plain);
  const typed = { kind: 'learner-code', text: plain, trusted: ctx.knownDevice('learner-codes') !== null } as const;
  return admitCode(ctx, await guessCode(ctx, typed, async (db) => onlyUsable(ctx, await findByHash(db, hash))));
}

/** … and whose three pictures these are in the class of a join code. */
export async function checkPictures(ctx: Ctx, joinCode: string, pictures: readonly Picture[]): Promise<string> {
  const plain = plainCode(joinCode);
  const found = await guessCode(ctx, { kind: 'pictures', text: `${plain}:${pictures.join()}` }, async (db) => {
    const where = await findPictureClass(db, plain, today(ctx.now));
    return where && onlyUsable(ctx, await findByPictures(db, where.id, pictures));
  });
  return admitCode(ctx, found);
}

/** A code somebody has in hand: unknown, revoked and never given out look the same. */
const onlyUsable = (ctx: Ctx, found: FoundCode | undefined): FoundCode | undefined =>
  found && ['revoked', 'prepared'].includes(codeState(found, today(ctx.now))) ? undefined : found;

/** Id of a code that lets in; who has one that ended or rests is told so. */
function admitCode(ctx: Ctx, found: FoundCode | undefined): string {
  if (!found) throw new AppError('wrong_credentials');
  const state = codeState(found, today(ctx.now));
  if (state === 'expired') throw new AppError('expired');
  if (state === 'suspended') throw new AppError('suspended');
  if (!isOpen(found.school_state)) throw new AppError('suspended', { details: { school: found.school_name } });
  return found.id;
}

export async function startLearnerSession(ctx: Ctx, codeId: string): Promise<User> {
  const noted = ctx.db.with('noted', (db) => noteUse(db as Db, codeId, today(ctx.now), ctx.now));
  const learner = await readLearner(noted as unknown as Db, codeId, ctx.now);
  if (!learner) {
    // It was suspended or ended since it was checked.
    admitCode(ctx, onlyUsable(ctx, await findById(ctx.db, codeId)));
    throw new AppError('wrong_credentials');
  }
  ctx.rememberDevice('learner-codes');
  ctx.changeSession({ start: { codeId } });
  return learner;
}

/** The class whose pictures are asked for, so that a child sees that it is the right one. Throws `wrong_credentials`. */
export async function readPictureClass(ctx: Ctx, joinCode: string): Promise<{ name: string; school: string }> {
  const plain = plainCode(joinCode);
  const found = await guessCode(ctx, { kind: 'join-code', text: plain }, async (db) => {
    const one = await findPictureClass(db, plain, today(ctx.now));
    return one && isOpen(one.school_state) ? one : undefined;
  });
  if (!found) throw new AppError('wrong_credentials');
  return { name: found.name, school: found.school };
}
