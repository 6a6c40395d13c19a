/** Sign-in with a learner code or three pictures (docs/behaviour/classes.md#signing-in-with-a-code). The session has no user account. */
import type { User } from '@fundus/contract/accounts/user';
import { codeState, type Picture } from '@fundus/contract/classes/rules';
import { today } from '@fundus/contract/days';
import { AppError } from '@fundus/contract/errors';
import { normalizeCode } from '@fundus/contract/licences/rules';
import { isSchoolOpen } from '@fundus/contract/schools/rules';
import { href } from '@fundus/contract/screens';
import type { Db } from '../../../db/open.ts';
import type { Ctx } from '../../../http/context.ts';
import { readLearner } from '../../../visitors/repository.ts';
import { findByHash, findByPictures, findCode, findPictureClass, recordCodeUse, type FoundCode } from './learner-repository.ts';
import { guessCode } from '../../../limits/network-limits.ts';
import { keyedHash } from '../../../secrets/sealed.ts';
import { notifyPerson, simpleMail, type MailContext } from '../../mails/index.ts';
import { listRequestApprovers } from './invited.ts';

export const hashOfCode = (secret: string, code: string): string => keyedHash(secret, 'learner-code', normalizeCode(code));

/** Returns the id of a code. Must not be called inside a transaction, so that a wrong code is counted even if the request fails. */
export async function checkLearnerCode(ctx: Ctx<'pause'>, code: string): Promise<string> {
  const plain = normalizeCode(code);
  const hash = hashOfCode(ctx.secret, plain);
  const find = async (db: Db): Promise<FoundCode | undefined> => onlyUsable(ctx, await findByHash(db, hash));
  // On a known device, a correct code is not throttled, because it is too long to be guessed.
  const found = ctx.knownDevice('learner-codes') === null ? undefined : await find(ctx.db);
  return admitCode(ctx, found ?? (await guessCode(ctx, { kind: 'learner-code', text: plain }, find)));
}

/**
 * Returns the id of the code with these pictures in the class of a join code. Because there are few combinations, wrong attempts per class are
 * limited.
 */
export async function checkPictures(ctx: Ctx<'pause'>, joinCode: string, pictures: readonly Picture[]): Promise<string> {
  const plain = normalizeCode(joinCode);
  let where: Awaited<ReturnType<typeof findPictureClass>>;
  const found = await guessCode(
    ctx,
    { kind: 'pictures', text: `${plain}:${pictures.join()}` },
    async (db) => where && onlyUsable(ctx, await findByPictures(db, where.id, pictures)),
    async (trx) => {
      where = await findPictureClass(trx, plain, today(ctx.now));
      if (!where) return undefined;
      const { id, name } = where;
      return {
        ...{ kind: 'pictures', id },
        isKnown: (code: FoundCode) => ctx.knownDevice({ code: code.id }) !== null,
        onRefused: (db: Db) => notifyOfGuesses({ ...ctx, db }, id, name),
      };
    },
  );
  return admitCode(ctx, found);
}

/** Treats revoked codes and codes that were never issued like unknown codes. */
const onlyUsable = (ctx: Ctx, found: FoundCode | undefined): FoundCode | undefined =>
  found && ['revoked', 'prepared'].includes(codeState(found, today(ctx.now))) ? undefined : found;

/** Returns the id of a usable code. Throws `expired` or `suspended`, and `wrong_credentials` if there is no code. */
function admitCode(ctx: Ctx, found: FoundCode | undefined): string {
  if (!found) throw new AppError('wrong_credentials');
  const state = codeState(found, today(ctx.now));
  if (state === 'expired') throw new AppError('expired');
  if (state === 'suspended') throw new AppError('suspended');
  if (!isSchoolOpen(found.school_state)) throw new AppError('suspended', { details: { school: found.school_name } });
  return found.id;
}

/** Notifies the owners of the class, once per day, that its pictures are being guessed. */
async function notifyOfGuesses(source: MailContext, classId: string, name: string): Promise<void> {
  const mail = simpleMail('picturesGuessed', { class: name }, href('class', { id: classId }, { tab: 'learners' }));
  const once = `pictures-guessed:${classId}:${today(source.now)}`;
  for (const id of await listRequestApprovers(source.db, classId, null)) await notifyPerson(source, id, { ...mail, once });
}

export async function startLearnerSession(ctx: Ctx, codeId: string): Promise<User> {
  const usage = ctx.db.with('noted', (db) => recordCodeUse(db as Db, codeId, today(ctx.now), ctx.now));
  const learner = await readLearner(usage as unknown as Db, codeId, ctx.now);
  if (!learner) {
    // Checked again, because the code may have been suspended, revoked or expired since the first check.
    admitCode(ctx, onlyUsable(ctx, await findCode(ctx.db, codeId)));
    throw new AppError('wrong_credentials');
  }
  ctx.rememberDevice('learner-codes', { code: codeId });
  ctx.changeSession({ start: { codeId } });
  return learner;
}

/** Returns the names of class and school for a join code, so that a child can check them. Throws `wrong_credentials`. */
export async function readPictureClass(ctx: Ctx<'pause'>, joinCode: string): Promise<{ name: string; school: string }> {
  const plain = normalizeCode(joinCode);
  const found = await guessCode(ctx, { kind: 'join-code', text: plain }, async (db) => {
    const one = await findPictureClass(db, plain, today(ctx.now));
    return one && isSchoolOpen(one.school_state) ? one : undefined;
  });
  if (!found) throw new AppError('wrong_credentials');
  return { name: found.name, school: found.school };
}
