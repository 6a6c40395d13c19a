/** Management of people by administrators (docs/behaviour/people.md#actions). */
import { isDistrictAdmin, isRoleAllowed, isSchoolAdmin } from '@fundus/contract/access';
import type { AccountEvent } from '@fundus/contract/accounts/states';
import { AppError, notFound } from '@fundus/contract/errors';
import type { Capability, ASSIGNABLE_ROLES, PersonEntry, PersonKind, PersonSort } from '@fundus/contract/people/people';
import { recordAudit } from '../../http/audit.ts';
import type { UserCtx } from '../../http/context.ts';
import { changeState, removeClaimedSchool, restoreState, sendResetLink, type BeforeDecision } from '../accounts/index.ts';
import { makeUndoableDecision, undoDecision, type DelayedMessages } from '../mails/index.ts';
import { detachFromSchool } from './join.ts';
import { countPeople, countWaitingPeople, findPerson, listPeople, MAX_COUNTED, type PersonRow, type Scope } from './repository.ts';
import { changePerson, requireRemainingAdmin, notifyJoined } from './changes.ts';
import { isUnassigned, mayManagePerson, personPermissions } from './policy.ts';
import { findSchool } from '../schools/index.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

export const presentPersonEntry = (user: SignedIn, row: PersonRow): PersonEntry => ({
  id: row.id,
  vorname: row.vorname,
  name: row.name,
  email: row.email ?? '',
  username: row.username ?? '',
  role: row.role,
  school: row.school_id === null ? null : { id: row.school_id, name: row.school_name ?? '' },
  school_admin: row.school_admin !== '0',
  district_admin: row.district_admin === '1',
  capabilities: row.capabilities as Capability[],
  state: row.state,
  state_since: row.state_since.toISOString(),
  state_reason: row.state_reason,
  last_sign_in: row.last_sign_in_at?.toISOString().slice(0, 7) ?? null,
  created_at: row.created_at.toISOString(),
  school_wish: row.school_wish,
  version: row.version,
  can: personPermissions(user, row),
});

/** Returns the scope of an administrator: their district if they administer one, otherwise their school. Throws `forbidden` if there is none. */
export function administratorScope(user: SignedIn): Scope {
  if (isDistrictAdmin(user) && user.district_id !== null) return { district: user.district_id };
  if (user.school_id !== null) return { school: user.school_id };
  throw new AppError('forbidden');
}

/** Returns the school of a school administrator. Throws `forbidden` for other users, because class membership is visible only within the school. */
function requireOwnSchool(user: SignedIn): string {
  if (user.school_id === null || !isSchoolAdmin(user)) throw new AppError('forbidden', { field: 'class' });
  return user.school_id;
}

type Filter = { q: string; school: string; state: string; kind: PersonKind; class: string };
type Asked = Filter & { sort: PersonSort; offset: number; limit: number };

/** Returns the filter of a list, restricted to the scope of the user. */
function reachOf(user: SignedIn, { q, class: classId, school, state, kind }: Filter) {
  const words = q
    .split(/[\s,;]+/)
    .filter(Boolean)
    .slice(0, 5);
  const inClass = classId === '' ? null : { id: classId, school: requireOwnSchool(user) };
  return { school, state, kind, scope: administratorScope(user), words, inClass };
}

/** Returns a function that reads a page of the filtered and sorted list. */
export function makePeopleReader(ctx: UserCtx, { sort, ...filter }: Filter & { sort: PersonSort }) {
  const what = reachOf(ctx.user, filter);
  return (offset: number, limit: number): Promise<PersonRow[]> => listPeople(ctx.db, what, sort, offset, limit);
}

export async function readPeople(ctx: UserCtx, { sort, offset, limit, ...asked }: Asked) {
  const what = reachOf(ctx.user, asked);
  const total = await countPeople(ctx.db, what);
  const from = Math.min(offset, MAX_COUNTED);
  const rows = total > from ? await listPeople(ctx.db, what, sort, from, limit) : [];
  return {
    total,
    offset: from,
    limit,
    items: rows.map((row) => presentPersonEntry(ctx.user, row)),
    waiting: await countWaitingPeople(ctx.db, what.scope, asked.school),
  };
}

/** Returns a person managed by the user. Throws `not_found`. */
export async function requireManaged(ctx: UserCtx, id: string): Promise<PersonRow> {
  const row = await findPerson(ctx.db, id);
  if (!row || row.state === 'pending_email' || !mayManagePerson(ctx.user, row)) throw notFound();
  return row;
}

export const readPerson = async (ctx: UserCtx, id: string): Promise<PersonEntry> =>
  presentPersonEntry(ctx.user, await requireManaged(ctx, id));

/** Returns the person after a change. */
const readAgain = (ctx: UserCtx, id: string): Promise<PersonEntry> => readPerson(ctx, id);

export const auditScope = (row: PersonRow) => ({ school: row.school_id, district: row.district, subject: row.id });

/** Throws `version_conflict` if the version is outdated. */
function requireVersion(ctx: UserCtx, row: PersonRow, version: number): void {
  if (row.version !== version)
    throw new AppError('version_conflict', { field: 'version', details: { current: presentPersonEntry(ctx.user, row) } });
}

/**
 * Throws `version_conflict` if the version is outdated, `forbidden` for impossible actions on oneself, otherwise `state_conflict` if the action is
 * not possible.
 */
export function requireAllowed(ctx: UserCtx, row: PersonRow, version: number, can: keyof PersonEntry['can']): void {
  requireVersion(ctx, row, version);
  if (!personPermissions(ctx.user, row)[can])
    throw new AppError(row.id === ctx.user.id ? 'forbidden' : 'state_conflict', { details: { state: row.state } });
}

/** Permission required for each account event. */
const STEPS = {
  approve: 'approve',
  decline: 'decline',
  block: 'block',
  unblock: 'unblock',
  schedule_erasure: 'erase',
  keep: 'keep',
  keep_blocked: 'keep',
} as const satisfies Partial<Record<AccountEvent, keyof PersonEntry['can']>>;

/** Applies an event to the account of a person. Throws the errors of `requireAllowed`. */
export async function applyAccountEvent(
  ctx: UserCtx,
  row: PersonRow,
  version: number,
  event: keyof typeof STEPS,
  reason = '',
): Promise<PersonEntry> {
  requireAllowed(ctx, row, version, STEPS[event]);
  const own = isUnassigned(row) ? await claimForDistrict(ctx, row) : row;
  const step = (delayed?: DelayedMessages) =>
    changeState({ ...ctx, ...(delayed && { delayed }) }, own.id, event, { reason, scope: auditScope(own), expectedVersion: own.version });
  if (event !== 'approve' && event !== 'decline') await step();
  else {
    const before: BeforeDecision = {
      ...{ state: row.state, reason: row.state_reason, since: row.state_since.toISOString() },
      // `applyAccountEvent` increments the version once.
      version: own.version + 1,
    };
    await makeUndoableDecision(ctx, decisionOn(own.id), before, step);
  }
  return readAgain(ctx, own.id);
}

const decisionOn = (id: string): string => `registration:${id}`;

/**
 * Restores the state of a registration before its decision, if the mail about the decision is still unsent. Throws the errors of `requireManaged` and
 * `undoDecision`.
 */
export async function undoRegistration(ctx: UserCtx, id: string): Promise<PersonEntry> {
  const row = await requireManaged(ctx, id);
  const can = personPermissions(ctx.user, row);
  if (!can.block && !can.approve)
    throw new AppError(row.id === ctx.user.id ? 'forbidden' : 'state_conflict', { details: { state: row.state } });
  const { before } = await undoDecision<BeforeDecision>(ctx, decisionOn(id));
  await restoreState(ctx, id, before, auditScope(row));
  return readAgain(ctx, id);
}

/** Assigns the person to the user's district. Throws `version_conflict` if the person has been changed, for example by another district. */
async function claimForDistrict(ctx: UserCtx, row: PersonRow): Promise<PersonRow> {
  await changePerson(ctx, row, { district_id: ctx.user.district_id });
  return requireManaged(ctx, row.id);
}

export const approvePerson = async (ctx: UserCtx, id: string, version: number): Promise<PersonEntry> =>
  applyAccountEvent(ctx, await requireManaged(ctx, id), version, 'approve');

export const declinePerson = async (ctx: UserCtx, id: string, version: number, reason: string): Promise<PersonEntry> =>
  applyAccountEvent(ctx, await requireManaged(ctx, id), version, 'decline', reason);

export async function block(ctx: UserCtx, id: string, version: number, reason: string): Promise<PersonEntry> {
  const row = await requireManaged(ctx, id);
  requireAllowed(ctx, row, version, 'block');
  await requireRemainingAdmin(ctx.db, row, { everywhere: true });
  return applyAccountEvent(ctx, row, version, 'block', reason);
}

export const unblockPerson = async (ctx: UserCtx, id: string, version: number): Promise<PersonEntry> =>
  applyAccountEvent(ctx, await requireManaged(ctx, id), version, 'unblock');

type Rights = {
  version: number;
  school_admin?: boolean | undefined;
  role?: (typeof ASSIGNABLE_ROLES)[number] | undefined;
  capabilities?: Capability[] | undefined;
};

/** Returns only those rights that differ from the current ones. */
function changesIn(row: PersonRow, { school_admin, role, capabilities }: Omit<Rights, 'version'>) {
  const next = capabilities && [...new Set(capabilities)].sort();
  return {
    ...(role !== undefined && role !== row.role && { role }),
    ...(school_admin !== undefined &&
      school_admin !== (row.school_admin !== '0') && { school_admin: school_admin ? ('1' as const) : ('0' as const) }),
    ...(next && next.join() !== [...row.capabilities].sort().join() && { capabilities: next }),
  };
}

/** Returns the changed rights and role of a person for the audit log. */
const pickLogged = (row: Partial<PersonRow>, change: object): object => ({
  ...('role' in change && { role: row.role }),
  ...('school_admin' in change && { school_admin: row.school_admin !== '0' }),
  ...('capabilities' in change && { capabilities: row.capabilities }),
});

/** Changes all given rights or none. Throws `state_conflict` with the reason `admin` if a learner would have rights. */
export async function changeRights(ctx: UserCtx, id: string, { version, ...wanted }: Rights): Promise<PersonEntry> {
  const row = await requireManaged(ctx, id);
  if (wanted.capabilities !== undefined && !isDistrictAdmin(ctx.user)) throw new AppError('forbidden', { field: 'capabilities' });
  const change = changesIn(row, wanted);
  if (Object.keys(change).length === 0) return presentPersonEntry(ctx.user, row);
  requireVersion(ctx, row, version);
  if (!isRoleAllowed({ ...row, ...change })) throw new AppError('state_conflict', { details: { reason: 'admin' } });
  const next = { ...row, ...(change.role && { role: change.role }) };
  if (change.role) requireAllowed(ctx, row, version, 'setRole');
  if (change.school_admin) requireAllowed(ctx, next, version, change.school_admin === '1' ? 'giveAdmin' : 'takeAdmin');
  if (change.capabilities) requireAllowed(ctx, next, version, 'setCapabilities');
  if (change.school_admin === '0') await requireRemainingAdmin(ctx.db, row);
  await changePerson(ctx, row, change);
  await recordAudit(ctx, 'person.rights', pickLogged(row, change), pickLogged(change, change), auditScope(row));
  // The person may be outside the user's scope after the change, so their scope is not checked again.
  const after = await findPerson(ctx.db, id);
  if (!after) throw notFound();
  return presentPersonEntry(ctx.user, after);
}

export async function sendPersonResetLink(ctx: UserCtx<'oidc'>, id: string): Promise<{ ok: true }> {
  const row = await requireManaged(ctx, id);
  if (!personPermissions(ctx.user, row).sendLink) throw new AppError('state_conflict', { details: { state: row.state } });
  await sendResetLink(ctx, row.id);
  await recordAudit(ctx, 'person.sendLink', null, null, auditScope(row));
  return { ok: true };
}

export async function removeFromSchool(ctx: UserCtx, id: string, version: number): Promise<{ seats: number }> {
  const row = await requireManaged(ctx, id);
  requireAllowed(ctx, row, version, 'remove');
  if (row.school_id !== null) await removeClaimedSchool(ctx.db, id, row.school_id);
  return { seats: await detachFromSchool(ctx, ctx.user, row) };
}

export async function assignSchool(ctx: UserCtx, id: string, version: number, schoolId: string): Promise<PersonEntry> {
  const row = await requireManaged(ctx, id);
  const school = await findSchool(ctx.db, schoolId);
  if (!school || school.district_id !== ctx.user.district_id) throw notFound('school');
  if (school.state === 'closed') throw new AppError('state_conflict', { field: 'school' });
  requireAllowed(ctx, row, version, 'assignSchool');
  await changePerson(ctx, row, { school_id: schoolId, school_wish: '' });
  await recordAudit(
    ctx,
    'person.join',
    { school: null },
    { school: schoolId },
    { school: schoolId, district: school.district_id, subject: id },
  );
  await notifyJoined(ctx, row, school.name);
  return readAgain(ctx, id);
}
