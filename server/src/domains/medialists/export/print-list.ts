/** Prepares a media list for printing: with all notes for teachers, or as a worksheet for learners. */
import { today } from '@fundus/contract/days';
import { dateLocale, languageOf } from '@fundus/contract/locale';
import { nameIn } from '@fundus/contract/reference/english-names';
import type { ListItem } from '@fundus/contract/medialists/items';
import type { Medialist } from '@fundus/contract/medialists/medialists';
import { href } from '@fundus/contract/screens';
import type { UserCtx } from '../../../http/context.ts';
import { originOf } from '../../../http/origin.ts';
import { plainWordsOf } from '../../../rich-text/rich-text.ts';
import { readTheme } from '../../setup/index.ts';
import { drawPaper } from './draw-list.ts';
import type { PaperItem } from './list-paper.ts';
import { lengthOf, timesOf, typeOf, type Words } from './item-words.ts';

/** Returns the texts of the paragraphs, list items and headings in sanitized HTML. */
const paragraphsOf = (html: string): string[] =>
  html
    .split(/<\/(?:p|li|h3|h4)>|<br\s*\/?>/)
    .map(plainWordsOf)
    .filter((piece) => piece !== '');

/** Returns the target of an item's QR code: the medium's page in the list, or the address of a linked page. */
const addressOf = (origin: string, listId: string, { id, url, identifier, kind }: ListItem): string => {
  if (identifier === null) return url ?? '';
  return origin + href('medialist-media-detail', { id: listId, mediaId: identifier }) + (kind === 'sequence' ? `?item=${id}` : '');
};

export async function printList(ctx: UserCtx, list: Medialist, layout: 'list' | 'worksheet', t: Words, lang: string): Promise<Buffer> {
  const origin = originOf(ctx);
  const day = new Intl.DateTimeFormat(dateLocale(lang), { dateStyle: 'medium', timeZone: 'UTC' });
  const shown = layout === 'list' ? list.contents : list.contents.filter((item) => item.visible_to_learners);
  const asPaper = (item: ListItem): PaperItem => {
    const bare = { facts: '', task: '', note: '', address: '', qr: '' };
    if (item.kind === 'heading' || item.kind === 'text') return { ...bare, kind: item.kind, title: item.title || item.body };
    const { item: card } = item;
    const facts = [typeOf({ t, lang }, item), timesOf(item) ?? lengthOf(item), card?.fn_prodname, card?.year];
    return {
      kind: 'medium',
      title: item.title,
      facts: facts.filter(Boolean).join(' · '),
      task: item.note_learner,
      note: layout === 'list' ? item.note_teacher : '',
      address: addressOf(origin, list.id, item),
      qr: t('list.paper.qr', { title: item.title }),
    };
  };
  const media = shown.filter((item) => item.identifier !== null).length;
  const facts = [
    ...list.subjects.map(({ code, label }) => nameIn(lang, code, label)),
    list.grades.length > 0 && t('list.paper.grades', { count: list.grades.length, grades: list.grades.join(', ') }),
    t('list.paper.media', { count: media }),
    layout === 'list' && list.planned_for && t('list.paper.planned', { date: day.format(new Date(list.planned_for)) }),
  ];
  const pdf = await drawPaper({
    layout,
    language: languageOf(lang),
    head: [(await readTheme(ctx.db)).productName, ctx.user.schulname].filter(Boolean).join(' · '),
    title: list.title,
    description: paragraphsOf(list.description),
    facts: facts.filter(Boolean).join(' · '),
    items: shown.map(asPaper),
    words: {
      task: t('list.export.noteLearner'),
      note: t('list.export.noteTeacher'),
      name: t('list.paper.name'),
      class: t('list.paper.class'),
      date: t('list.paper.date'),
      page: t('list.paper.page', { page: '{page}', pages: '{pages}' }),
      foot: [origin.replace(/^https?:\/\//, ''), day.format(new Date(today(ctx.now)))].join(' · '),
    },
  });
  return Buffer.from(pdf);
}
