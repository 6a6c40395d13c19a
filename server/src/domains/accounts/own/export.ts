/** Everything kept about a person, as a file of theirs (GDPR art. 15 and 20). */
import type { StreamAnswer } from '@fundus/contract/endpoint';
import { nameFile } from '../../../http/content-disposition.ts';
import type { DataPage, UserCtx } from '../../../http/context.ts';
import { writeJson, writeValues } from '../../../http/data-file.ts';

/** Returns the data of the user as a file to keep or to take to another system. */
export const exportData = (ctx: UserCtx, format: FileFormat): StreamAnswer =>
  personFile(ctx.domains.personData(ctx.db, ctx.user.id), format, ctx.now);

type FileFormat = 'json' | 'csv';

export function personFile(pages: AsyncIterable<DataPage>, format: FileFormat, now: Date): StreamAnswer {
  const exported_at = now.toISOString();
  return {
    headers: {
      'content-type': format === 'json' ? 'application/json; charset=utf-8' : 'text/csv; charset=utf-8',
      'content-disposition': nameFile('attachment', `account-${exported_at.slice(0, 10)}.${format}`),
      'cache-control': 'no-store',
    },
    body: format === 'json' ? writeJson({ exported_at }, pages) : writeValues(pages),
  };
}
