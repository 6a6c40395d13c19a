/** Imports people from a table, which is validated row by row and imported completely or not at all (docs/behaviour/people.md#import). */
import { personName } from '@fundus/contract/fields';
import { isDistrictAdmin } from '@fundus/contract/access';
import { AppError, invalid } from '@fundus/contract/errors';
import type { Input, Reply } from '@fundus/contract/endpoint';
import type { ImportRow, people, PersonRole } from '@fundus/contract/people/people';
import { isSchoolOpen } from '@fundus/contract/schools/schools';
import type { TableRow } from '@fundus/importer/tables/read-table';
import { z } from 'zod';
import { readInChild } from '../../child-process/run-in-child.ts';
import { newId } from '../../db/new-id.ts';
import { recordAudit } from '../../http/audit.ts';
import type { UserCtx } from '../../http/context.ts';
import { requireColumns, decodeTableContent, attachRejectedRows } from '../../tables/read-content.ts';
import { findByAddress, findTakenCodes, insertImportedPeople, joinSchool } from './import-repository.ts';
import { sendWelcome } from './changes.ts';
import { addToClasses, readClassNames, type ClassesByName } from '../classes/index.ts';
import type * as peopleTable from './people-table.ts';
import type { PeopleColumn, PeopleTable } from './people-table.ts';
import { auditScope, findSchoolsByNumber, requireAdministered } from '../schools/index.ts';

const Address = z.email().max(254);

/** Returns the first problem within a single row, without comparing rows. */
function problemOf({ problem, cells: { vorname, name, email, code } }: PeopleRow): ImportRow['problem'] {
  if (problem) return problem;
  for (const [field, value] of [
    ['vorname', vorname],
    ['name', name],
    ['email', email],
  ] as const)
    if (value === '') return { field, rule: 'required' };
  for (const [field, word] of [
    ['vorname', vorname],
    ['name', name],
  ] as const)
    if (!personName.safeParse(word).success) return { field, rule: word.length > 60 ? 'max' : 'format' };
  if (!Address.safeParse(email).success) return { field: 'email', rule: 'format' };
  if (code !== '' && !/^[A-Za-z0-9-]{4,20}$/.test(code)) return { field: 'code', rule: 'format' };
  return null;
}

type PeopleRow = Omit<TableRow<string>, 'cells'> & {
  cells: Record<Exclude<PeopleColumn, 'class' | 'school'>, string> & { class?: string; school?: string };
};
type Place = { id: string; name: string; district_id: string };
type Checked = PeopleRow['cells'] & {
  line: number;
  result: ImportRow['result'];
  problem: ImportRow['problem'];
  person: string | null;
  /** School that the row specifies, or `null` if it was not found. */
  at: Place | null;
  /** Ids of the classes specified in the row. */
  classes: readonly string[];
  learns: boolean;
};

/** Returns the ids of the classes in a cell such as `5a, 6b`, or the violated rule. */
function placesOf(cell: string | undefined, named: ClassesByName | null): { ids: string[]; rule: null } | { rule: string } {
  const names = (cell ?? '').split(/[,;|/]/).flatMap((name) => name.trim().toLowerCase() || []);
  if (names.length === 0) return { ids: [], rule: null };
  // District administrators cannot assign classes, because classes are not visible to them.
  if (!named) return { rule: 'admin' };
  const found = names.map((name) => named.get(name));
  if (found.includes(undefined)) return { rule: 'unknown' };
  return found.every((each) => each!.isOpen) ? { ids: found.map((each) => each!.id), rule: null } : { rule: 'other' };
}

/** Returns the school with the number, or the reason why people cannot be imported into it. */
type FindPlace = (number: string) => Place | 'unknown' | 'closed';

/** Checks the rows of a table for one school, or for the schools specified in the rows. */
async function checkRows(ctx: UserCtx, rows: readonly PeopleRow[], findPlace: FindPlace, school: Place | null): Promise<Checked[]> {
  const named = school && rows.some(({ cells }) => cells.class) ? await readClassNames(ctx, school.id) : null;
  const known = new Map(
    (
      await findByAddress(
        ctx.db,
        rows.map(({ cells }) => cells.email.toLowerCase()),
      )
    ).map((row) => [row.address, row]),
  );
  const codes = new Set(
    await findTakenCodes(
      ctx.db,
      rows.flatMap(({ cells: { code } }) => (code === '' ? [] : code.toLowerCase())),
    ),
  );
  const addresses = new Set<string>();
  const seenCodes = new Set<string>();
  return rows.map((row): Checked => {
    const line = { ...row.cells, line: row.line, classes: [] as readonly string[], learns: row.cells.role === 'S' };
    const address = line.email.toLowerCase();
    const person = known.get(address);
    const place = findPlace(line.school ?? '');
    const at = typeof place === 'string' ? null : place;
    const fail = (field: string, rule: string): Checked => ({ ...line, at, result: 'error', problem: { field, rule }, person: null });
    const wrong = problemOf(row);
    if (wrong) return fail(wrong.field, wrong.rule);
    if (line.school === '') return fail('school', 'required');
    if (typeof place === 'string') return fail('school', place);
    if (addresses.has(address)) return fail('email', 'duplicate');
    addresses.add(address);
    const groups = placesOf(row.cells.class, named);
    if (person?.school_id === place.id) {
      if (groups.rule !== null) return fail('class', groups.rule);
      const learns = person.role !== 'L' && person.role !== 'P';
      return { ...line, at, classes: groups.ids, learns, result: 'here', problem: null, person: person.id };
    }
    if (person && (person.school_id !== null || person.state !== 'active' || person.district_id !== place.district_id))
      return fail('email', 'exists');
    if (groups.rule !== null) return fail('class', groups.rule);
    line.classes = groups.ids;
    if (person) line.learns = person.role !== 'L' && person.role !== 'P';
    const code = line.code.toLowerCase();
    if (code !== '' && !person && (codes.has(code) || seenCodes.has(code))) return fail('code', 'taken');
    if (code !== '') seenCodes.add(code);
    return { ...line, at, result: person ? 'join' : 'new', problem: null, person: person?.id ?? null };
  });
}

type Asked = Input<typeof people.import>['body'];

const { parsePeopleTable, readPeopleOfDistrict } = readInChild<typeof peopleTable>(
  new URL('./people-table.ts', import.meta.url),
  { seconds: 5, megabytes: 512 },
  'content',
);

/** Returns the school to import into, or `null` if a district administrator specifies none. In that case, each row specifies its school. */
async function requireTarget(ctx: UserCtx, wanted: string | undefined) {
  const id = wanted ?? (isDistrictAdmin(ctx.user) ? null : ctx.user.school_id);
  if (id === null && isDistrictAdmin(ctx.user)) return null;
  if (id === null) throw invalid('school', 'required');
  const school = await requireAdministered(ctx, id);
  if (!isSchoolOpen(school.state)) throw new AppError('state_conflict', { details: { state: school.state } });
  return school;
}

/** Reads the file. Runs outside the transaction. Throws `too_large` or `validation_failed`. */
export async function readPeopleImport(ctx: UserCtx, { school, content, mapping }: Asked): Promise<PeopleTable> {
  const ofOne = await requireTarget(ctx, school);
  return ofOne ? parsePeopleTable(decodeTableContent(content), mapping) : readPeopleOfDistrict(decodeTableContent(content), mapping);
}

export async function importPeople(
  ctx: UserCtx,
  { school: wanted, dry_run, skip_errors }: Asked,
  table: PeopleTable,
): Promise<Reply<typeof people.import>> {
  const school = await requireTarget(ctx, wanted);
  if (!dry_run) requireColumns(table.found);
  const rows = await checkRows(ctx, table.rows, school ? () => school : await findSchoolsByNumber(ctx), school);
  const of = (result: ImportRow['result']): Checked[] => rows.filter((row) => row.result === result);
  const reply = {
    table: attachRejectedRows(table.found, table.rows, rows),
    rows: rows.map(({ line, vorname, name, email, role, at, result, problem }) => ({
      ...{ line, vorname, name, email, role, result, problem },
      school: school ? '' : (at?.name ?? ''),
    })),
    created: of('new').length,
    joined: of('join').length,
    here: of('here').length,
    errors: of('error').length,
    placed: of('here').filter(({ classes }) => classes.length > 0).length,
  };
  if (dry_run) return reply;
  if (reply.errors > 0 && !skip_errors) throw invalid('content', 'rows', { errors: reply.errors });

  const added = of('new').map((row) => ({ ...row, id: newId(ctx.now), role: row.role as Exclude<PersonRole, ''>, at: row.at! }));
  await insertImportedPeople(
    ctx.db,
    added.map((row) => ({ ...row, school_id: row.at.id })),
    ctx.now,
  );
  const joined = Map.groupBy(of('join'), ({ at }) => at!.id);
  for (const [id, people] of joined)
    await joinSchool(
      ctx.db,
      id,
      people.flatMap(({ person }) => person ?? []),
    );
  const placed = [...added.map((row) => ({ ...row, person: row.id })), ...of('join'), ...of('here')];
  await addToClasses(
    ctx,
    placed.flatMap(({ classes, learns, person }) =>
      classes.map((classId) => ({ classId, person: person!, role: learns ? ('student' as const) : ('teacher' as const) })),
    ),
  );
  for (const person of added) await sendWelcome(ctx, person.id, person.at.name, person.email);
  await recordImport(ctx, rows, school);
  return reply;
}

/** Writes an audit log entry for each affected school, visible to its administrators. */
async function recordImport(ctx: UserCtx, rows: readonly Checked[], school: Place | null): Promise<void> {
  const places = school ? [school] : [...new Map(rows.flatMap(({ at }) => (at ? [[at.id, at] as const] : []))).values()];
  for (const place of places) {
    const count = (...results: readonly Checked['result'][]): number =>
      rows.filter(({ at, result }) => (at ?? school)?.id === place.id && results.includes(result)).length;
    const after = { created: count('new'), joined: count('join'), left_out: count('error') };
    if (school || after.created + after.joined > 0) await recordAudit(ctx, 'people.import', null, after, auditScope(place));
  }
}
