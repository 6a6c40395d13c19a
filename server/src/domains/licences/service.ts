/** Management of the licences of a school or a district. */
import { fullName } from '@fundus/contract/people/full-name';
import { today } from '@fundus/contract/days';
import { coverHref } from '@fundus/contract/files/files';
import type { Reply } from '@fundus/contract/endpoint';
import { AppError, notFound, rejectInvalidFields } from '@fundus/contract/errors';
import type { Licence, LicenceChange, LicenceEvent, licences } from '@fundus/contract/licences/licences';
import { periodOf, type Runtime } from '@fundus/contract/licences/rules';
import { href } from '@fundus/contract/screens';
import { recordAudit } from '../../http/audit.ts';
import type { UserCtx } from '../../http/context.ts';
import { logChanges } from '../../search/change-log-repository.ts';
import { notifyPerson, simpleMail } from '../mails/index.ts';
import { countSeats, hasAssignedSeats, isDistrictEditor, stateOf, licenceTerms } from './active.ts';
import {
  findManaged,
  findManagedLicenceByCode,
  listEvents,
  listManagers,
  recordLicenceEvent,
  setTeacherPermissions,
  findTeacherPermissions,
  type TeacherPermissions,
  updateLicence,
  type ManagedRow,
} from './manage-repository.ts';
import { countManagedLicences, listChoices, listManagedLicences, sumManagedLicences, type ManagedFilter } from './bulk/list-repository.ts';
import { licenceCan, managesLicences, mayEditTerms, mayHide, mayPrice, maySeeLicence, maySeeNames, mayWithdraw } from './policy.ts';
import { lockLicences } from './repository.ts';
import { endSeats } from './seats/seat-repository.ts';
import { eventsOf, findShare, shareOf } from './seats/share.ts';

/** Logs the media as changed, so that the index is updated. Call it last in the transaction. */
export async function logMediaChanges(
  ctx: Pick<UserCtx, 'db' | 'afterCommit' | 'wakeIndex'>,
  identifiers: readonly string[],
): Promise<void> {
  await logChanges(ctx.db, [...new Set(identifiers)]);
  ctx.afterCommit(() => ctx.wakeIndex());
}

export const mediumOf = (
  ctx: UserCtx,
  row: { identifier: string; fn_titel: string; fn_typ: string; fn_nr: string | null; is_mediathek: boolean },
): Licence['medium'] => ({
  identifier: row.identifier,
  fn_titel: row.fn_titel,
  fn_typ: row.fn_typ,
  cover: coverHref(row, ctx.config.CoverService),
});

export function presentLicence(ctx: UserCtx, row: ManagedRow): Licence {
  const terms = licenceTerms(ctx.config);
  return {
    id: row.id,
    medium: mediumOf(ctx, row),
    scope: row.scope,
    owner: { kind: row.school_id === null ? 'district' : 'school', id: row.school_id ?? row.district_id ?? '', name: row.owner_name },
    state: stateOf(row, today(ctx.now), terms),
    hidden: row.hidden,
    valid_from: row.valid_from,
    valid_to: row.valid_to,
    runtime: row.runtime,
    runtime_days: row.runtime_days,
    seats: row.seats,
    taken: row.taken,
    in_use: row.in_use,
    ...countSeats(row, terms),
    returns_left: row.returns_left,
    audience: row.audience,
    rights: row.rights,
    licensor: row.licensor,
    purchase_ref: row.purchase_ref,
    warn_below: row.warn_below,
    price: row.price,
    origin: row.origin,
    version: row.version,
    share: false,
    can: licenceCan(ctx.user, row),
  };
}

/** Returns a licence that the user manages. Throws `not_found`, or `forbidden` for a licence the user may only read. */
export async function requireManaged(ctx: UserCtx, id: string): Promise<ManagedRow> {
  const { row, share } = await requireVisible(ctx, id);
  if (share) throw new AppError('forbidden');
  return row;
}

/** Returns a licence that the user manages, or a licence of the district with the share of the user's school. Throws `not_found`. */
export async function requireVisible(ctx: UserCtx, id: string) {
  const row = await findManaged(ctx.db, id);
  if (row && maySeeLicence(ctx.user, row)) return { row };
  const share = row && (await findShare(ctx, row));
  if (!share) throw notFound();
  return { row, share };
}

type Page = { offset: number; limit: number };

export async function readLicences(ctx: UserCtx, { offset, limit, ...query }: Page & Omit<ManagedFilter, 'day'>) {
  if (!managesLicences(ctx.user)) throw new AppError('forbidden');
  const day = today(ctx.now);
  const criteria = { day, ...query };
  const rows = await listManagedLicences(ctx.db, ctx.user, criteria, offset, limit);
  return {
    total: await countManagedLicences(ctx.db, ctx.user, criteria),
    offset,
    limit,
    items: rows.map((row) => presentLicence(ctx, row)),
    sums: await sumManagedLicences(ctx.db, ctx.user, day),
    can: { create: true, forSchools: isDistrictEditor(ctx.user) },
    settings: isDistrictEditor(ctx.user) || ctx.user.school_id === null ? null : await findTeacherPermissions(ctx.db, ctx.user.school_id),
  };
}

/** Returns the publishers and schools that are offered as filters. */
export async function readChoices(ctx: UserCtx): Promise<Reply<typeof licences.choices>> {
  if (!managesLicences(ctx.user)) throw new AppError('forbidden');
  return listChoices(ctx.db, ctx.user);
}

/** Returns a licence by its own id or by that of one of its codes. The `codeId` in a URL may be either. Throws `not_found`. */
export async function readLicence(ctx: UserCtx, id: string): Promise<Licence & { events: LicenceEvent[] }> {
  const ofCode = await findManagedLicenceByCode(ctx.db, id);
  const { row, share } = await requireVisible(ctx, ofCode?.id ?? id);
  const names = maySeeNames(ctx.user, row);
  const events = await listEvents(ctx.db, row.id);
  if (share) return { ...shareOf(presentLicence(ctx, row), share), events: eventsOf(share, events) };
  return {
    ...presentLicence(ctx, row),
    events: events.map(({ at, what, count, vorname, name }) => ({
      at: at.toISOString(),
      what,
      count,
      by: names && name ? fullName({ vorname, name }) : null,
    })),
  };
}

type Terms = Omit<LicenceChange, 'version' | 'hidden' | 'warn_below' | 'price'>;

/** Returns the terms of a licence after a change, with the problems found in them. */
export function resolveChange(ctx: Pick<UserCtx, 'now' | 'config'>, row: ManagedRow, terms: Terms) {
  const next = { ...row, ...definedOnly(terms) };
  // An end date that was chosen stays, while a computed one moves with the start.
  const movesStart = terms.valid_from !== undefined && terms.valid_from !== row.valid_from;
  const choosesEnd = terms.valid_to != null && terms.valid_to !== row.valid_to;
  if ((movesStart && !choosesEnd) || next.valid_to === null) {
    const usable = !hasAssignedSeats(row) || row.taken > 0;
    Object.assign(next, periodOf({ ...next, runtime: next.runtime as Runtime }, usable, today(ctx.now), ctx.config.schoolYearEnd));
  }
  const tooFew = next.seats !== 0 && next.seats < row.taken;
  const endsBefore = next.valid_from !== null && next.valid_to !== null && next.valid_to < next.valid_from;
  const problems = [
    next.scope === 'single' && next.seats !== 1 && { field: 'seats', rule: 'range' },
    next.scope === 'volume' && next.seats === 0 && { field: 'seats', rule: 'required' },
    tooFew && { field: 'seats', rule: 'min' },
    endsBefore && { field: 'valid_to', rule: 'range' },
  ].filter((problem) => problem !== false);
  return { ...next, tooFew, problems };
}

export async function changeLicence(
  ctx: UserCtx,
  id: string,
  { version, hidden, warn_below, price, ...terms }: LicenceChange,
): Promise<Licence> {
  await lockLicences(ctx.db, [id]);
  const row = await requireManaged(ctx, id);
  const changesTerms = Object.values(terms).some((value) => value !== undefined);
  if (changesTerms && !mayEditTerms(ctx.user, row)) throw new AppError('forbidden');
  if (price !== undefined && !mayPrice(ctx.user, row)) throw new AppError('forbidden', { field: 'price' });
  if (hidden !== undefined && !mayHide(ctx.user, row)) throw new AppError('forbidden', { field: 'hidden' });
  if (row.version !== version) throw new AppError('version_conflict', { details: { current: presentLicence(ctx, row) } });
  const next = resolveChange(ctx, row, terms);
  rejectInvalidFields(next.problems, next.tooFew ? { taken: row.taken } : {});
  const { valid_from, valid_to } = next;
  const set = { ...definedOnly(terms), ...(changesTerms && { valid_from, valid_to }), ...definedOnly({ hidden, warn_below, price }) };
  if (!(await updateLicence(ctx.db, id, version, set))) throw new AppError('version_conflict');
  const what = hidden === undefined || hidden === row.hidden ? 'changed' : hidden ? 'hidden' : 'shown';
  await recordLicenceEvent(ctx.db, { licence_id: id, what, at: ctx.now, person_id: ctx.user.id });
  await recordAudit(ctx, `licence.${what}`, pick(row, Object.keys(set)), set, scopeOf(row));
  if (what === 'changed') await notifySchool(ctx, row, 'licenceChanged');
  await logMediaChanges(ctx, [row.identifier]);
  return presentLicence(ctx, await requireManaged(ctx, id));
}

export const definedOnly = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;

const pick = (row: object, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));

/** Audit scope of a licence. It is the school that owns it, even if the district made the change. */
const scopeOf = (row: ManagedRow) => ({ school: row.school_id, district: row.owner_district });

/** Notifies a school that the district changed or withdrew its licence. */
async function notifySchool(ctx: UserCtx, row: ManagedRow, template: 'licenceChanged' | 'licenceWithdrawn'): Promise<void> {
  if (row.school_id === null || row.school_id === ctx.user.school_id) return;
  const mail = simpleMail(template, { title: row.fn_titel }, href('school-media-detail', { mediaId: row.identifier, codeId: row.id }));
  for (const id of await listManagers(ctx.db, row.school_id)) await notifyPerson(ctx, id, mail);
}

export async function withdrawLicence(ctx: UserCtx, id: string): Promise<Licence> {
  await lockLicences(ctx.db, [id]);
  const row = await requireManaged(ctx, id);
  if (row.withdrawn) throw new AppError('state_conflict');
  if (!mayWithdraw(ctx.user, row)) throw new AppError('forbidden');
  await endSeats(ctx.db, id);
  await updateLicence(ctx.db, id, row.version, { withdrawn_at: ctx.now });
  await recordLicenceEvent(ctx.db, { licence_id: id, what: 'withdrawn', at: ctx.now, person_id: ctx.user.id, count: row.taken });
  await recordAudit(ctx, 'licence.withdraw', { id, taken: row.taken }, null, scopeOf(row));
  await notifySchool(ctx, row, 'licenceWithdrawn');
  await logMediaChanges(ctx, [row.identifier]);
  return presentLicence(ctx, await requireManaged(ctx, id));
}

/** Changes the given settings and keeps all others. */
export async function changeSettings(
  ctx: UserCtx,
  settings: { [K in keyof TeacherPermissions]?: boolean | undefined },
): Promise<TeacherPermissions> {
  const { school_id } = ctx.user;
  if (school_id === null) throw new AppError('forbidden');
  const before = await findTeacherPermissions(ctx.db, school_id);
  const after = { ...before, ...definedOnly(settings) };
  await setTeacherPermissions(ctx.db, school_id, after);
  await recordAudit(ctx, 'licence.settings', before, after);
  return after;
}
