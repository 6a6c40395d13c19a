import { today } from '@fundus/contract/days';
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import type { classes } from '@fundus/contract/classes/classes';
import { nameIn } from '@fundus/contract/reference/english-names';
import { subjectLabel } from '@fundus/contract/reference/subjects';
import { downloadName } from '../../http/bodies/download-name.ts';
import type { UserCtx } from '../../http/context.ts';
import { readPages, tableFile } from '../../http/bodies/table-file.ts';
import { loadWords } from '../mails/index.ts';
import { listOfSchool } from './classes.ts';

/** Exports the classes of a school as a table with owners and numbers of learners. The table contains no names of learners. */
export async function exportOfSchool(
  ctx: UserCtx<'search'>,
  { params, query }: Input<typeof classes.exportOfSchool>,
): Promise<StreamAnswer> {
  const { format, lang, ...asked } = query;
  const read = await listOfSchool(ctx, params.id, asked);
  const t = await loadWords(ctx, lang);
  const columns = [
    { title: t('class.name') },
    { title: t('class.kind') },
    { title: t('class.grade'), kind: 'number' },
    { title: t('class.subject') },
    { title: t('classes.year') },
    { title: t('class.export.state') },
    { title: t('class.export.owners') },
    { title: t('class.learners'), kind: 'number' },
    { title: t('class.export.codes'), kind: 'number' },
  ] as const;
  const rows = readPages(read, (row) => [
    ...[
      row.name,
      t(`class.kind.${row.kind}`),
      row.grade,
      row.subject === null ? '' : nameIn(lang, row.subject, subjectLabel(row.subject)),
      row.school_year,
    ],
    ...[row.state === 'active' ? t('class.export.active') : t(`classes.state.${row.state}`), row.owners.join(', ')],
    ...[row.learners, row.codes],
  ]);
  return tableFile({ format, lang }, { name: downloadName(t, 'classes', today(ctx.now)), columns, rows });
}
