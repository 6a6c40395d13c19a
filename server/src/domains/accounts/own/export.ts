/** Exports a person's data (GDPR Art. 15 and 20). */
import { today } from '@fundus/contract/days';
import type { StreamAnswer } from '@fundus/contract/endpoint';
import type { TableFormat } from '@fundus/contract/table-file';
import { downloadName } from '../../../http/bodies/download-name.ts';
import { contentDisposition } from '../../../http/bodies/content-disposition.ts';
import type { DataPage, UserCtx } from '../../../http/context.ts';
import { valueRows, writeJson } from '../../../http/bodies/data-file.ts';
import { tableFile } from '../../../http/bodies/table-file.ts';
import { loadWords } from '../../mails/index.ts';

/** Returns the data of the signed-in user as a file. */
export const exportData = (ctx: UserCtx<'domains'>, asked: Asked): Promise<StreamAnswer> =>
  personFile(ctx, ctx.domains.personData(ctx.db, ctx.user.id), asked, 'ownData');

type Asked = { format: 'json' | TableFormat; lang: string };

const COLUMNS = [{ title: 'area' }, { title: 'entry', kind: 'number' }, { title: 'field' }, { title: 'value' }] as const;

/** Returns the pages as a file whose name says whose data it contains. */
export async function personFile(
  ctx: UserCtx,
  pages: AsyncIterable<DataPage>,
  { format, lang }: Asked,
  whose: 'ownData' | 'personData',
): Promise<StreamAnswer> {
  const exported_at = ctx.now.toISOString();
  const name = downloadName(await loadWords(ctx, lang), whose, today(ctx.now));
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
