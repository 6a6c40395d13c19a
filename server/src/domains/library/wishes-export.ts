import { today } from '@fundus/contract/days';
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import type { wishes } from '@fundus/contract/library/wishes';
import { downloadName } from '../../http/bodies/download-name.ts';
import type { UserCtx } from '../../http/context.ts';
import { readPages, tableFile } from '../../http/bodies/table-file.ts';
import { loadWords } from '../mails/index.ts';
import { readWishes } from './wishes.ts';

/** Number of wishes that are read at a time, each with its medium. */
const READ = 200;

/** Streams a list of wishes as a table. */
export async function exportWishes(
  ctx: UserCtx<'search'>,
  { school, format, lang }: Input<typeof wishes.exportWishes>['query'],
): Promise<StreamAnswer> {
  const read = async (offset: number, limit: number) => (await readWishes(ctx, { school, offset, limit })).items;
  await read(0, 1);
  const t = await loadWords(ctx, lang);
  const columns = [
    { title: t('edit.field.identifier') },
    { title: t('edit.field.fn_titel') },
    { title: t('people.state') },
    { title: t('wish.export.reason') },
    { title: t('wish.export.answer') },
    { title: t('wish.export.by') },
    { title: t('wish.export.at'), kind: 'moment' },
  ] as const;
  const rows = readPages(
    read,
    (row) => [
      ...[row.identifier, row.medium?.fn_titel ?? row.title, t(`wish.state.${row.state}`), row.note, row.answer, row.by ?? ''],
      new Date(row.at),
    ],
    READ,
  );
  return tableFile({ format, lang }, { name: downloadName(t, 'requests', today(ctx.now)), columns, rows });
}
