import { today } from '@fundus/contract/days';
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import { typeNameIn } from '@fundus/contract/reference/english-names';
import type { schools } from '@fundus/contract/schools/schools';
import { downloadName } from '../../http/bodies/download-name.ts';
import type { UserCtx } from '../../http/context.ts';
import { readPages, tableFile } from '../../http/bodies/table-file.ts';
import { loadWords } from '../mails/index.ts';
import { readSchoolLicences } from './media.ts';
import { requireVisible } from './service.ts';

/** Exports the licences of a school that its page shows to the user as a table. */
export async function exportMedia(ctx: UserCtx, { params, query }: Input<typeof schools.exportMedia>): Promise<StreamAnswer> {
  const { format, lang, ...asked } = query;
  await requireVisible(ctx, params.id);
  const t = await loadWords(ctx, lang);
  const columns = [
    { title: t('licence.medium') },
    { title: t('licence.table.identifier') },
    { title: t('edit.field.fn_typ') },
    { title: t('licence.scope') },
    { title: t('licence.state') },
    { title: t('licence.to'), kind: 'day' },
    { title: t('licence.seats'), kind: 'number' },
    { title: t('licence.table.taken'), kind: 'number' },
  ] as const;
  const rows = readPages(
    async (offset, limit) => (await readSchoolLicences(ctx, params.id, { ...asked, offset, limit })).items,
    (row) => [
      ...[
        row.medium.fn_titel,
        row.medium.identifier,
        typeNameIn(lang, row.medium.fn_typ),
        t(`library.scope.${row.scope}`),
        t(`licence.state.${row.state}`),
      ],
      ...[row.valid_to, row.seats === 0 ? t('licence.table.unlimited') : row.seats, row.taken],
    ],
  );
  return tableFile({ format, lang }, { name: downloadName(t, 'licences', today(ctx.now)), columns, rows });
}
