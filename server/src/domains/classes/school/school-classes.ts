/** Imports classes of a school from a table or a list (docs/behaviour/classes.md#all-classes-of-a-school). */
import { isSchoolAdmin } from '@fundus/contract/access';
import { schoolYearOf } from '@fundus/contract/classes/classes';
import { CODES_AT_ONCE, type ClassImportRow } from '@fundus/contract/classes/school-classes';
import type { classes } from '@fundus/contract/classes/classes';
import { today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid } from '@fundus/contract/errors';
import { isSchoolOpen } from '@fundus/contract/schools/schools';
import type { ReadTable } from '@fundus/importer/tables/read-table';
import { readInChild } from '../../../child-process/run-in-child.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { requireColumns, decodeTableContent, attachRejectedRows } from '../../../tables/read-content.ts';
import { requireAdministered } from '../../schools/index.ts';
import type * as classTable from './class-table.ts';
import type { ClassColumn } from './class-table.ts';
import { insertClasses } from './insert-classes.ts';
import { checkClasses, readKnownClasses, type CheckedClass } from './check-classes.ts';

type Asked = Input<typeof classes.import>['body'];
export type ClassTable = ReadTable<ClassColumn>;

const { readClassTable } = readInChild<typeof classTable>(
  new URL('./class-table.ts', import.meta.url),
  { seconds: 5, megabytes: 512 },
  'content',
);

/** Returns a school whose classes the user administers. District administrators do not see classes. Throws `not_found` or `forbidden`. */
export async function requireOwnSchool(ctx: UserCtx, id: string) {
  const school = await requireAdministered(ctx, id);
  if (ctx.user.school_id !== id || !isSchoolAdmin(ctx.user)) throw new AppError('forbidden');
  return school;
}

/** Reads an import file. Must not be called inside a transaction. Throws `too_large` or `validation_failed`. */
export async function readClassImport(ctx: UserCtx, id: string, { content, mapping }: Asked): Promise<ClassTable> {
  await requireOwnSchool(ctx, id);
  return readClassTable(decodeTableContent(content), mapping);
}

export async function importClasses(ctx: UserCtx, id: string, asked: Asked, table: ClassTable): Promise<Reply<typeof classes.import>> {
  const school = await requireOwnSchool(ctx, id);
  if (!isSchoolOpen(school.state)) throw new AppError('state_conflict', { details: { state: school.state } });
  if (!asked.dry_run) requireColumns(table.found);
  const school_year = schoolYearOf(today(ctx.now), ctx.config.schoolYearEnd);
  const rows = checkClasses(table.rows, await readKnownClasses(ctx.db, id, school_year, asked.codes));
  const of = (result: ClassImportRow['result']): CheckedClass[] => rows.filter((row) => row.result === result);
  const codes = of('new').reduce((sum, row) => sum + row.codes, 0);
  const reply = {
    table: attachRejectedRows(table.found, table.rows, rows),
    rows: rows.map(({ people: _, ...row }) => row),
    ...{ created: of('new').length, here: of('here').length, errors: of('error').length, codes },
  };
  if (codes > CODES_AT_ONCE) throw invalid('codes', 'max', { most: CODES_AT_ONCE });
  if (asked.dry_run) return reply;
  if (reply.errors > 0 && !asked.skip_errors) throw invalid('content', 'rows', { errors: reply.errors });
  await insertClasses(ctx, { school_id: id, school_year }, of('new'));
  const scope = { school: id, district: school.district_id };
  await recordAudit(ctx, 'class.import', null, { created: reply.created, codes, left_out: reply.errors }, scope);
  return reply;
}
