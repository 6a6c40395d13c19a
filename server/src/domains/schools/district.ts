/** Finding, adding, suspending, closing and merging the schools of a district (docs/behaviour/schools.md#all-schools-of-a-district). */
import { today } from '@fundus/contract/days';
import type { StreamAnswer } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import type { School, SchoolLine, SchoolSort } from '@fundus/contract/schools/schools';
import { downloadName } from '../../http/bodies/download-name.ts';
import { readPages, tableFile } from '../../http/bodies/table-file.ts';
import { newId } from '../../db/new-id.ts';
import { recordAudit } from '../../http/audit.ts';
import type { Ctx, UserCtx } from '../../http/context.ts';
import { countSchoolLicences } from '../licences/index.ts';
import { countMembers, endSessionsOfSchool } from './members-repository.ts';
import { mayEditHead, schoolPermissions } from './policy.ts';
import {
  countSchools,
  findDistrict,
  findSchool,
  insertSchool,
  listSchools,
  lockSchools,
  setNumberPattern,
  sumSchools,
  type SchoolRow,
  type SchoolFilter,
} from './repository.ts';
import { checkNumber, erasureDay, auditScope, readSchool, requireVisible, writeSchool } from './service.ts';
import { notifyMembers } from './notify-members.ts';
import type { TableQuery } from '@fundus/contract/table-file';
import { loadWords } from '../mails/index.ts';

type Listed = Awaited<ReturnType<typeof listSchools>>[number];

const line = (row: Listed): SchoolLine => ({
  id: row.id,
  name: row.name,
  number: row.number,
  kind: row.kind,
  postcode: row.postcode,
  city: row.city,
  email: row.email,
  state: row.state,
  closes_on: row.closes_on,
  version: row.version,
  people: row.people,
  waiting: row.waiting,
  administrators: row.administrators,
});

/** Returns the district of the administrator. Throws `not_found` if there is none. */
export async function requireOwnDistrict(ctx: UserCtx) {
  const district = ctx.user.district_id === null ? undefined : await findDistrict(ctx.db, ctx.user.district_id);
  if (!district) throw new AppError('not_found');
  return district;
}

type Page = { offset: number; limit: number };

export async function readSchools(ctx: UserCtx, { sort, offset, limit, ...asked }: SchoolFilter & Page & { sort: SchoolSort }) {
  const district = await requireOwnDistrict(ctx);
  const rows = await listSchools(ctx.db, district.id, asked, sort, offset, limit);
  return {
    total: await countSchools(ctx.db, district.id, asked),
    offset,
    limit,
    items: rows.map(line),
    number_pattern: district.number_pattern,
    sums: await sumSchools(ctx.db, district.id),
  };
}

type NewSchool = Pick<SchoolRow, 'name' | 'number' | 'kind' | 'street' | 'postcode' | 'city' | 'email' | 'phone' | 'website'>;

export async function createSchool(ctx: UserCtx, school: NewSchool): Promise<School> {
  return readSchool(ctx, await addSchool(ctx, await requireOwnDistrict(ctx), school));
}

/**
 * Adds a school to a district and returns its id. `user` is `null` for the operator. Throws `validation_failed` or `already_exists` for an invalid or
 * duplicate number.
 */
export async function addSchool(
  ctx: Pick<Ctx, 'db' | 'user' | 'now'>,
  district: { id: string; number_pattern: string },
  school: NewSchool,
): Promise<string> {
  await checkNumber(ctx, school.number, district);
  const id = newId(ctx.now);
  await insertSchool(ctx.db, { ...school, id, district_id: district.id, created_at: ctx.now, state_since: ctx.now });
  await recordAudit(ctx, 'school.create', null, school, { school: id, district: district.id });
  return id;
}

export async function changeNumberPattern(ctx: UserCtx, number_pattern: string): Promise<{ number_pattern: string }> {
  const district = await requireOwnDistrict(ctx);
  await setNumberPattern(ctx.db, district.id, number_pattern);
  await recordAudit(ctx, 'district.numberPattern', district.number_pattern, number_pattern, { school: null, district: district.id });
  return { number_pattern };
}

type Step =
  | { to: 'suspended'; version: number; reason: string }
  | { to: 'active'; version: number }
  | { to: 'closing'; version: number; closes_on: string }
  | { to: 'closed'; version: number };

/** Changes the state of a school. Throws `state_conflict` if the transition is not allowed. */
export async function changeState(ctx: UserCtx, id: string, step: Step): Promise<School> {
  const row = await requireSchool(ctx, id);
  const can = schoolPermissions(ctx.user, row, false);
  const may = { suspended: can.suspend, active: can.resume, closing: row.state === 'active', closed: can.close }[step.to];
  if (!may) throw new AppError('state_conflict', { details: { state: row.state } });
  if (step.to === 'closing' && step.closes_on <= today(ctx.now)) throw invalid('closes_on', 'min');
  const change = {
    state: step.to,
    state_since: ctx.now,
    state_reason: step.to === 'suspended' ? step.reason : '',
    closes_on: step.to === 'closing' ? step.closes_on : step.to === 'active' ? null : row.closes_on,
    ...(step.to === 'active' && { notified_days: null }),
  };
  const school = await writeSchool(ctx, row, step.version, change);
  if (step.to === 'suspended' || step.to === 'closed') await endSessionsOfSchool(ctx.db, id);
  if (step.to === 'closed') await notifyMembers(ctx, row, { template: 'schoolClosed', day: erasureDay(ctx.now) });
  if (step.to === 'active' && row.state === 'closed') await notifyMembers(ctx, row, { template: 'schoolOpened' });
  await recordAudit(
    ctx,
    `school.${step.to}`,
    { state: row.state, closes_on: row.closes_on },
    { state: step.to, closes_on: change.closes_on, reason: change.state_reason },
    auditScope(row),
  );
  return school;
}

async function requireSchool(ctx: UserCtx, id: string): Promise<SchoolRow> {
  const row = await requireVisible(ctx, id);
  if (!mayEditHead(ctx.user, row)) throw new AppError('forbidden');
  return row;
}

type Merge = { version: number; into: string; dry_run: boolean };

/** Merges a school into another school of the same district. The merged school is closed and refers to the other one. */
export async function mergeSchools(ctx: UserCtx<'domains'>, id: string, { version, into, dry_run }: Merge) {
  // If two schools are merged into each other concurrently, the second request finds its target closed.
  if (!dry_run) await lockSchools(ctx.db, [id, into]);
  const row = await requireSchool(ctx, id);
  const target = await findSchool(ctx.db, into);
  if (!target || target.district_id !== row.district_id || into === id) throw notFound('into');
  if (row.state === 'closed' || target.state === 'closed') throw new AppError('state_conflict', { field: 'into' });
  const counts = { ...(await countMembers(ctx.db, id)), ...(await countSchoolLicences(ctx, id)) };
  if (dry_run) return counts;
  await writeSchool(ctx, row, version, { state: 'closed', state_since: ctx.now, merged_into: into, state_reason: '' });
  await ctx.domains.mergeSchools(ctx, id, into);
  await recordAudit(
    ctx,
    'school.merge',
    { school: id, number: row.number },
    { into, ...counts },
    { school: into, district: row.district_id },
  );
  return counts;
}

export async function exportSchools(
  ctx: UserCtx,
  { sort, format, lang, ...asked }: SchoolFilter & { sort: SchoolSort } & TableQuery,
): Promise<StreamAnswer> {
  const district = await requireOwnDistrict(ctx);
  const t = await loadWords(ctx, lang);
  const head = ['number', 'name', 'kind', 'street', 'postcode', 'city', 'email', 'phone'] as const;
  const columns = [
    ...head.map((name) => ({ title: t(`schools.field.${name}`) })),
    { title: t('schools.state') },
    { title: t('schools.closesOn'), kind: 'day' },
    { title: t('schools.people'), kind: 'number' },
  ] as const;
  const rows = readPages(
    (offset, limit) => listSchools(ctx.db, district.id, asked, sort, offset, limit),
    (row) => [...head.map((name) => row[name]), t(`schools.state.${row.state}`), row.closes_on, row.people],
  );
  return tableFile({ format, lang }, { name: downloadName(t, 'schools', today(ctx.now)), columns, rows });
}
