/** Import of licence packages, with a preview of each line (docs/behaviour/licences.md#packages). Licences imported earlier stay unchanged. */
import { indexByNumber } from '@fundus/contract/schools/index-by-number';
import { Rights } from '@fundus/contract/catalogue/catalogue';
import { shiftMonths, today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import {
  PACKAGE_MONTHS,
  type LicencePackage,
  type licencePackages,
  type PackageRow,
  type PackageSource,
} from '@fundus/contract/licences/packages';
import { dateLocale } from '@fundus/contract/locale';
import { href } from '@fundus/contract/screens';
import { normalizeCode } from '@fundus/contract/licences/rules';
import type { TableMapping } from '@fundus/contract/tables/tables';
import { readInChild } from '../../../child-process/run-in-child.ts';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { requireColumns, decodeTableContent, attachRejectedRows } from '../../../tables/read-content.ts';
import { isDistrictEditor } from '../active.ts';
import { groupSigns, tryTypedCode, makeCode } from '../codes/codes.ts';
import { findOwner, resolveTerms, type Owner } from '../bulk/enter.ts';
import { findSchool, listManagers } from '../manage-repository.ts';
import type * as packageFile from './package-file.ts';
import type { ReadPackage } from './package-file.ts';
import { keyOf, loadNamedEntries, type NamedEntries } from '../named.ts';
import type { PackageLine } from './package-lines.ts';
import {
  deletePackage,
  findPackage,
  findPackageById,
  insertLicences,
  insertPackage,
  listPackages,
  recordPickUp,
  type PackageRecord,
} from './package-repository.ts';
import { managesLicences } from '../policy.ts';
import { logMediaChanges } from '../service.ts';
import { notifyPerson, type Message } from '../../mails/index.ts';

const NUMBER = 12;
const LEFT_OUT: readonly PackageRow['result'][] = ['unknown', 'expired', 'error'];
const MAX_LISTED = 100;

/** Parsed package with the owner it is imported for. `packageId` is set for a deposited package. */
export type AskedPackage = {
  source: PackageSource;
  table: ReadPackage['table'];
  lines: PackageLine[];
  licensor: string;
  school_id: string | null;
  packageId: string | null;
};

const { readPackageFile } = readInChild<typeof packageFile>(
  new URL('./package-file.ts', import.meta.url),
  { seconds: 5, megabytes: 512 },
  'content',
);

const readContent = (content: string, mapping?: TableMapping): Promise<ReadPackage> =>
  readPackageFile(decodeTableContent(content), mapping);

/**
 * Finds a deposited package outside the transaction, so that a wrong number is counted even if the request fails. Throws `forbidden`,
 * `validation_failed`, `not_found` or `too_many_attempts`.
 */
export async function findDepositedPackage(ctx: UserCtx, body: Input<typeof licencePackages.importPackage>['body']): Promise<AskedPackage> {
  if (!managesLicences(ctx.user)) throw new AppError('forbidden');
  const { number, content, mapping, licensor, school_id = null } = body;
  if ((number === undefined) === (content === undefined)) throw invalid(number === undefined ? 'content' : 'number', 'required');
  if (number === undefined) return { ...(await readContent(content!, mapping)), licensor, school_id, packageId: null };
  const found = await tryTypedCode(ctx, (db) => findReachable(ctx, db, number));
  if (!found) throw notFound('number');
  const { id, source, lines } = found;
  return { source, table: null, lines: lines as PackageLine[], licensor: found.licensor, school_id: found.school_id, packageId: id };
}

/** Returns a package that is addressed to a school the user manages. */
async function findReachable(ctx: UserCtx, db: UserCtx['db'], number: string): Promise<PackageRecord | undefined> {
  const found = await findPackage(db, normalizeCode(number), today(ctx.now));
  const reaches =
    found && (isDistrictEditor(ctx.user) ? found.district_id === ctx.user.district_id : found.school_id === ctx.user.school_id);
  return reaches ? found : undefined;
}

type Checked = PackageRow & { insert: Parameters<typeof insertLicences>[1][number] | null };

/** Returns true if both numbers identify the same school, as `DE-MV-12345` and `12345` do. */
const isSchool = (named: string, number: string): boolean => named === '' || indexByNumber([{ number }])(named) !== undefined;

/** Returns the result of each line for the given owner. */
export async function checkPackage(
  ctx: Pick<UserCtx, 'db' | 'now' | 'config'>,
  { lines, licensor: defaultLicensor }: { lines: readonly PackageLine[]; licensor: string },
  owner: Owner,
  schoolNumber: string | null,
  named?: NamedEntries,
): Promise<Checked[]> {
  const licensorOf = (line: PackageLine): string => line.licensor || defaultLicensor;
  const { findMedium, entered } = named ?? (await loadNamedEntries(ctx, { lines, licensor: defaultLicensor }));
  const day = today(ctx.now);
  const seen = new Set<string>();
  return lines.map((line): Checked => {
    const licensor = licensorOf(line);
    // A licence without a number is identified by its medium and scope.
    const key = keyOf(licensor, line.code || `${line.medium} ${line.scope}`);
    const medium = findMedium(line.medium);
    const { problems, ...settled } = resolveTerms(ctx, line, owner);
    const { medium: name, code, scope, seats, runtime, runtime_days, valid_from, valid_to } = line;
    const row = {
      line: line.line,
      medium: name,
      title: medium?.fn_titel ?? null,
      code,
      scope,
      seats,
      runtime,
      runtime_days,
      valid_from,
      valid_to,
      // Packages deposited before prices were introduced have none.
      price: line.price ?? null,
    };
    const checked = (result: PackageRow['result'], problem: PackageRow['problem'] = null): Checked => ({
      ...row,
      result,
      problem,
      insert: null,
    });
    const fail = (field: string, rule: string): Checked => checked('error', { field, rule });
    if (line.problem) return checked('error', line.problem);
    if (licensor === '' && code !== '') return fail('licensor', 'required');
    if (seen.has(key)) return fail('code', 'duplicate');
    seen.add(key);
    const known = entered.get(key);
    if (known)
      return known.school_id === owner.school_id && known.district_id === owner.district_id ? checked('here') : fail('code', 'taken');
    if (line.school !== '' && (schoolNumber === null || !isSchool(line.school, schoolNumber))) return fail('school', 'other');
    if (scope === 'district' && owner.district_id === null) return fail('scope', 'choice');
    if (!medium) return checked('unknown');
    if (medium.free) return fail('medium', 'free');
    if (problems[0]) return checked('error', problems[0]);
    if (settled.valid_to !== null && settled.valid_to < day) return checked('expired');
    const { audience, price = null } = line;
    const terms = {
      scope,
      runtime,
      runtime_days,
      audience,
      price,
      licensor,
      purchase_ref: code,
      rights: Rights.parse(line.rights),
      ...settled,
    };
    return {
      ...row,
      ...settled,
      result: 'new',
      problem: null,
      insert: { ...terms, ...owner, id: newId(ctx.now), identifier: medium.identifier, origin: 'hand', created_at: ctx.now },
    };
  });
}

/** Imports the new lines, unless `dryRun` is set. Invalid lines are skipped and can be imported later. */
export async function importPackage(
  ctx: UserCtx,
  asked: AskedPackage,
  dryRun: boolean,
): Promise<Reply<typeof licencePackages.importPackage>> {
  if (asked.table && !dryRun) requireColumns(asked.table.found);
  const owner = await findOwner(ctx, { scope: 'school', school_id: asked.school_id });
  const school = owner.school_id === null ? undefined : await findSchool(ctx.db, owner.school_id);
  const rows = await checkPackage(ctx, asked, owner, school?.number ?? null);
  const countOf = (...results: PackageRow['result'][]): number => rows.filter(({ result }) => results.includes(result)).length;
  const reply = {
    source: asked.source,
    table: asked.table && attachRejectedRows(asked.table.found, asked.table.rows, rows, LEFT_OUT),
    owner: school?.name ?? '',
    rows: rows.map(({ insert: _, ...row }) => row),
    created: countOf('new'),
    here: countOf('here'),
    left_out: countOf(...LEFT_OUT),
  };
  if (dryRun) return reply;
  const inserted = await insertLicences(
    ctx.db,
    rows.flatMap(({ insert }) => insert ?? []),
  );
  if (asked.packageId !== null) await recordPickUp(ctx.db, asked.packageId, { person_id: ctx.user.id, now: ctx.now });
  if (inserted.length > 0) {
    const after = { ...owner, source: asked.source, created: inserted.length, left_out: reply.left_out };
    await recordAudit(ctx, 'licence.import', null, after, { school: owner.school_id, district: ctx.user.district_id });
    await logMediaChanges(ctx, inserted);
  }
  return { ...reply, created: inserted.length };
}

const present = (row: PackageRecord): LicencePackage => ({
  id: row.id,
  number: groupSigns(row.number),
  school: { id: row.school_id, name: row.school_name },
  licensor: row.licensor,
  source: row.source,
  rows: row.rows,
  ends_on: row.ends_on,
  deposited_at: row.deposited_at.toISOString(),
  picked_up_at: row.picked_up_at?.toISOString() ?? null,
});

export async function readPackages(ctx: UserCtx): Promise<{ items: LicencePackage[] }> {
  if (!isDistrictEditor(ctx.user)) throw new AppError('forbidden');
  return { items: (await listPackages(ctx.db, ctx.user.district_id, MAX_LISTED)).map(present) };
}

type Deposit = Input<typeof licencePackages.depositPackage>['body'];

/** Parses the file of a package before the transaction. Throws `forbidden`, `too_large` or `validation_failed`. */
export async function readDeposit(ctx: UserCtx, body: Deposit): Promise<ReadPackage> {
  await requireRecipient(ctx, body);
  const read = await readContent(body.content, body.mapping);
  if (read.table) requireColumns(read.table.found);
  return read;
}

async function requireRecipient(ctx: UserCtx, body: Deposit): Promise<string> {
  if (!isDistrictEditor(ctx.user)) throw new AppError('forbidden');
  const { school_id } = await findOwner(ctx, { scope: 'school', school_id: body.school_id });
  if (school_id === null) throw invalid('school_id', 'required');
  return school_id;
}

/** Deposits a package for a school. Its lines are checked when the school imports the package. */
export async function depositPackage(ctx: UserCtx, body: Deposit, { source, lines }: ReadPackage): Promise<LicencePackage> {
  const school_id = await requireRecipient(ctx, body);
  const id = newId(ctx.now);
  await insertPackage(ctx.db, {
    ...{ id, school_id, source, lines, licensor: body.licensor, number: makeCode(NUMBER) },
    ends_on: shiftMonths(today(ctx.now), PACKAGE_MONTHS),
    deposited_by: ctx.user.id,
    deposited_at: ctx.now,
  });
  await recordAudit(
    ctx,
    'licence.deposit',
    null,
    { school_id, source, rows: lines.length },
    { school: school_id, district: ctx.user.district_id },
  );
  const laid = present((await findPackageById(ctx.db, id))!);
  const mail = readyMail(laid);
  for (const person of await listManagers(ctx.db, school_id)) await notifyPerson(ctx, person, mail);
  return laid;
}

/** Returns the mail to the school's licence managers with the number of a deposited package. */
const readyMail = ({ number, licensor, rows, ends_on }: LicencePackage): Message => ({
  template: 'licencePackageReady',
  compose: (checked, language) => {
    const date = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(ends_on));
    const label = checked('mail.licencePackageReady.action');
    return {
      subject: checked('mail.licencePackageReady.subject'),
      body: [
        { kind: 'text', text: checked('mail.licencePackageReady.text', { licensor, rows, number, date }) },
        { kind: 'link', label, href: href('library', { tab: 'licences' }, { view: 'manage' }) },
      ],
      values: { licensor, rows, number, date },
    };
  },
});

export async function removePackage(ctx: UserCtx, id: string): Promise<{ ok: true }> {
  if (!isDistrictEditor(ctx.user)) throw new AppError('forbidden');
  const found = await findPackageById(ctx.db, id);
  if (found?.district_id !== ctx.user.district_id) throw notFound();
  if (!(await deletePackage(ctx.db, id))) throw new AppError('state_conflict');
  return { ok: true };
}
