/** Adds users to a school by invitation or identity provider, and removes them. */
import { AppError } from '@fundus/contract/errors';
import { isSchoolOpen } from '@fundus/contract/schools/schools';
import { recordAudit } from '../../http/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { dropOpenWishes } from '../library/index.ts';
import { removeSeatsOnLeaving } from '../licences/index.ts';
import { findPerson, type PersonRow } from './repository.ts';
import { changePerson, requireRemainingAdmin, rightsAfterLeaving, notifyLeft } from './changes.ts';
import { findSchool } from '../schools/index.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

type Doing = Pick<Ctx, 'db' | 'now' | 'afterCommit' | 'wakeIndex'>;
type Join = {
  personId: string;
  schoolId: string;
  admin: boolean;
  /** School of the user at the time of their request to join, if they made one. */
  asked?: { from: string | null };
};

/** Returns the capabilities before and after for the audit log, or empty objects if none ended. */
const endedRights = (before: readonly string[], after: readonly string[]): [object, object] =>
  before.length === after.length ? [{}, {}] : [{ capabilities: before }, { capabilities: after }];

/** Releases a user's licence seats at a school and withdraws their open wishes. Returns the number of released seats. */
async function releaseSchoolRights(ctx: Doing, by: SignedIn, personId: string, schoolId: string): Promise<number> {
  await dropOpenWishes(ctx.db, personId, schoolId);
  return removeSeatsOnLeaving({ ...ctx, user: by }, personId, schoolId);
}

/**
 * Moves a user to a school. Their seats and rights at the previous school end. Throws `state_conflict` if the previous school would have no
 * administrator left or the new school is closed. Also throws `state_conflict` if a user who requested to join has changed school or is not active.
 */
export async function joinSchool(ctx: Doing, by: SignedIn, { personId, schoolId, admin, asked }: Join): Promise<void> {
  const person = await findPerson(ctx.db, personId);
  const school = await findSchool(ctx.db, schoolId);
  if (!person || !school) throw new AppError('not_found');
  const from = person.school_id;
  if (!isSchoolOpen(school.state)) throw new AppError('state_conflict', { details: { state: school.state } });
  const moved = asked !== undefined && from !== asked.from && from !== schoolId;
  if (moved || (asked && person.state !== 'active')) throw new AppError('state_conflict', { details: { reason: 'moved' } });
  const moves = from !== null && from !== schoolId;
  if (moves) {
    await requireRemainingAdmin(ctx.db, person);
    await releaseSchoolRights(ctx, by, personId, from);
  }
  const remaining = from === schoolId ? person : rightsAfterLeaving(person, school.district_id);
  await changePerson(ctx, person, {
    school_id: schoolId,
    school_wish: '',
    school_admin: admin ? '1' : remaining.school_admin,
    capabilities: remaining.capabilities,
    district_id: person.district_admin === '1' ? person.own_district : null,
  });
  const scope = { district: school.district_id, subject: personId };
  const [had, has] = endedRights(person.capabilities, remaining.capabilities);
  if (moves)
    await recordAudit(
      { ...ctx, user: by },
      'person.leave',
      { school: from, ...had },
      { school: schoolId, ...has },
      { ...scope, school: from },
    );
  await recordAudit(
    { ...ctx, user: by },
    'person.join',
    { school: from, ...(!moves && had) },
    { school: schoolId, ...(admin && { school_admin: true }), ...(!moves && has) },
    { ...scope, school: schoolId },
  );
}

/** School wish, district and rights of a person before they joined a school, to undo the joining. `version` is the expected version afterwards. */
export type PlaceBefore = Pick<PersonRow, 'school_wish' | 'school_admin' | 'capabilities'> & {
  district_id: string | null;
  version: number;
};

/**
 * Returns the state of a person without a school, as needed by `undoJoinSchool`. Returns `null` for a member of a school, because their joining
 * another school cannot be undone.
 */
export async function readPlace({ db }: Pick<Ctx, 'db'>, personId: string): Promise<PlaceBefore | null> {
  const person = await findPerson(db, personId);
  if (!person || person.school_id !== null) return null;
  const { school_wish, school_admin, capabilities, own_district, version } = person;
  return { school_wish, school_admin, capabilities, district_id: own_district, version: version + 1 };
}

/** Removes a person from the school they have just joined. Throws `state_conflict` if the person has changed since. */
export async function undoJoinSchool(
  ctx: Doing,
  by: SignedIn,
  { personId, schoolId, before }: { personId: string; schoolId: string; before: PlaceBefore },
): Promise<void> {
  const person = await findPerson(ctx.db, personId);
  if (!person) throw new AppError('not_found');
  const { version, ...place } = before;
  if (person.school_id !== schoolId || person.version !== version) throw new AppError('state_conflict', { details: { reason: 'moved' } });
  const { district } = person;
  await releaseSchoolRights(ctx, by, personId, schoolId);
  await changePerson(ctx, person, { ...place, school_id: null });
  await recordAudit({ ...ctx, user: by }, 'person.leave', { school: schoolId }, null, { school: schoolId, district, subject: personId });
}

type Staff = { personId: string; districtId: string; admin: boolean; capabilities: PersonRow['capabilities'] };

/** Adds a person to the staff of a district with the given rights. They keep their school in this district. Throws `other_district`. */
export async function joinStaff(ctx: Doing, by: SignedIn, { personId, districtId, admin, capabilities }: Staff): Promise<void> {
  const person = await findPerson(ctx.db, personId);
  if (!person) throw new AppError('not_found');
  if (person.district !== null && person.district !== districtId) throw new AppError('other_district');
  const next = [...new Set([...person.capabilities, ...capabilities])];
  await changePerson(ctx, person, {
    capabilities: next,
    district_admin: admin ? '1' : person.district_admin,
    ...(person.school_id === null && { school_wish: '' }),
    // Only administrators and users without a school store a district. Other users belong to the district of their school.
    district_id: person.school_id === null || admin || person.district_admin === '1' ? districtId : null,
  });
  const scope = { school: null, district: districtId, subject: personId };
  const after = { capabilities: next, ...(admin && { district_admin: true }) };
  await recordAudit({ ...ctx, user: by }, 'person.staff', { capabilities: person.capabilities }, after, scope);
}

/**
 * Removes a user from their school, ends their seats and rights there, and notifies them. They remain in the district. Returns the number of released
 * seats. Throws `state_conflict` for the last administrator, and `version_conflict` if the user was changed in the meantime.
 */
export async function detachFromSchool(ctx: Doing & Pick<Ctx, 'config'>, by: SignedIn, row: PersonRow, wish = ''): Promise<number> {
  const from = row.school_id;
  if (from === null) return 0;
  await requireRemainingAdmin(ctx.db, row);
  const kept = rightsAfterLeaving(row, row.district);
  await changePerson(ctx, row, {
    ...kept,
    school_id: null,
    school_wish: wish,
    district_id: row.district_admin === '1' ? row.own_district : row.district,
  });
  const seats = await releaseSchoolRights(ctx, by, row.id, from);
  const [had, has] = endedRights(row.capabilities, kept.capabilities);
  const scope = { school: from, district: row.district, subject: row.id };
  await recordAudit({ ...ctx, user: by }, 'person.leave', { school: from, ...had }, { school: null, ...has }, scope);
  await notifyLeft(ctx, row.id, row.school_name ?? '');
  return seats;
}

/** Removes a user from their school as requested by their identity provider. */
export async function leaveSchool(ctx: Doing & Pick<Ctx, 'config'>, by: SignedIn, wish: string): Promise<void> {
  const person = await findPerson(ctx.db, by.id);
  if (person) await detachFromSchool(ctx, by, person, wish);
}
