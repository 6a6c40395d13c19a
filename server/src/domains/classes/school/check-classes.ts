/** Checks the rows of a table of classes against the staff and the classes of their school (docs/behaviour/classes.md#all-classes-of-a-school). */
import { gradeOfName } from '@fundus/contract/classes/grade-of-name';
import { MAX_CODES, NAME_LENGTH } from '@fundus/contract/classes/rules';
import type { ClassImportRow } from '@fundus/contract/classes/school-classes';
import type { TableRow } from '@fundus/importer/tables/read-table';
import type { Db } from '../../../db/open.ts';
import { listClassesNamed, listStaff, type StaffMember } from './school-class-repository.ts';

const fold = (name: string): string => name.toLowerCase();

type Staff = { byAddress: ReadonlyMap<string, readonly StaffMember[]>; byName: ReadonlyMap<string, readonly StaffMember[]> };

/** Indexes staff by the forms in which a table may name them: by address, or as `Ida Berg`, `Berg, Ida` or `Berg`. */
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

/** Finds teachers by address, by full name in either order, or by a last name that only one of them has. */
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

/** Data of a school that is needed to check its rows. */
export type KnownClasses = {
  staff: Staff;
  /** Normalized names of the classes of this school year. */
  names: ReadonlySet<string>;
  /** Number of learner codes for a row that does not specify it. */
  usual: number;
};

export type CheckedClass = ClassImportRow & { people: readonly StaffMember[] };

/** Reads the staff and the classes of a school for `checkClasses`. */
export async function readKnownClasses(db: Db, schoolId: string, schoolYear: string, usual: number): Promise<KnownClasses> {
  const names = new Set((await listClassesNamed(db, schoolId, schoolYear)).map(({ name }) => fold(name)));
  return { names, staff: indexStaff(await listStaff(db, schoolId)), usual };
}

/** Checks the rows of one school. Returns for each row whether the class is new, already exists or cannot be created. */
export function checkClasses(
  rows: readonly TableRow<'name' | 'owners' | 'codes' | 'grade'>[],
  { staff, names, usual }: KnownClasses,
): CheckedClass[] {
  const seen = new Set<string>();
  return rows.map(({ line, cells, problem }): CheckedClass => {
    const grade = cells.grade === '' ? gradeOfName(cells.name) : gradeOfName(cells.grade);
    const people = findOwners(cells.owners, staff);
    const codes = cells.codes === '' ? usual : Number(cells.codes);
    const isNumber = /^\d{0,3}$/.test(cells.codes);
    const about = {
      ...{ line, name: cells.name, grade, codes: isNumber ? codes : 0, people: people ?? [] },
      owners: (people ?? []).map(({ vorname, name }) => `${vorname} ${name}`.trim()),
    };
    const fail = (field: string, rule: string): CheckedClass => ({ ...about, result: 'error', problem: { field, rule } });
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
