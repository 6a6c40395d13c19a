import { today } from '@fundus/contract/days';
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import type { linkChecks } from '@fundus/contract/link-checks/link-checks';
import { downloadName } from '../../http/bodies/download-name.ts';
import type { UserCtx } from '../../http/context.ts';
import { readPages, tableFile } from '../../http/bodies/table-file.ts';
import { loadWords } from '../mails/index.ts';
import { listChecks } from './repository.ts';

/** Exports the media with a broken address as a table. */
export async function exportChecks(
  ctx: UserCtx,
  { state, format, lang }: Input<typeof linkChecks.exportList>['query'],
): Promise<StreamAnswer> {
  const t = await loadWords(ctx, lang);
  const columns = [
    { title: t('edit.field.identifier') },
    { title: t('edit.field.fn_titel') },
    { title: t('edit.field.url') },
    { title: t('linkChecks.export.problem') },
    { title: t('linkChecks.export.status'), kind: 'number' },
    { title: t('linkChecks.export.since'), kind: 'day' },
    { title: t('linkChecks.export.checked'), kind: 'moment' },
  ] as const;
  const rows = readPages(
    (offset, limit) => listChecks(ctx.db, state, offset, limit),
    (row) => [row.identifier, row.fn_titel, row.url, t(`linkChecks.problem.${row.problem}`), row.status, row.since, row.checked_at],
  );
  return tableFile({ format, lang }, { name: downloadName(t, 'links', today(ctx.now)), columns, rows });
}
