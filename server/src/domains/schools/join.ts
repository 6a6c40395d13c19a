/** Coming into a school by an invitation. */
import { AppError } from '@fundus/contract/errors';
import { recordAudit } from '../../http/audit.ts';
import type { Ctx, SignedIn } from '../../http/context.ts';
import { plainly, tellPerson } from '../accounts/index.ts';
import { leaveSchool } from '../licences/index.ts';
import { countOtherAdmins, findPerson } from './people-repository.ts';
import { changePerson } from './person-changes.ts';
import { findSchool, lockSchool } from './repository.ts';

type Join = { personId: string; schoolId: string; admin: boolean };

/**
 * Brings a person into a school, out of the one they were in: its seats become free, its administration ends. `state_conflict` if that one
 * would be left without administrator. Without an acting person (`user` null) nothing is left: only somebody without a school comes in so.
 */
export async function joinSchool(
  ctx: Pick<Ctx, 'db' | 'now' | 'afterCommit' | 'wakeIndex'>,
  by: SignedIn,
  { personId, schoolId, admin }: Join,
): Promise<void> {
  const person = await findPerson(ctx.db, personId);
  const school = await findSchool(ctx.db, schoolId);
  if (!person || !school) throw new AppError('not_found');
  const from = person.school_id;
  if (from !== null && from !== schoolId) {
    if (person.school_admin !== '0') {
      await lockSchool(ctx.db, from);
      if ((await countOtherAdmins(ctx.db, from, personId)) === 0)
        throw new AppError('state_conflict', { details: { reason: 'last_admin' } });
    }
    await leaveSchool({ ...ctx, user: by }, personId, from);
  }
  const stays = from === schoolId && person.school_admin !== '0';
  await changePerson(ctx, personId, person.version, {
    school_id: schoolId,
    school_wish: '',
    school_admin: admin ? '1' : stays ? person.school_admin : '0',
    ...(person.district_admin !== '1' && { district_id: null }),
  });
  const place = { district: school.district_id, subject: personId };
  if (from !== null && from !== schoolId)
    await recordAudit({ ...ctx, user: by }, 'person.leave', { school: from }, { school: schoolId }, { ...place, school: from });
  await recordAudit(
    { ...ctx, user: by },
    'person.join',
    { school: from },
    { school: schoolId, ...(admin && { school_admin: true }) },
    { ...place, school: schoolId },
  );
}

/** Takes a person out of their school because the portal they come from says so. `state_conflict` for its last administrator. */
export async function quitSchool(
  ctx: Pick<Ctx, 'db' | 'now' | 'afterCommit' | 'wakeIndex' | 'config'>,
  by: SignedIn,
  wish: string,
): Promise<void> {
  const person = await findPerson(ctx.db, by.id);
  const from = person?.school_id ?? null;
  if (!person || from === null) return;
  const school = await findSchool(ctx.db, from);
  if (person.school_admin !== '0') {
    await lockSchool(ctx.db, from);
    if ((await countOtherAdmins(ctx.db, from, by.id)) === 0) throw new AppError('state_conflict', { details: { reason: 'last_admin' } });
  }
  await changePerson(ctx, by.id, person.version, {
    school_id: null,
    school_wish: wish,
    school_admin: '0',
    district_id: school?.district_id ?? null,
  });
  await leaveSchool({ ...ctx, user: by }, by.id, from);
  const place = { school: from, district: school?.district_id ?? null, subject: by.id };
  await recordAudit({ ...ctx, user: by }, 'person.leave', { school: from }, { school: null }, place);
  await tellPerson(ctx, by.id, plainly('schoolLeft', { school: school?.name ?? '' }));
}
