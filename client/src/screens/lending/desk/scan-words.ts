import type { Translate } from '../../../i18n/translate.ts';
import { formatDate } from '../../../i18n/format.ts';
import { normalizeCode } from '@fundus/contract/licences/rules';
import { CARD_PATTERN } from '../scan/card-code.ts';
import { ORDER_NUMBER, type Scan } from '../scan/scan-queue.ts';
import type { Tone } from '../scan/scan-tones.ts';
import { endText, refusalText } from '../parts/words.ts';

export type ScanText = { tone: Tone | null; word: string; text: string; more: string[] };

export function describeScan(t: Translate, scan: Scan, locale: string): ScanText {
  const { code, state, error } = scan;
  if (state === 'waiting') return { tone: null, word: t('lending.scan.waiting'), text: code, more: [] };
  if (state === 'stored') return { tone: 'stored', word: t('lending.scan.stored'), text: code, more: [t('lending.scan.stored.hint')] };
  if (state === 'out') return handOverText(t, scan, locale);
  if (state === 'ready') return readyText(t, scan, locale);
  if (state === 'in') return returnedText(t, scan, locale);
  if (state === 'asked') return questionText(t, scan);
  const unknown = error!.code === 'barcode_unknown';
  return {
    ...{ tone: 'bad', word: t(unknown ? 'lending.scan.unknown' : 'lending.scan.refused'), text: code },
    more: [unknown ? unknownCodeText(t, scan) : refusalText(t, error!, locale), openedWords(t, scan)].filter((words) => words !== ''),
  };
}

/** Returns a hint why the code is unknown: it belongs to another lending point, a card, or a closed order. */
function unknownCodeText(t: Translate, { code, error }: Scan): string {
  const { other } = (error!.details ?? {}) as { other?: string };
  if (other) return t('lending.scan.unknown.other', { name: other });
  if (CARD_PATTERN.test(normalizeCode(code))) return t('lending.scan.unknown.card');
  return t(ORDER_NUMBER.test(code) ? 'lending.scan.unknown.number' : 'lending.scan.unknown.hint');
}

function questionText(t: Translate, { asks }: Scan): ScanText {
  const { item, orders } = asks!;
  return {
    ...{ tone: 'warn', word: t('lending.scan.asked'), text: `${item.code}, ${item.model}` },
    more: [t(orders.length > 0 ? 'lending.scan.asked.hint' : 'lending.scan.asked.none')],
  };
}

/** Returns the text about the order that the scan opened, or an empty string. */
const openedWords = (t: Translate, { opened }: Scan): string =>
  opened ? t('lending.scan.opened', { name: named(t, opened.borrower), number: opened.number }) : '';

const named = (t: Translate, name: string): string => name || t('lending.nobody');

function handOverText(t: Translate, scan: Scan, locale: string): ScanText {
  const { handed } = scan;
  const { scanned, borrower, lines } = handed!;
  const day = (value: string): string => formatDate(value, 'weekday', locale);
  const line = lines.find(({ id }) => id === scanned.line_id);
  const more = [
    openedWords(t, scan),
    scanned.as === 'substitute' && t('lending.scan.substitute', { code: scanned.instead }),
    scanned.as === 'extra' && t('lending.scan.extra'),
    ...scanned.hurt.map(({ borrower: who, from }) => t('lending.scan.hurt', { name: named(t, who), day: day(from) })),
  ];
  return {
    tone: scanned.hurt.length > 0 || scanned.as !== 'ordered' ? 'warn' : 'good',
    word: t('lending.scan.out'),
    text: t('lending.scan.out.text', {
      code: scanned.item.code,
      model: scanned.item.model,
      name: named(t, borrower),
      day: line ? endText(line.end, line.lessons?.end, locale) : '',
    }),
    more: more.filter((words): words is string => typeof words === 'string' && words !== ''),
  };
}

function readyText(t: Translate, { ready }: Scan, locale: string): ScanText {
  const { item, borrower, number, start, complete } = ready!;
  const values = { code: item.code, model: item.model, name: named(t, borrower), day: formatDate(start, 'weekday', locale) };
  return {
    ...{ tone: 'good', word: t('lending.scan.ready'), text: t('lending.scan.ready.text', values) },
    more: [t(complete ? 'lending.scan.ready.complete' : 'lending.scan.ready.more', { number })],
  };
}

function returnedText(t: Translate, { returned }: Scan, locale: string): ScanText {
  const { item, parts, borrower, late, state, next } = returned!;
  const more = [
    late > 0 && t('lending.back.late', { count: late }),
    state !== 'available' && t(`lending.item.${state}`),
    next && t('lending.scan.next', { name: named(t, next.borrower), day: formatDate(next.from, 'weekday', locale) }),
    parts.length > 0 && t('lending.back.parts', { parts: parts.map(({ name, count }) => `${count} × ${name}`).join(', ') }),
    !next && item.shelf && t('lending.inShelf', { shelf: item.shelf }),
  ];
  return {
    tone: late > 0 || state !== 'available' || next ? 'warn' : 'good',
    word: t('lending.scan.in'),
    text: t('lending.scan.in.text', { code: item.code, model: item.model, name: named(t, borrower) }),
    more: more.filter((words): words is string => typeof words === 'string' && words !== ''),
  };
}
