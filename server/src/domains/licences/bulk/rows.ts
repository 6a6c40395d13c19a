/** Creates and renews licences from the rows of a table (docs/behaviour/licences.md#import-from-a-table). */
import { isDeepStrictEqual } from 'node:util';
import { today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { indexByNumber } from '@fundus/contract/schools/index-by-number';
import { AppError } from '@fundus/contract/errors';
import { newId } from '../../../db/new-id.ts';
import type { UserCtx } from '../../../http/context.ts';
import { isDistrictEditor } from '../active.ts';
import { REJECTED_ROW_RESULTS, type LicenceImportRow, type licenceAssign } from '@fundus/contract/licences/assign';
import { readInChild } from '../../../child-process/run-in-child.ts';
import { requireColumns, decodeTableContent, attachRejectedRows } from '../../../tables/read-content.ts';
import { auditBySchool, toStoredTerms, notifySchools } from './bulk.ts';
import { findSchoolsOf, insertBulk, insertLicencesOfBulk, insertEvents, setTerms, type StoredTerms } from './bulk-repository.ts';
import type { Owner } from './enter.ts';
import { checkPackage } from '../packages/packages.ts';
import { managesLicences, mayEditTerms } from '../policy.ts';
import { logMediaChanges, definedOnly, resolveChange } from '../service.ts';
import type * as licenceTable from '../licence-table.ts';
import type { AssignLine, LicenceTable } from '../licence-table.ts';
import { findDistrictName, findSchool, type ManagedRow } from '../manage-repository.ts';
import { listMatching } from './list-repository.ts';
import { keyOf, loadNamedEntries } from '../named.ts';
import type { Problem } from '../packages/package-lines.ts';

type Asked = Input<typeof licenceAssign.assignTable>['body'];
type Insert = Parameters<typeof insertLicencesOfBulk>[1][number];
type Renewal = { row: ManagedRow; next: StoredTerms };
type School = { owner: Owner; name: string; number: string | null };

const { readLicenceTable } = readInChild<typeof licenceTable>(
  new URL('../licence-table.ts', import.meta.url),
  { seconds: 5, megabytes: 512 },
  'content',
);

/** Reads the file before the transaction begins. Throws `forbidden`, `too_large` or `validation_failed`. */
export async function readAssigned(ctx: UserCtx, { content, mapping }: Pick<Asked, 'content' | 'mapping'>): Promise<LicenceTable> {
  if (!managesLicences(ctx.user)) throw new AppError('forbidden');
  return readLicenceTable(decodeTableContent(content), mapping);
}

const MAX_SCHOOLS = 100_000;

/**
 * Returns a function that finds a school by number or name. Rows without a school, or with the district's name, belong to the district or to the
 * user's school.
 */
async function schoolFinder(ctx: UserCtx): Promise<(named: string) => School | undefined> {
  const { user } = ctx;
  const isDistrict = isDistrictEditor(user);
  const own = isDistrict ? undefined : await findSchool(ctx.db, user.school_id!);
  const schools = isDistrict ? await findSchoolsOf(ctx.db, user.district_id, 'all', MAX_SCHOOLS) : own ? [own] : [];
  const district = isDistrict ? await findDistrictName(ctx.db, user.district_id!) : undefined;
  const byNumber = indexByNumber(schools);
  const byName = Map.groupBy(schools, ({ name }) => name.toLowerCase());
  const none: School = {
    owner: isDistrict ? { district_id: user.district_id, school_id: null } : { district_id: null, school_id: user.school_id },
    name: '',
    number: own?.number ?? null,
  };
  return (named) => {
    const word = named.toLowerCase();
    if (word === '' || word === district?.toLowerCase()) return none;
    const called = byName.get(word);
    const found = byNumber(named) ?? (called?.length === 1 ? called[0] : undefined);
    return found && { owner: { district_id: null, school_id: found.id }, name: found.name, number: found.number };
  };
}

const isOf = (row: ManagedRow, owner: Owner): boolean => row.school_id === owner.school_id && row.district_id === owner.district_id;

type Placed = { line: AssignLine; school: School; identifier: string | undefined };
type Found = { known: ManagedRow | undefined; problem: Problem | null };

/** Returns a function that finds the existing licence of a row by id, by publisher and number, or by medium, owner, publisher and kind. */
async function licenceFinder(ctx: UserCtx, placed: readonly Placed[], lock: boolean): Promise<(row: Placed) => Found> {
  const rows = await listMatching(
    ctx.db,
    ctx.user,
    {
      ids: placed.flatMap(({ line }) => line.id || []),
      codes: placed.flatMap(({ line: { licensor, code } }) => (code === '' ? [] : { licensor, code })),
      media: placed.flatMap(({ identifier, school }) => (identifier ? { identifier, school_id: school.owner.school_id ?? '' } : [])),
    },
    lock,
  );
  const day = today(ctx.now);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byCode = new Map(rows.map((row) => [keyOf(row.licensor, row.purchase_ref), row]));
  const byMedium = Map.groupBy(
    rows.filter(({ origin }) => origin === 'hand'),
    (row) => keyOf(row.school_id, row.identifier, row.licensor),
  );
  const fail = (field: string, rule: string): Found => ({ known: undefined, problem: { field, rule } });
  return ({ line, school, identifier }) => {
    if (line.id !== '') {
      const known = byId.get(line.id);
      if (!known) return fail('id', 'unknown');
      if (line.school !== '' && !isOf(known, school.owner)) return fail('school', 'other');
      return line.medium !== '' && identifier !== known.identifier ? fail('medium', 'other') : { known, problem: null };
    }
    if (line.code !== '') {
      const known = byCode.get(keyOf(line.licensor, line.code));
      return { known: known && isOf(known, school.owner) ? known : undefined, problem: null };
    }
    const those = (byMedium.get(keyOf(school.owner.school_id, identifier ?? '', line.licensor)) ?? []).filter(
      (row) => !line.hasScope || row.scope === line.scope,
    );
    const current = those.filter(({ valid_to }) => valid_to === null || valid_to >= day);
    if (current.length > 1) return fail('medium', 'several');
    const [last] = [...those].sort((a, b) => (b.valid_to ?? '').localeCompare(a.valid_to ?? ''));
    return { known: current[0] ?? last, problem: null };
  };
}

type Checked = LicenceImportRow & { insert?: Insert; renewal?: Renewal };

async function checkRows(ctx: UserCtx, lines: readonly AssignLine[], lock: boolean): Promise<Checked[]> {
  const findSchoolOf = await schoolFinder(ctx);
  const named = await loadNamedEntries(ctx, { lines, licensor: '' });
  const placed = lines.flatMap((line): Placed | [] => {
    const school = findSchoolOf(line.school);
    return school ? { line, school, identifier: named.findMedium(line.medium)?.identifier } : [];
  });
  const find = await licenceFinder(ctx, placed, lock);
  const bySource = new Map(placed.map((each) => [each.line, each]));
  const used = new Set<string>();
  const codes = new Set<string>();
  const fresh: Placed[] = [];
  const rows = lines.flatMap((line): Checked | [] => {
    const at = bySource.get(line);
    const base = {
      ...{ line: line.line, medium: line.medium, title: named.findMedium(line.medium)?.fn_titel ?? null },
      ...{ school: at?.school.name ?? line.school, valid_to: line.valid_to, previous_valid_to: null },
    };
    const fail = (problem: Problem): Checked => ({ ...base, result: 'error', problem });
    if (line.problem) return fail(line.problem);
    if (!at) return fail({ field: 'school', rule: 'unknown' });
    const { known, problem } = find(at);
    if (problem) return fail(problem);
    const code = keyOf(line.licensor, line.code);
    const repeats = known ? used.has(known.id) : line.code !== '' && codes.has(code);
    if (repeats) return fail({ field: line.id !== '' ? 'id' : line.code !== '' ? 'code' : 'medium', rule: 'duplicate' });
    codes.add(code);
    if (known) {
      used.add(known.id);
      const school = known.school_id === null ? '' : known.owner_name;
      return { ...base, title: known.fn_titel, school, previous_valid_to: known.valid_to, ...renew(ctx, known, line) };
    }
    fresh.push(at);
    return [];
  });
  for (const those of Map.groupBy(fresh, ({ school }) => school.owner.school_id).values()) {
    const { owner, number, name } = those[0]!.school;
    const fromLines = those.map(({ line }) => ({ ...line, school: '', scope: scopeOf(line, owner) }));
    const checked = await checkPackage(ctx, { lines: fromLines, licensor: '' }, owner, number, named);
    for (const { line, medium, title, valid_to, result, problem, insert } of checked)
      rows.push({ line, medium, title, school: name, valid_to, previous_valid_to: null, result, problem, ...(insert && { insert }) });
  }
  return rows.sort((a, b) => a.line - b.line);
}

/** Returns the scope of a new licence. A row of the district without a kind and seats covers the whole district. */
const scopeOf = ({ hasScope, scope, seats }: AssignLine, owner: Owner): AssignLine['scope'] =>
  !hasScope && seats === 0 && owner.district_id !== null ? 'district' : scope;

/** Returns the changes that a row makes to an existing licence: end, price and number of seats. Empty cells change nothing. */
function renew(ctx: UserCtx, known: ManagedRow, line: AssignLine): Pick<Checked, 'result' | 'problem' | 'valid_to' | 'renewal'> {
  const refuse = (field: string, rule: string) => ({ result: 'error' as const, problem: { field, rule }, valid_to: known.valid_to });
  const end = line.isOpenEnded ? null : (line.valid_to ?? undefined);
  const seats = known.scope !== 'single' && line.seats > 0 ? line.seats : undefined;
  const terms = definedOnly({ valid_to: end === known.valid_to ? undefined : end, seats: seats === known.seats ? undefined : seats });
  const { problems, ...settled } = resolveChange(ctx, known, terms);
  const before = toStoredTerms(known);
  const next = { ...(Object.keys(terms).length === 0 ? before : toStoredTerms(settled)), price: line.price ?? known.price };
  if (isDeepStrictEqual(next, before)) return { result: 'here', problem: null, valid_to: known.valid_to };
  if (!mayEditTerms(ctx.user, known)) return refuse(line.id === '' ? 'code' : 'id', 'fixed');
  if (problems[0]) return refuse(problems[0].field, problems[0].rule);
  if (terms.valid_to && terms.valid_to < today(ctx.now)) return { result: 'expired', problem: null, valid_to: terms.valid_to };
  return { result: 'changed', problem: null, valid_to: next.valid_to, renewal: { row: known, next } };
}

/** Validates the rows. Unless `dry_run` is set, creates and renews all valid licences in one transaction. Throws `version_conflict`. */
export async function assignTable(
  ctx: UserCtx,
  { dry_run }: Pick<Asked, 'dry_run'>,
  { table, lines }: LicenceTable,
): Promise<Reply<typeof licenceAssign.assignTable>> {
  if (!dry_run) requireColumns(table.found);
  const rows = table.found.missing.length > 0 ? [] : await checkRows(ctx, lines, !dry_run);
  const countOf = (...results: readonly LicenceImportRow['result'][]): number =>
    rows.filter(({ result }) => results.includes(result)).length;
  const inserts = rows.flatMap(({ insert }) => insert ?? []);
  const renewals = rows.flatMap(({ renewal }) => renewal ?? []);
  return {
    table: attachRejectedRows(table.found, table.rows, rows, REJECTED_ROW_RESULTS),
    rows: rows.map(({ insert: _, renewal: __, ...row }) => row),
    ...{ created: countOf('new'), changed: countOf('changed'), here: countOf('here'), left_out: countOf(...REJECTED_ROW_RESULTS) },
    bulk_id: dry_run || inserts.length + renewals.length === 0 ? null : await writeRows(ctx, inserts, renewals),
  };
}

async function writeRows(ctx: UserCtx, inserts: readonly Insert[], renewals: readonly Renewal[]): Promise<string> {
  const by = { at: ctx.now, person_id: ctx.user.id };
  try {
    await insertLicencesOfBulk(ctx.db, inserts);
  } catch (error) {
    // Another request has created a licence with the same number meanwhile.
    if ((error as { constraint?: string }).constraint === 'licence_purchase') throw new AppError('version_conflict');
    throw error;
  }
  const changed = await setTerms(
    ctx.db,
    renewals.map(({ row, next }) => ({ id: row.id, version: row.version, ...next })),
  );
  if (changed < renewals.length) throw new AppError('version_conflict');
  const known = renewals.map(({ row }) => row);
  await insertEvents(
    ctx.db,
    known.map(({ id }) => id),
    { what: 'changed', ...by },
  );
  const entered = inserts.map(({ identifier, school_id = null }) => ({ identifier, school_id, owner_district: ctx.user.district_id }));
  await auditBySchool(ctx, 'licence.createMany', entered, {});
  await auditBySchool(ctx, 'licence.changeMany', known, {});
  await notifySchools(ctx, known, 'changed');
  const id = newId(ctx.now);
  await insertBulk(ctx.db, {
    ...{ id, ...by },
    rows: [
      ...renewals.map(({ row }) => ({ id: row.id, version: row.version + 1, before: toStoredTerms(row) })),
      ...inserts.map((row) => ({ id: row.id!, version: 1, before: null })),
    ],
  });
  await logMediaChanges(
    ctx,
    [...entered, ...known].map(({ identifier }) => identifier),
  );
  return id;
}
