/** Creates classes of many schools from one table (docs/behaviour/classes.md#all-classes-of-a-district). */
import { isDistrictAdmin } from '@fundus/contract/access';
import { schoolYearOf, type classes } from '@fundus/contract/classes/classes';
import type { ClassImportRow } from '@fundus/contract/classes/school-classes';
import { today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid } from '@fundus/contract/errors';
import type { ReadTable, TableRow } from '@fundus/importer/tables/read-table';
import { readInChild } from '../../../child-process/run-in-child.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { requireColumns, decodeTableContent, attachRejectedRows } from '../../../tables/read-content.ts';
import { auditScope, findSchoolsByNumber, type NumberedSchool } from '../../schools/index.ts';
import type * as classTable from './class-table.ts';
import type { DistrictClassColumn } from './class-table.ts';
import { insertClasses } from './insert-classes.ts';
import { checkClasses, readKnownClasses, type CheckedClass } from './check-classes.ts';

type Asked = Input<typeof classes.importOfDistrict>['body'];
export type DistrictTable = ReadTable<DistrictClassColumn>;
type Checked = CheckedClass & { at: NumberedSchool | null };

const { readDistrictClassTable } = readInChild<typeof classTable>(
  new URL('./class-table.ts', import.meta.url),
  { seconds: 5, megabytes: 512 },
  'content',
);

/** Reads the file before the transaction starts. Throws `forbidden`, `too_large` or `validation_failed`. */
export async function readDistrictImport(ctx: UserCtx, { content, mapping }: Asked): Promise<DistrictTable> {
  if (!isDistrictAdmin(ctx.user)) throw new AppError('forbidden');
  return readDistrictClassTable(decodeTableContent(content), mapping);
}

/** Checks each row against the school that it names. District administrators cannot own classes, so each row must name a teacher of its school. */
async function checkRows(ctx: UserCtx, rows: readonly TableRow<DistrictClassColumn>[], schoolYear: string): Promise<Checked[]> {
  const find = await findSchoolsByNumber(ctx);
  const failed: Checked[] = [];
  const bySchool = new Map<NumberedSchool, TableRow<DistrictClassColumn>[]>();
  for (const row of rows) {
    const { line, cells, problem } = row;
    const base = { line, name: cells.name, grade: null, owners: [], codes: 0, people: [], at: null };
    const fail = (field: string, rule: string) => failed.push({ ...base, result: 'error', problem: { field, rule } });
    const school = find(cells.school);
    if (problem) fail(problem.field, problem.rule);
    else if (cells.school === '') fail('school', 'required');
    else if (typeof school === 'string') fail('school', school);
    else if (cells.owners === '') fail('owners', 'required');
    else bySchool.set(school, [...(bySchool.get(school) ?? []), row]);
  }
  const checked: Checked[] = [];
  for (const [at, its] of bySchool) {
    const known = await readKnownClasses(ctx.db, at.id, schoolYear, 0);
    const withoutCodes = its.map((row) => ({ ...row, problem: null, cells: { ...row.cells, codes: '' } }));
    checked.push(...checkClasses(withoutCodes, known).map((row) => ({ ...row, at })));
  }
  return [...checked, ...failed].toSorted((a, b) => a.line - b.line);
}

/** Creates all new classes, or none. Throws `validation_failed` if rows have errors, unless `skip_errors` is set. */
export async function importDistrictClasses(
  ctx: UserCtx,
  { dry_run, skip_errors }: Asked,
  table: DistrictTable,
): Promise<Reply<typeof classes.importOfDistrict>> {
  if (!dry_run) requireColumns(table.found);
  const school_year = schoolYearOf(today(ctx.now), ctx.config.schoolYearEnd);
  const rows = await checkRows(ctx, table.rows, school_year);
  const of = (result: ClassImportRow['result']): Checked[] => rows.filter((row) => row.result === result);
  const reply = {
    table: attachRejectedRows(table.found, table.rows, rows),
    rows: rows.map(({ people: _, codes: __, at, ...row }) => ({ ...row, school: at?.name ?? '' })),
    ...{ created: of('new').length, here: of('here').length, errors: of('error').length },
  };
  if (dry_run) return reply;
  if (reply.errors > 0 && !skip_errors) throw invalid('content', 'rows', { errors: reply.errors });
  for (const [school, its] of Map.groupBy(of('new'), ({ at }) => at!)) {
    await insertClasses(ctx, { school_id: school.id, school_year }, its);
    await recordAudit(ctx, 'class.import', null, { created: its.length, codes: 0, left_out: 0 }, auditScope(school));
  }
  return reply;
}
