/** Looking after people (behaviour.md 5.3 "People actions", 5.9.2). */
import { isDistrictAdmin } from '@fundus/contract/access';
import { AppError } from '@fundus/contract/errors';
import type { Capability, GIVEN_ROLES, PersonEntry, PersonKind, PersonSort } from '@fundus/contract/people';
import { recordAudit } from '../../http/audit.ts';
import type { Ctx, SignedIn } from '../../http/context.ts';
import { changeState, sendResetLink } from '../accounts/index.ts';
import { takeOut } from './join.ts';
import { countPeople, countWaiting, findPerson, listPeople, MOST_COUNTED, type PersonRow, type Scope } from './people-repository.ts';
import { changePerson, keepOneAdmin } from './person-changes.ts';
import { mayManage, personCan } from './policy.ts';
import { findSchool } from './repository.ts';

export type UserCtx = Ctx<SignedIn>;

export const present = (user: SignedIn, row: PersonRow): PersonEntry => ({
  id: row.id,
  vorname: row.vorname,
  name: row.name,
  email: row.email ?? '',
  username: row.username ?? '',
  role: row.role as PersonEntry['role'],
  school: row.school_id === null ? null : { id: row.school_id, name: row.school_name ?? '' },
  school_admin: row.school_admin !== '0',
  district_admin: row.district_admin === '1',
  capabilities: row.capabilities as Capability[],
  state: row.state as PersonEntry['state'],
  state_since: row.state_since.toISOString(),
  state_reason: row.state_reason,
  last_sign_in: row.last_sign_in_at?.toISOString().slice(0, 7) ?? null,
  created_at: row.created_at.toISOString(),
  school_wish: row.school_wish,
  version: row.version,
  can: personCan(user, row),
});

/** A district administrator looks after everybody in the district, a school administrator after the own school. */
export function scopeOf(user: SignedIn): Scope {
  if (isDistrictAdmin(user) && user.district_id !== null) return { district: user.district_id };
  if (user.school_id !== null) return { school: user.school_id };
  throw new AppError('forbidden');
}

type Asked = { q: string; school: string; state: string; kind: PersonKind; sort: PersonSort; offset: number; limit: number };

export async function readPeople(ctx: UserCtx, { q, sort, offset, limit, ...asked }: Asked) {
  const scope = scopeOf(ctx.user);
  const words = q
    .split(/[\s,;]+/)
    .filter(Boolean)
    .slice(0, 5);
  const what = { ...asked, scope, words };
  const total = await countPeople(ctx.db, what);
  const from = Math.min(offset, MOST_COUNTED);
  const rows = total > from ? await listPeople(ctx.db, what, sort, from, limit) : [];
  return {
    total,
    offset: from,
    limit,
    items: rows.map((row) => present(ctx.user, row)),
    waiting: await countWaiting(ctx.db, scope, asked.school),
  };
}

/** Somebody in one's reach; anybody else does not exist. */
export async function managed(ctx: UserCtx, id: string): Promise<PersonRow> {
  const row = await findPerson(ctx.db, id);
  if (!row || row.state === 'pending_email' || !mayManage(ctx.user, row)) throw new AppError('not_found', { field: 'id' });
  return row;
}

export const readPerson = async (ctx: UserCtx, id: string): Promise<PersonEntry> => present(ctx.user, await managed(ctx, id));

/** The same row as it is now, for a reply. */
const again = (ctx: UserCtx, id: string): Promise<PersonEntry> => readPerson(ctx, id);

const placeOf = (row: PersonRow) => ({ school: row.school_id, district: row.district, subject: row.id });

type Step = {
  can: keyof PersonEntry['can'];
  what: string;
  change: Parameters<typeof changePerson>[3];
  before: object;
  after: object;
};

/** `version_conflict` if the person is not the one seen any more, `state_conflict` where this is not possible now. */
function check(ctx: UserCtx, row: PersonRow, version: number, can: keyof PersonEntry['can']): void {
  if (row.version !== version) throw new AppError('version_conflict', { field: 'version', details: { current: present(ctx.user, row) } });
  if (!personCan(ctx.user, row)[can])
    throw new AppError(row.id === ctx.user.id ? 'forbidden' : 'state_conflict', { details: { state: row.state } });
}

/** One step of one person: allowed, still the one seen, written, in the log. `state_conflict` where the state does not admit it. */
async function take(ctx: UserCtx, row: PersonRow, version: number, { can, what, change, before, after }: Step): Promise<void> {
  check(ctx, row, version, can);
  await changePerson(ctx, row.id, version, change);
  await recordAudit(ctx, what, before, after, placeOf(row));
}

/** One step through the states of an account, of somebody who was seen in a version. */
async function lead(
  ctx: UserCtx,
  row: PersonRow,
  version: number,
  event: 'approve' | 'decline' | 'block' | 'unblock',
  reason = '',
): Promise<PersonEntry> {
  check(ctx, row, version, event);
  await changeState(ctx, row.id, event, { reason, place: placeOf(row) });
  return again(ctx, row.id);
}

export const approve = async (ctx: UserCtx, id: string, version: number): Promise<PersonEntry> =>
  lead(ctx, await managed(ctx, id), version, 'approve');

export const decline = async (ctx: UserCtx, id: string, version: number, reason: string): Promise<PersonEntry> =>
  lead(ctx, await managed(ctx, id), version, 'decline', reason);

export async function block(ctx: UserCtx, id: string, version: number, reason: string): Promise<PersonEntry> {
  const row = await managed(ctx, id);
  await keepOneAdmin(ctx.db, row);
  return lead(ctx, row, version, 'block', reason);
}

export const unblock = async (ctx: UserCtx, id: string, version: number): Promise<PersonEntry> =>
  lead(ctx, await managed(ctx, id), version, 'unblock');

type Rights = {
  version: number;
  school_admin?: boolean | undefined;
  role?: (typeof GIVEN_ROLES)[number] | undefined;
  capabilities?: Capability[] | undefined;
};

export async function changeRights(ctx: UserCtx, id: string, { version, school_admin, role, capabilities }: Rights): Promise<PersonEntry> {
  let row = await managed(ctx, id);
  let seen = version;
  const has = row.school_admin !== '0';
  if (school_admin !== undefined && school_admin !== has) {
    if (!school_admin) await keepOneAdmin(ctx.db, row);
    await take(ctx, row, version, {
      can: school_admin ? 'giveAdmin' : 'takeAdmin',
      what: 'person.rights',
      change: { school_admin: school_admin ? '1' : '0' },
      before: { school_admin: has },
      after: { school_admin },
    });
    row = await managedAfter(ctx, id);
    seen = row.version;
  }
  if (role !== undefined && role !== row.role) {
    // A pupil looks after nothing.
    if (role === 'S' && (row.school_admin !== '0' || row.district_admin === '1'))
      throw new AppError('state_conflict', { field: 'role', details: { reason: 'admin' } });
    await take(ctx, row, seen, {
      can: 'setRole',
      what: 'person.rights',
      change: { role },
      before: { role: row.role },
      after: { role },
    });
    row = await managedAfter(ctx, id);
    seen = row.version;
  }
  if (capabilities !== undefined) {
    if (!isDistrictAdmin(ctx.user)) throw new AppError('forbidden', { field: 'capabilities' });
    const next = [...new Set(capabilities)].sort();
    await take(ctx, row, seen, {
      can: 'setCapabilities',
      what: 'person.rights',
      change: { capabilities: next },
      before: { capabilities: row.capabilities },
      after: { capabilities: next },
    });
  }
  const after = await managedAfter(ctx, id);
  return present(ctx.user, after);
}

/** After a change of one's own rights one may be out of one's own reach. */
async function managedAfter(ctx: UserCtx, id: string): Promise<PersonRow> {
  const row = await findPerson(ctx.db, id);
  if (!row) throw new AppError('not_found', { field: 'id' });
  return row;
}

export async function sendLink(ctx: UserCtx, id: string): Promise<{ ok: true }> {
  const row = await managed(ctx, id);
  if (!personCan(ctx.user, row).sendLink) throw new AppError('state_conflict', { details: { state: row.state } });
  await sendResetLink(ctx, row.id);
  await recordAudit(ctx, 'person.sendLink', null, null, placeOf(row));
  return { ok: true };
}

export async function removeFromSchool(ctx: UserCtx, id: string, version: number): Promise<{ seats: number }> {
  const row = await managed(ctx, id);
  check(ctx, row, version, 'remove');
  return { seats: await takeOut(ctx, ctx.user, row) };
}

export async function assignSchool(ctx: UserCtx, id: string, version: number, schoolId: string): Promise<PersonEntry> {
  const row = await managed(ctx, id);
  const school = await findSchool(ctx.db, schoolId);
  if (!school || school.district_id !== ctx.user.district_id) throw new AppError('not_found', { field: 'school' });
  if (school.state === 'closed') throw new AppError('state_conflict', { field: 'school' });
  await take(ctx, row, version, {
    can: 'assignSchool',
    what: 'person.join',
    change: { school_id: schoolId, school_wish: '' },
    before: { school: null },
    after: { school: schoolId },
  });
  return again(ctx, id);
}
