/** Exports a media list as PDF, table or citations. */
import { today } from '@fundus/contract/days';
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import { dateLocale } from '@fundus/contract/locale';
import type { ListItem } from '@fundus/contract/medialists/items';
import type { Medialist, medialists } from '@fundus/contract/medialists/medialists';
import { href } from '@fundus/contract/screens';
import type { TableQuery } from '@fundus/contract/table-file';
import { contentDisposition } from '../../../http/bodies/content-disposition.ts';
import type { UserCtx } from '../../../http/context.ts';
import { originOf } from '../../../http/origin.ts';
import { tableFile } from '../../../http/bodies/table-file.ts';
import { loadWords } from '../../mails/index.ts';
import { CITATIONS, type Cited } from './citations.ts';
import { lengthOf, timesOf, typeOf, type Words } from './item-words.ts';
import { printList } from './print-list.ts';
import { presentCurrentList } from '../service.ts';

const addressOf = (origin: string, { url, identifier }: ListItem): string =>
  url ?? (identifier === null ? '' : origin + href('media', { id: identifier }));

/** Returns the file with the exported list, including only the notes visible to the user. */
export async function exportList(ctx: UserCtx<'search'>, { params, query }: Input<typeof medialists.export>): Promise<StreamAnswer> {
  const list = await presentCurrentList(ctx, params.id);
  const t = await loadWords(ctx, query.lang);
  const origin = originOf(ctx);
  const name = list.title.replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-|-$/g, '') || t('download.list');
  const { format, lang } = query;
  if (format === 'csv' || format === 'xlsx') return tableOf({ format, lang }, name, t, origin, list.contents);
  const { type, ending, shown = 'attachment' } = FILES[format];
  return {
    headers: {
      'content-type': type,
      'content-disposition': contentDisposition(shown, `${name}.${ending}`),
      'cache-control': 'no-store',
    },
    body: await writeExport(ctx, list, { format, lang }, { t, origin }),
  };
}

type Wanted = Input<typeof medialists.export>['query'];

const TEXT = { type: 'text/plain; charset=utf-8', ending: 'txt' };
/** PDF files are shown inline, because browsers can print them. */
const PDF = { type: 'application/pdf', ending: 'pdf', shown: 'inline' } as const;
type Document = Exclude<Wanted['format'], TableQuery['format']>;
const FILES: Record<Document, { type: string; ending: string; shown?: 'inline' }> = {
  pdf: PDF,
  worksheet: PDF,
  apa: TEXT,
  din: TEXT,
};

async function writeExport(
  ctx: UserCtx,
  list: Medialist,
  { format, lang }: { format: Document; lang: string },
  { t, origin }: { t: Words; origin: string },
): Promise<string | Buffer> {
  switch (format) {
    case 'pdf':
      return printList(ctx, list, 'list', t, lang);
    case 'worksheet':
      return printList(ctx, list, 'worksheet', t, lang);
    default:
      return citationsOf(t, origin, list.contents, { format, lang }, today(ctx.now));
  }
}

function tableOf(asked: TableQuery, name: string, t: Words, origin: string, items: readonly ListItem[]): StreamAnswer {
  const head = ['number', 'type', 'title', 'times', 'producer', 'year', 'address', 'noteLearner', 'noteTeacher'] as const;
  const columns = head.map((column) => ({
    title: t(`list.export.${column}`),
    kind: column === 'number' || column === 'year' ? ('number' as const) : ('text' as const),
  }));
  const rows = items.map((item, i) => [
    i + 1,
    typeOf({ t, lang: asked.lang }, item),
    item.title || item.body,
    timesOf(item) ?? lengthOf(item),
    item.item?.fn_prodname ?? '',
    item.item?.year || null,
    addressOf(origin, item),
    item.note_learner,
    item.note_teacher,
  ]);
  return tableFile(asked, { name, columns, rows });
}

/** Returns citations of the media and links. Headings and texts are not cited. */
function citationsOf(
  t: Words,
  origin: string,
  items: readonly ListItem[],
  { format, lang }: { format: keyof typeof CITATIONS; lang: string },
  day: string,
): string {
  const cite = CITATIONS[format];
  const date = new Intl.DateTimeFormat(dateLocale(lang), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
  const words = {
    noYear: t('list.export.noYear'),
    within: t('list.export.within'),
    accessed: t('list.export.accessed', { date }),
    availableAt: t('list.export.availableAt'),
  };
  const cited = items
    .filter((item) => item.identifier !== null || item.url !== null)
    .map((item): Cited => ({
      title: item.title,
      partOf: item.kind === 'sequence' ? (item.item?.fn_titel ?? null) : null,
      producer: item.item?.fn_prodname ?? '',
      year: item.item?.year ?? null,
      type: typeOf({ t, lang }, item),
      times: timesOf(item),
      url: addressOf(origin, item),
    }));
  return `${cited.map((each) => cite(each, words)).join('\n\n')}\n`;
}
