/** The page of a school: reading it, and changing its contact data, details and logo (docs/behaviour/schools.md#fields). */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { isStudent } from '@fundus/contract/access';
import { shiftDay, today } from '@fundus/contract/days';
import type { Reply, StreamAnswer } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import { CLOSED_DAYS, matchesMask, LOGO_BYTES, SchoolSettings, type School, type schools } from '@fundus/contract/schools/schools';
import { recordAudit } from '../../http/audit.ts';
import type { Ctx, UserCtx } from '../../http/context.ts';
import { pictureHeaders, readPicture, type ReadPicture } from '../setup/index.ts';
import { listContacts } from './members-repository.ts';
import { mayAdministrate, mayEditHead, maySeeSchool, schoolPermissions } from './policy.ts';
import { findLogo, findSchool, isNumberTaken, updateSchool, type SchoolRow } from './repository.ts';

export const settingsOf = (row: { settings: unknown }): SchoolSettings => SchoolSettings.parse(row.settings ?? {});

/** Returns the first day on which a school closed at the given time may be deleted. Until then, it can be reopened. */
export const erasureDay = (closed: Date): string => shiftDay(today(closed), CLOSED_DAYS);

export function presentSchool(ctx: UserCtx, row: SchoolRow): School {
  return {
    id: row.id,
    name: row.name,
    number: row.number,
    kind: row.kind,
    street: row.street,
    postcode: row.postcode,
    city: row.city,
    email: row.email,
    phone: row.phone,
    website: row.website,
    district: { id: row.district_id, name: row.district_name },
    logo: row.logo === null ? null : `/api/v1/schools/${encodeURIComponent(row.id)}/logo/${row.logo}`,
    state: row.state,
    state_reason: row.state_reason,
    closes_on: row.closes_on,
    erased_on: row.state === 'closed' ? erasureDay(row.state_since) : null,
    settings: mayAdministrate(ctx.user, row) ? settingsOf(row) : null,
    version: row.version,
    can: schoolPermissions(ctx.user, row, ctx.config.ShowAnalytics),
  };
}

/** Returns a school visible to the user. Throws `not_found`. */
export async function requireVisible(ctx: UserCtx, id: string): Promise<SchoolRow> {
  const row = await findSchool(ctx.db, id);
  if (!row || !maySeeSchool(ctx.user, row)) throw notFound();
  return row;
}

/** Returns a school that the user administers. Throws `not_found` or `forbidden`. */
export async function requireAdministered(ctx: UserCtx, id: string): Promise<SchoolRow> {
  const row = await requireVisible(ctx, id);
  if (!mayAdministrate(ctx.user, row)) throw new AppError('forbidden');
  return row;
}

export const readSchool = async (ctx: UserCtx, id: string): Promise<School> => presentSchool(ctx, await requireVisible(ctx, id));

export async function readOwnSchool(ctx: UserCtx): Promise<Reply<typeof schools.own>> {
  const { id, school_id } = ctx.user;
  if (school_id === null) return { school: null };
  const school = await readSchool(ctx, school_id);
  return isStudent(ctx.user) ? { school } : { school, contacts: await listContacts(ctx.db, school_id, id) };
}

/** Updates a school. Throws `version_conflict` with the current school if the version is outdated. */
export async function writeSchool(
  ctx: UserCtx,
  row: SchoolRow,
  version: number,
  change: Parameters<typeof updateSchool>[3],
): Promise<School> {
  if (row.version === version && (await updateSchool(ctx.db, row.id, version, change))) return readSchool(ctx, row.id);
  throw new AppError('version_conflict', {
    field: 'version',
    details: { current: presentSchool(ctx, (await findSchool(ctx.db, row.id)) ?? row) },
  });
}

const HEAD = ['name', 'number', 'kind', 'street', 'postcode', 'city'] as const;
type Fields = Partial<Record<(typeof HEAD)[number] | 'email' | 'phone' | 'website', string | undefined>>;
type Change = Fields & { version: number; settings?: SchoolSettings | undefined };

/** Throws `validation_failed` if a school number does not match the pattern of the district, or `already_exists` if it is taken. */
export async function checkNumber(
  ctx: Pick<Ctx, 'db'>,
  number: string,
  district: { id: string; number_pattern: string },
  besides?: string,
): Promise<void> {
  if (!matchesMask(number, district.number_pattern)) throw invalid('number', 'format', { pattern: district.number_pattern });
  if (await isNumberTaken(ctx.db, district.id, number, besides)) throw new AppError('already_exists', { field: 'number' });
}

/** Formats the settings for the audit log. */
const loggedOf = ({ timetable, ...settings }: SchoolSettings) => ({
  ...settings,
  timetable: timetable.map(({ begin, end }) => `${begin}–${end}`),
});

export async function changeSchool(ctx: UserCtx, id: string, { version, settings, ...fields }: Change): Promise<School> {
  const row = await requireAdministered(ctx, id);
  const can = schoolPermissions(ctx.user, row, false);
  if (!can.editContact) throw new AppError('state_conflict', { details: { state: row.state } });
  const wanted = Object.entries(fields).filter(([name, value]) => value !== undefined && value !== row[name as keyof Fields]);
  const head = wanted.find(([name]) => (HEAD as readonly string[]).includes(name));
  if (head && !mayEditHead(ctx.user, row)) throw new AppError('forbidden', { field: head[0] });
  const change = Object.fromEntries(wanted) as Record<string, string>;
  if (change.number !== undefined) await checkNumber(ctx, change.number, { id: row.district_id, number_pattern: row.number_pattern }, id);
  const next = settings && { settings: JSON.stringify(settings) };
  const school = await writeSchool(ctx, row, version, { ...change, ...next });
  const before = Object.fromEntries(wanted.map(([name]) => [name, row[name as keyof Fields]]));
  await recordAudit(
    ctx,
    'school.change',
    { ...before, ...(settings && { settings: loggedOf(settingsOf(row)) }) },
    { ...change, ...(settings && { settings: loggedOf(settings) }) },
    auditScope(row),
  );
  return school;
}

export const auditScope = (row: Pick<SchoolRow, 'id' | 'district_id'>) => ({ school: row.id, district: row.district_id });

const pathOf = (file: string, mime: string): string => `schools/${file}.${mime === 'image/png' ? 'png' : 'svg'}`;

/** Reads a new logo. Runs outside the transaction. Throws `too_large` or an error of `readPicture`. */
export async function prepareLogo(ctx: UserCtx, id: string, content: string): Promise<ReadPicture> {
  await requireAdministered(ctx, id);
  const given = Buffer.from(content, 'base64');
  if (given.length > LOGO_BYTES) throw new AppError('too_large', { field: 'content', details: { most: LOGO_BYTES } });
  return readPicture(given);
}

export async function setLogo(ctx: UserCtx<'storage'>, id: string, version: number, picture: ReadPicture): Promise<School> {
  const row = await requireAdministered(ctx, id);
  const file = createHash('sha256').update(picture.data).digest('hex');
  const school = await writeSchool(ctx, row, version, { logo: file, logo_mime: picture.mime });
  await ctx.storage.write(pathOf(file, picture.mime), Readable.from([picture.data]));
  await recordAudit(ctx, 'school.logo', row.logo, file, auditScope(row));
  return school;
}

/** Removes the logo from the school. The file remains, because another school may use the same picture. */
export async function removeLogo(ctx: UserCtx, id: string, version: number): Promise<School> {
  const row = await requireAdministered(ctx, id);
  const school = await writeSchool(ctx, row, version, { logo: null, logo_mime: null });
  await recordAudit(ctx, 'school.logo', row.logo, null, auditScope(row));
  return school;
}

export async function sendLogo(ctx: Pick<Ctx<'storage'>, 'db' | 'storage'>, id: string, file: string): Promise<StreamAnswer> {
  const row = await findLogo(ctx.db, id, file);
  const path = row?.logo_mime ? pathOf(file, row.logo_mime) : '';
  if (!row?.logo_mime || !(await ctx.storage.stat(path))) throw notFound('file');
  return { headers: pictureHeaders(row.logo_mime, 'public, max-age=31536000, immutable'), body: ctx.storage.read(path) };
}
