/** Exports a person's data (GDPR Art. 15 and 20). */
import type { StreamAnswer } from '@fundus/contract/endpoint';
import type { TableFormat } from '@fundus/contract/table-file';
import { contentDisposition } from '../../../http/bodies/content-disposition.ts';
import type { DataPage, UserCtx } from '../../../http/context.ts';
import { valueRows, writeJson } from '../../../http/bodies/data-file.ts';
import { tableFile } from '../../../http/bodies/table-file.ts';

/** Returns the data of the signed-in user as a file. */
export const exportData = (ctx: UserCtx<'domains'>, asked: Asked): StreamAnswer =>
  personFile(ctx.domains.personData(ctx.db, ctx.user.id), asked, ctx.now);

type Asked = { format: 'json' | TableFormat; lang: string };

const COLUMNS = [{ title: 'area' }, { title: 'entry', kind: 'number' }, { title: 'field' }, { title: 'value' }] as const;

export function personFile(pages: AsyncIterable<DataPage>, { format, lang }: Asked, now: Date): StreamAnswer {
  const exported_at = now.toISOString();
  const name = `account-${exported_at.slice(0, 10)}`;
  if (format !== 'json') return tableFile({ format, lang }, { name, columns: COLUMNS, rows: valueRows(pages) });
  return {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': contentDisposition('attachment', `${name}.json`),
      'cache-control': 'no-store',
    },
    body: writeJson({ exported_at }, pages),
  };
}
