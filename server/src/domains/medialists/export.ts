/** A media list to keep: as a table, or its media as citations. */
import { today } from '@fundus/contract/days';
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import { dateLocale } from '@fundus/contract/locale';
import type { ListItem } from '@fundus/contract/medialists/items';
import type { medialists } from '@fundus/contract/medialists/medialists';
import { mediaType } from '@fundus/contract/reference/media-types';
import { href } from '@fundus/contract/screens';
import { writeCsv } from '@fundus/contract/setup/texts';
import type { UserCtx } from '../../http/context.ts';
import { originOf } from '../../http/origin.ts';
import { loadWords } from '../mails/index.ts';
import { CITATIONS, clockOf, type Cited } from './citations.ts';
import { presentNow } from './service.ts';

type Words = Awaited<ReturnType<typeof loadWords>>;

const addressOf = (origin: string, { url, identifier }: ListItem): string =>
  url ?? (identifier === null ? '' : origin + href('media', { id: identifier }));

const timesOf = ({ start_s, end_s }: ListItem): string | null =>
  start_s === null || end_s === null ? null : `${clockOf(start_s)}–${clockOf(end_s)}`;

const typeOf = (say: Words, { kind, item }: ListItem): string => (item ? mediaType(item.fn_typ).label : say(`list.kind.${kind}`));

/** What the visitor sees of the list, notes as they see them. */
export async function exportList(ctx: UserCtx, { params, query }: Input<typeof medialists.export>): Promise<StreamAnswer> {
  const list = await presentNow(ctx, params.id);
  const say = await loadWords(ctx, query.lang);
  const origin = originOf(ctx);
  const name = list.title.replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-|-$/g, '') || 'liste';
  const body =
    query.format === 'csv' ? tableOf(say, origin, list.contents) : citationsOf(say, origin, list.contents, query, today(ctx.now));
  const [type, ending] = query.format === 'csv' ? ['text/csv', 'csv'] : ['text/plain', 'txt'];
  return {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="list.${ending}"; filename*=UTF-8''${encodeURIComponent(`${name}.${ending}`)}`,
      'cache-control': 'no-store',
    },
    body,
  };
}

function tableOf(say: Words, origin: string, items: readonly ListItem[]): string {
  const head = ['number', 'type', 'title', 'times', 'producer', 'year', 'address', 'noteLearner', 'noteTeacher'] as const;
  return writeCsv([
    head.map((column) => say(`list.export.${column}`)),
    ...items.map((item, i) => [
      String(i + 1),
      typeOf(say, item),
      item.title || item.body,
      timesOf(item) ?? (item.item?.duration ? clockOf(item.item.duration) : ''),
      item.item?.fn_prodname ?? '',
      item.item?.year ? String(item.item.year) : '',
      addressOf(origin, item),
      item.note_learner,
      item.note_teacher,
    ]),
  ]);
}

/** Media and links; headings and words are nobody's work. */
function citationsOf(
  say: Words,
  origin: string,
  items: readonly ListItem[],
  { format, lang }: { format: keyof typeof CITATIONS | 'csv'; lang: string },
  day: string,
): string {
  const cite = CITATIONS[format === 'csv' ? 'apa' : format];
  const date = new Intl.DateTimeFormat(dateLocale(lang), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
  const words = {
    noYear: say('list.export.noYear'),
    within: say('list.export.within'),
    accessed: say('list.export.accessed', { date }),
    availableAt: say('list.export.availableAt'),
  };
  const cited = items
    .filter((item) => item.identifier !== null || item.url !== null)
    .map((item): Cited => ({
      title: item.title,
      partOf: item.kind === 'sequence' ? (item.item?.fn_titel ?? null) : null,
      producer: item.item?.fn_prodname ?? '',
      year: item.item?.year ?? null,
      type: typeOf(say, item),
      times: timesOf(item),
      url: addressOf(origin, item),
    }));
  return `${cited.map((each) => cite(each, words)).join('\n\n')}\n`;
}
