/** Source of a notice, from which it is shown in any language (docs/behaviour/mails.md#rationale). */
import { FALLBACK_LANGUAGE, languageOf, OWN_LANGUAGES, createTranslator } from '@fundus/contract/locale';
import { placeholdersOf } from '@fundus/contract/setup/texts';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { MailInput } from '../../mail/compose.ts';
import { expectedOf } from '../setup/index.ts';
import { MAX_TEXT, MAX_TITLE, renderMailText } from './notice-text.ts';
import type { Translate } from './words.ts';

/** Message key with the values for its placeholders. */
const Said = z.object({
  say: z.string(),
  get with() {
    return z.record(z.string(), z.union([z.string(), z.number(), Pieces])).optional();
  },
});
/** Sequence of plain texts and messages. */
const Pieces = z.array(z.union([z.string(), Said]));
type Pieces = z.output<typeof Pieces>;

/**
 * Wordings of a notice, and the index of the wording for each language. Dates, times and amounts are plain text that was formatted for each language.
 */
const MadeOf = z.object({
  languages: z.record(z.string(), z.int()),
  wordings: z.array(z.object({ title: Pieces, text: Pieces })),
});
export type NoticeParts = z.output<typeof MadeOf>;

const MAX_LANGUAGES = 8;
const MAX = 12_000;
const FORMS = ['', '_zero', '_one', '_two', '_few', '_many', '_other'];

type Compose = (t: Translate, language: string, name: string) => Pick<MailInput, 'subject' | 'body'>;
type About = { name: string; language: string; locales: readonly string[] };

/** Returns the source of a notice. Returns `null` if it would be too long, so that the original text is shown. */
export function findNoticeSource(compose: Compose, { name, language, locales }: About): NoticeParts | null {
  const [languages, wordings]: [NoticeParts['languages'], Map<string, NoticeParts['wordings'][number]>] = [{}, new Map()];
  for (const each of [...new Set([language, ...OWN_LANGUAGES, ...locales])].slice(0, MAX_LANGUAGES)) {
    const { t, piecesOf } = listen();
    const { subject, body } = compose(t, each, name);
    const spoken = defaultTranslator(each);
    const wording = {
      title: shorten(piecesOf(subject), spoken, MAX_TITLE),
      text: shorten(piecesOf(renderMailText(body)), spoken, MAX_TEXT),
    };
    const key = JSON.stringify(wording);
    if (!wordings.has(key)) wordings.set(key, wording);
    languages[each] = [...wordings.keys()].indexOf(key);
  }
  const madeOf = { languages, wordings: [...wordings.values()] };
  return JSON.stringify(madeOf).length <= MAX ? madeOf : null;
}

/**
 * Returns a `Translate` that returns a random marker for each message, and a function that finds these markers in a text. Equal messages get equal
 * markers, because lists group equal lines.
 */
function listen(): { t: Translate; piecesOf: (words: string) => Pieces } {
  const sign = randomBytes(9).toString('base64url');
  const marks = new RegExp(`<${sign}:(\\d+)>`);
  const said: Pieces[number][] = [];
  const known = new Map<string, string>();
  const piecesOf = (words: string): Pieces =>
    words.split(marks).flatMap((part, nth) => (nth % 2 === 1 ? [said[Number(part)]!] : part === '' ? [] : [part.toWellFormed()]));
  const valueOf = (value: string | number): string | number | Pieces => {
    if (typeof value === 'number') return value;
    const pieces = piecesOf(value);
    return pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : pieces;
  };
  const t: Translate = (key, values = {}) => {
    const places = placesOf(key);
    const used = Object.entries(values).filter(([name, value]) => places.has(name) || (name === 'count' && typeof value === 'number'));
    const piece = {
      say: key,
      ...(used.length > 0 && { with: Object.fromEntries(used.map(([name, value]) => [name, valueOf(value)])) }),
    };
    const id = JSON.stringify(piece);
    if (!known.has(id)) known.set(id, `<${sign}:${said.push(piece) - 1}>`);
    return known.get(id)!;
  };
  return { t, piecesOf };
}

/** Returns the placeholders in the built-in texts of a message. Only their values are stored. */
const placesOf = (key: string): Set<string> =>
  new Set(OWN_LANGUAGES.flatMap((language) => FORMS.flatMap((form) => placeholdersOf(expectedOf(language)[key + form] ?? ''))));

const defaultTranslator = (language: string): Translate => {
  const t = createTranslator(language, expectedOf(language));
  return (key, values) => t(key, values) ?? key;
};

/** Shortens the pieces to the visible length plus one character, from which the reader sees that the text was cut. */
function shorten(pieces: Pieces, t: Translate, most: number): Pieces {
  const merged: Pieces = [];
  let left = most + 1;
  for (const piece of pieces) {
    if (left <= 0) break;
    merged.push(typeof piece === 'string' ? piece.slice(0, left).toWellFormed() : piece);
    left -= renderPieces([piece], t).length;
  }
  return merged;
}

const renderPieces = (pieces: Pieces, t: Translate): string =>
  pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      const values = Object.entries(piece.with ?? {}).map(([name, value]) => [name, Array.isArray(value) ? renderPieces(value, t) : value]);
      return t(piece.say as Parameters<Translate>[0], Object.fromEntries(values));
    })
    .join('');

/** Returns the title and text in a language. Returns `null` if a message no longer exists. */
export function renderNotice(stored: unknown, { t, language }: { t: Translate; language: string }): { title: string; text: string } | null {
  const { languages, wordings } = MadeOf.parse(stored);
  const nth = [language, languageOf(language), FALLBACK_LANGUAGE].map((each) => languages[each]).find((found) => found !== undefined);
  const those = nth === undefined ? undefined : wordings[nth];
  if (those === undefined) return null;
  let whole = true;
  const known: Translate = (key, values) => {
    const words = t(key, values);
    whole &&= words !== key;
    return words;
  };
  const [title, text] = [renderPieces(those.title, known), renderPieces(those.text, known)];
  return whole ? { title, text: text.trim() } : null;
}
