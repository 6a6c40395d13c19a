/** Everything kept about a person, as a file of theirs (GDPR art. 15 and 20). */
import type { StreamAnswer } from '@fundus/contract/endpoint';
import { writeCsv } from '@fundus/contract/setup/texts';
import { nameFile } from '../../../http/content-disposition.ts';
import type { PersonRow, UserCtx } from '../../../http/context.ts';

/** A file to be kept or taken elsewhere. */
export const exportData = async (ctx: UserCtx, format: FileFormat): Promise<StreamAnswer> =>
  personFile(await ctx.domains.personData(ctx.db, ctx.user.id), format, ctx.now);

type FileFormat = 'json' | 'csv';

export function personFile(data: Record<string, PersonRow[]>, format: FileFormat, now: Date): StreamAnswer {
  const exported_at = now.toISOString();
  const body =
    format === 'json'
      ? `${JSON.stringify({ exported_at, ...data }, null, 2)}\n`
      : writeCsv([
          ['area', 'entry', 'field', 'value'],
          ...Object.entries(data).flatMap(([area, rows]) => rows.flatMap((row, i) => linesOf(area, i + 1, row))),
        ]);
  return {
    headers: {
      'content-type': format === 'json' ? 'application/json; charset=utf-8' : 'text/csv; charset=utf-8',
      'content-disposition': nameFile('attachment', `account-${exported_at.slice(0, 10)}.${format}`),
      'cache-control': 'no-store',
    },
    body,
  };
}

const linesOf = (area: string, entry: number, row: Record<string, unknown>): string[][] =>
  Object.entries(row).map(([field, value]) => [
    area,
    String(entry),
    field,
    value === null || value === undefined
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value as string | number | boolean),
  ]);
