import type { catalogueEdit } from '@fundus/contract/catalogue/edit';
import { today } from '@fundus/contract/days';
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import { nameIn, typeNameIn } from '@fundus/contract/reference/english-names';
import { subjectLabel } from '@fundus/contract/reference/subjects';
import type { Row } from '@fundus/contract/table-file';
import { downloadName } from '../../http/bodies/download-name.ts';
import type { UserCtx } from '../../http/context.ts';
import { tableFile } from '../../http/bodies/table-file.ts';
import { loadWords } from '../mails/index.ts';
import { readEditable } from './edit/edit-list.ts';

/** Number of media read at a time. `MAX_OFFSET` is the largest offset that a search supports. */
const READ = 100;
const MAX_OFFSET = 10_000;

/** Streams the filtered list of media as a table. If media were left out, the last row contains their number. */
export async function exportEditList(ctx: UserCtx<'search'>, { query }: Input<typeof catalogueEdit.exportEditList>): Promise<StreamAnswer> {
  const { format, lang, ...asked } = query;
  const t = await loadWords(ctx, lang);
  const columns = [
    { title: t('edit.field.identifier') },
    { title: t('edit.field.fn_nr') },
    { title: t('edit.field.fn_titel') },
    { title: t('edit.field.fn_kurztext') },
    { title: t('edit.field.fn_typ') },
    { title: t('edit.field.fn_geb') },
    { title: t('edit.field.fn_prodname') },
    { title: t('edit.field.year') },
    { title: t('edit.field.free') },
    { title: t('people.state') },
    { title: t('edit.export.changed'), kind: 'moment' },
  ] as const;
  async function* pages(): AsyncGenerator<Row[]> {
    for (let offset = 0; ; offset += READ) {
      const found = await readEditable(ctx, { ...asked, offset, limit: READ });
      const rows = found.rows.map(({ identifier, record, draft, retired_at, updated_at }): Row => {
        const state = retired_at !== null ? 'edit.state.retired' : draft ? 'edit.export.draft' : 'edit.state.active';
        return [
          ...[identifier, record.fn_nr, record.fn_titel, record.fn_kurztext, typeNameIn(lang, record.fn_typ)],
          ...[record.fn_geb.map((code) => nameIn(lang, code, subjectLabel(code))).join('; '), record.fn_prodname, record.year],
          ...[record.free ? t('edit.export.yes') : t('edit.export.no'), t(state), updated_at],
        ];
      });
      const missing = found.total - offset - READ;
      if (offset + READ <= MAX_OFFSET && missing > 0) yield rows;
      else {
        yield missing > 0 ? [...rows, [t('edit.export.missing', { count: missing })]] : rows;
        return;
      }
    }
  }
  return tableFile({ format, lang }, { name: downloadName(t, 'media', today(ctx.now)), columns, rows: pages() });
}
