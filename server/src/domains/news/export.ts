import { today } from '@fundus/contract/days';
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import type { news } from '@fundus/contract/news/news';
import { downloadName } from '../../http/bodies/download-name.ts';
import type { UserCtx } from '../../http/context.ts';
import { readPages, tableFile } from '../../http/bodies/table-file.ts';
import { loadWords } from '../mails/index.ts';
import { listManagedNews } from './service.ts';

/** Number of news items per database query, which also loads their targets. */
const READ = 200;

const momentOf = (at: string | null): Date | null => (at === null ? null : new Date(at));

/** Streams the filtered list of news that the user may edit as a table. */
export async function exportManaged(
  ctx: UserCtx,
  { q, state, format, lang }: Input<typeof news.exportManaged>['query'],
): Promise<StreamAnswer> {
  const read = async (offset: number, limit: number) => (await listManagedNews(ctx, { q, state, lang, offset, limit })).items;
  await read(0, 1);
  const t = await loadWords(ctx, lang);
  const columns = [
    { title: t('news.export.title') },
    { title: t('people.state') },
    { title: t('news.export.category') },
    { title: t('news.export.from') },
    { title: t('news.export.targets') },
    { title: t('news.export.display'), kind: 'moment' },
    { title: t('news.export.expires'), kind: 'moment' },
    { title: t('news.export.changed'), kind: 'moment' },
    { title: t('news.export.languages') },
  ] as const;
  const rows = readPages(
    read,
    (row) => [
      ...[row.title, t(`news.state.${row.state}`), row.category?.label ?? '', row.from, row.targets.join(', ')],
      ...[momentOf(row.display_at), momentOf(row.expires_at), momentOf(row.changed_at), row.languages.join(', ')],
    ],
    READ,
  );
  return tableFile({ format, lang }, { name: downloadName(t, 'news', today(ctx.now)), columns, rows });
}
