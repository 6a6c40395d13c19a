/** Imports classes of a school from a table or a list (docs/behaviour/classes.md#all-classes-of-a-school). */
import { isSchoolAdmin } from '@fundus/contract/access';
import { schoolYearOf } from '@fundus/contract/classes/classes';
import { gradeOfName } from '@fundus/contract/classes/grade-of-name';
import { MAX_CODES, NAME_LENGTH } from '@fundus/contract/classes/rules';
import { CODES_AT_ONCE, type ClassImportRow } from '@fundus/contract/classes/school-classes';
import type { classes } from '@fundus/contract/classes/classes';
import { today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid } from '@fundus/contract/errors';
import { isOpen } from '@fundus/contract/schools/schools';
import type { ReadTable, TableRow } from '@fundus/importer/tables/read-table';
import { readInChild } from '../../../child-process/run-in-child.ts';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { refuseMissing, tableBytes, withRejected } from '../../../tables/read-content.ts';
import { requireAdministered } from '../../schools/index.ts';
import type * as classTable from './class-table.ts';
import type { ClassColumn } from './class-table.ts';
import { addBatch, newCodes } from '../codes/code-batch.ts';
import { findLastCodeDay } from '../codes/codes.ts';
import { confirmMembers } from '../members/member-repository.ts';
import { insertClass, nameTaken } from '../repository.ts';
import { listClassesNamed, listStaff, type StaffMember } from './school-class-repository.ts';

type Asked = Input<typeof classes.import>['body'];
export type ClassTable = ReadTable<ClassColumn>;
type Judged = ClassImportRow & { people: readonly StaffMember[] };

const { readClassTable } = readInChild<typeof classTable>(
  new URL('./class-table.ts', import.meta.url),
  { seconds: 5, megabytes: 512 },
  'content',
);

/** Returns a school whose classes the user administers; district administrators do not see classes. Throws `not_found` or `forbidden`. */
export async function requireOwnSchool(ctx: UserCtx, id: string) {
  const school = await requireAdministered(ctx, id);
  if (ctx.user.school_id !== id || !isSchoolAdmin(ctx.user)) throw new AppError('forbidden');
  return school;
}

/** Reads the file. Must not be called inside a transaction. Throws `too_large` or `validation_failed`. */
export async function readImport(ctx: UserCtx, id: string, { content, mapping }: Asked): Promise<ClassTable> {
  await requireOwnSchool(ctx, id);
  return readClassTable(tableBytes(content), mapping);
}

const fold = (name: string): string => name.toLowerCase();

type Staff = { byAddress: ReadonlyMap<string, readonly StaffMember[]>; byName: ReadonlyMap<string, readonly StaffMember[]> };

/** Indexes staff by address and by the forms `Ida Berg`, `Berg, Ida` and `Berg`. */
function indexStaff(staff: readonly StaffMember[]): Staff {
  const named = staff.flatMap((member) => {
    const [first, last] = [fold(member.vorname), fold(member.name)];
    return [...new Set([`${first} ${last}`, `${last},${first}`, last])].map((name) => ({ name, member }));
  });
  const byName = Map.groupBy(named, ({ name }) => name);
  return {
    byAddress: Map.groupBy(staff, ({ address }) => address),
    byName: new Map([...byName].map(([name, found]) => [name, found.map(({ member }) => member)])),
  };
}

/** Finds teachers by address, full name in either order, or unique last name. */
function findOwners(cell: string, { byAddress, byName }: Staff): StaffMember[] | null {
  const tokens = cell
    .split(/[;|/\n]/)
    .flatMap((part) => (part.includes('@') ? part.split(/[,\s]+/) : part))
    .map((part) => part.trim().replace(/^<|>$/g, ''))
    .filter((part) => part !== '');
  const found = tokens.map((token) => {
    const [last = '', first = ''] = token.split(',').map((part) => fold(part.trim()));
    const names = new Set([fold(token), first === '' ? last : `${last},${first}`]);
    const matches = token.includes('@') ? byAddress.get(fold(token)) : [...new Set([...names].flatMap((name) => byName.get(name) ?? []))];
    return matches?.length === 1 ? matches[0]! : null;
  });
  return found.includes(null) ? null : [...new Set(found as StaffMember[])];
}

type Known = { staff: Staff; names: ReadonlySet<string>; usual: number };

function judge(rows: readonly TableRow<ClassColumn>[], { staff, names, usual }: Known): Judged[] {
  const seen = new Set<string>();
  return rows.map(({ line, cells, problem }): Judged => {
    const grade = cells.grade === '' ? gradeOfName(cells.name) : gradeOfName(cells.grade);
    const people = findOwners(cells.owners, staff);
    const codes = cells.codes === '' ? usual : Number(cells.codes);
    const isNumber = /^\d{0,3}$/.test(cells.codes);
    const about = {
      ...{ line, name: cells.name, grade, codes: isNumber ? codes : 0, people: people ?? [] },
      owners: (people ?? []).map(({ vorname, name }) => `${vorname} ${name}`.trim()),
    };
    const fail = (field: string, rule: string): Judged => ({ ...about, result: 'error', problem: { field, rule } });
    if (problem) return fail(problem.field, problem.rule);
    if (cells.name === '') return fail('name', 'required');
    if (cells.name.length > NAME_LENGTH) return fail('name', 'max');
    if (seen.has(fold(cells.name))) return fail('name', 'duplicate');
    seen.add(fold(cells.name));
    if (cells.grade !== '' && grade === null) return fail('grade', 'format');
    if (people === null) return fail('owners', 'unknown');
    if (!isNumber) return fail('codes', 'format');
    if (codes > MAX_CODES) return fail('codes', 'max');
    return { ...about, result: names.has(fold(cells.name)) ? 'here' : 'new', problem: null };
  });
}

export async function importClasses(ctx: UserCtx, id: string, asked: Asked, table: ClassTable): Promise<Reply<typeof classes.import>> {
  const school = await requireOwnSchool(ctx, id);
  if (!isOpen(school.state)) throw new AppError('state_conflict', { details: { state: school.state } });
  if (!asked.dry_run) refuseMissing(table.found);
  const school_year = schoolYearOf(today(ctx.now), ctx.config.schoolYearEnd);
  const names = new Set((await listClassesNamed(ctx.db, id, school_year)).map(({ name }) => fold(name)));
  const rows = judge(table.rows, { names, staff: indexStaff(await listStaff(ctx.db, id)), usual: asked.codes });
  const of = (result: ClassImportRow['result']): Judged[] => rows.filter((row) => row.result === result);
  const codes = of('new').reduce((sum, row) => sum + row.codes, 0);
  const reply = {
    table: withRejected(table.found, table.rows, rows),
    rows: rows.map(({ people: _, ...row }) => row),
    ...{ created: of('new').length, here: of('here').length, errors: of('error').length, codes },
  };
  if (codes > CODES_AT_ONCE) throw invalid('codes', 'max', { most: CODES_AT_ONCE });
  if (asked.dry_run) return reply;
  if (reply.errors > 0 && !asked.skip_errors) throw invalid('content', 'rows', { errors: reply.errors });
  await makeClasses(ctx, { school_id: id, school_year }, of('new'));
  const scope = { school: id, district: school.district_id };
  await recordAudit(ctx, 'class.import', null, { created: reply.created, codes, left_out: reply.errors }, scope);
  return reply;
}

/** Creates classes; one without a teacher is owned by the importing administrator. */
async function makeClasses(ctx: UserCtx, place: { school_id: string; school_year: string }, rows: readonly Judged[]): Promise<void> {
  const valid_until = await findLastCodeDay(ctx, place.school_id);
  for (const { name, grade, people, codes } of rows) {
    const id = newId(ctx.now);
    if (!(await insertClass(ctx.db, { ...place, id, name, grade, kind: 'class', state_since: ctx.now, created_at: ctx.now })))
      throw nameTaken();
    const owners = people.length > 0 ? people.map((person) => person.id) : [ctx.user.id];
    await confirmMembers(ctx.db, id, owners, { role: 'owner', promote: false }, ctx.now);
    if (codes === 0) continue;
    const batch = { classId: id, school_id: place.school_id, name: name.slice(0, 30).trim(), valid_until, by: ctx.user.id };
    await addBatch(ctx, { ...batch, codes: newCodes(codes) });
  }
}
