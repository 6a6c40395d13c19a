/** Adds learners of a course in a learning platform to a class with hidden codes, and removes them (docs/behaviour/lti.md#a-course-and-its-class). */
import { lastDayOf, MAX_CLASS_CODES } from '@fundus/contract/classes/rules';
import { today } from '@fundus/contract/days';
import { newId } from '../../../db/new-id.ts';
import type { Portal, UserCtx } from '../../../http/context.ts';
import { updateClassSeats } from '../../licences/index.ts';
import { findSchool, settingsOf } from '../../schools/index.ts';
import { createLearnerCode, nextNumber, toStoredCode } from '../codes/code-batch.ts';
import { countCodes, insertCodeMembers, insertCodes, listCodes, lockCode, updateCode } from '../codes/code-repository.ts';
import { excludeMember, findMembership } from './member-repository.ts';
import { lockClassOfPlatform } from './platform-repository.ts';

/** Context of the functions, which require a transaction. */
type At = Pick<Portal, 'db' | 'secret' | 'config' | 'wakeIndex'> & Pick<UserCtx, 'afterCommit' | 'now'>;

/** A learner of the course. `name` is the name that the platform sent, `code` the id of an existing learner code. */
export type FromPlatform = { user: string; name: string | null; code: string | null };

/** Maximum number of characters of a label. */
const LABEL = 40;

/**
 * Adds learners. Learners whom a teacher removed are added only if `again` is true. Returns the code of each member by `user`. Has no effect if the
 * class is not active or has too many codes.
 */
export async function addPlatformMembers(
  at: At,
  classId: string,
  called: string,
  learners: readonly FromPlatform[],
  again: (user: string) => boolean,
): Promise<Map<string, string>> {
  const { db, secret, now, config } = at;
  const cls = await lockClassOfPlatform(db, classId);
  const codes = new Map<string, string>();
  if (!cls) return codes;
  const school = await findSchool(db, cls.school_id);
  const valid_until = lastDayOf(cls.school_year, (school && settingsOf(school).code_end) || config.schoolYearEnd);
  if (valid_until < today(now)) return codes;
  let came = false;
  let room = MAX_CLASS_CODES - (await countCodes(db, classId));
  let number = nextNumber(await listCodes(db, classId), called);
  for (const { user, name, code } of learners) {
    const label = name?.trim().slice(0, LABEL) ?? '';
    if (code !== null && (await lockCode(db, code))) {
      if (label) await updateCode(db, code, { label });
      const known = await findMembership(db, classId, { code_id: code });
      if (known && (known.state !== 'declined' || !again(user))) {
        if (known.state === 'active') codes.set(user, code);
        continue;
      }
      if (room <= 0) continue;
      await insertCodeMembers(db, classId, [{ id: newId(now), code_id: code }], now);
      codes.set(user, code);
      came = true;
      room -= 1;
      continue;
    }
    if (room <= 0) continue;
    const id = newId(now);
    const about = { school_id: cls.school_id, valid_until, state: 'issued' as const, state_since: now, created_at: now };
    await insertCodes(db, [
      { ...about, id, label: label || `${called}-${String(number++).padStart(2, '0')}`, ...toStoredCode(secret, createLearnerCode()) },
    ]);
    await insertCodeMembers(db, classId, [{ id: newId(now), code_id: id }], now);
    codes.set(user, id);
    came = true;
    room -= 1;
  }
  if (came) await updateClassSeats(at, [classId]);
  return codes;
}

/** Removes learners who left the course in the same way as a teacher does, so that their work is kept for a return. */
export async function removePlatformMembers(at: At, classId: string, codes: readonly string[]): Promise<void> {
  for (const code_id of codes) {
    const known = await findMembership(at.db, classId, { code_id });
    if (known && known.state !== 'declined') await excludeMember(at.db, known.id, at.now);
  }
  if (codes.length > 0) await updateClassSeats(at, [classId]);
}
