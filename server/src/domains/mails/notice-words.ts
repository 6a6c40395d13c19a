/** What a notice is made of, so that it is read in the language of the page (docs/behaviour/mails.md#rationale). */
import { FALLBACK_LANGUAGE, languageOf, OWN_LANGUAGES, sayMessages } from '@fundus/contract/locale';
import { placeholdersOf } from '@fundus/contract/setup/texts';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { MailInput } from '../../mail/compose.ts';
import { expectedOf } from '../setup/index.ts';
import { MAX_TEXT, MAX_TITLE, textOf } from './notice-text.ts';
import type { Say } from './words.ts';

/** A message that is said, with what its places are filled with. */
const Said = z.object({
  say: z.string(),
  get with() {
    return z.record(z.string(), z.union([z.string(), z.number(), Pieces])).optional();
  },
});
/** Words as they are, and messages that are said. */
const Pieces = z.array(z.union([z.string(), Said]));
type Pieces = z.output<typeof Pieces>;

/** Days, hours and amounts are words as they are: they are written for each of some languages. Of each language which wording is its own. */
const MadeOf = z.object({
  languages: z.record(z.string(), z.int()),
  wordings: z.array(z.object({ title: Pieces, text: Pieces })),
});
export type MadeOf = z.output<typeof MadeOf>;

const MAX_LANGUAGES = 8;
const MAX = 12_000;
const FORMS = ['', '_zero', '_one', '_two', '_few', '_many', '_other'];

type Compose = (say: Say, language: string, name: string) => Pick<MailInput, 'subject' | 'body'>;
type About = { name: string; language: string; locales: readonly string[] };

/** Null for what would be too long: it is read as it was written. */
export function findMadeOf(compose: Compose, { name, language, locales }: About): MadeOf | null {
  const [languages, wordings]: [MadeOf['languages'], Map<string, MadeOf['wordings'][number]>] = [{}, new Map()];
  for (const each of [...new Set([language, ...OWN_LANGUAGES, ...locales])].slice(0, MAX_LANGUAGES)) {
    const { say, piecesOf } = listen();
    const { subject, body } = compose(say, each, name);
    const spoken = sayAsBrought(each);
    const wording = {
      title: shorten(piecesOf(subject), spoken, MAX_TITLE),
      text: shorten(piecesOf(textOf(body)), spoken, MAX_TEXT),
    };
    const key = JSON.stringify(wording);
    if (!wordings.has(key)) wordings.set(key, wording);
    languages[each] = [...wordings.keys()].indexOf(key);
  }
  const madeOf = { languages, wordings: [...wordings.values()] };
  return JSON.stringify(madeOf).length <= MAX ? madeOf : null;
}

/** Says messages by marks, which nobody can have typed, and finds in words what was said. The same is the same mark: lists count what is alike. */
function listen(): { say: Say; piecesOf: (words: string) => Pieces } {
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
  const say: Say = (key, values = {}) => {
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
  return { say, piecesOf };
}

/** What the portal's own words name: nothing else is kept. */
const placesOf = (key: string): Set<string> =>
  new Set(OWN_LANGUAGES.flatMap((language) => FORMS.flatMap((form) => placeholdersOf(expectedOf(language)[key + form] ?? ''))));

const sayAsBrought = (language: string): Say => {
  const say = sayMessages(language, expectedOf(language));
  return (key, values) => say(key, values) ?? key;
};

/** What can be seen of them, and a sign more, by which it is seen that they go on. */
function shorten(pieces: Pieces, say: Say, most: number): Pieces {
  const kept: Pieces = [];
  let left = most + 1;
  for (const piece of pieces) {
    if (left <= 0) break;
    kept.push(typeof piece === 'string' ? piece.slice(0, left).toWellFormed() : piece);
    left -= sayPieces([piece], say).length;
  }
  return kept;
}

const sayPieces = (pieces: Pieces, say: Say): string =>
  pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      const values = Object.entries(piece.with ?? {}).map(([name, value]) => [name, Array.isArray(value) ? sayPieces(value, say) : value]);
      return say(piece.say as Parameters<Say>[0], Object.fromEntries(values));
    })
    .join('');

/** Null where it says a message the portal has no more. */
export function sayNotice(stored: unknown, { say, language }: { say: Say; language: string }): { title: string; text: string } | null {
  const { languages, wordings } = MadeOf.parse(stored);
  const nth = [language, languageOf(language), FALLBACK_LANGUAGE].map((each) => languages[each]).find((found) => found !== undefined);
  const those = nth === undefined ? undefined : wordings[nth];
  if (those === undefined) return null;
  let whole = true;
  const known: Say = (key, values) => {
    const words = say(key, values);
    whole &&= words !== key;
    return words;
  };
  const [title, text] = [sayPieces(those.title, known), sayPieces(those.text, known)];
  return whole ? { title, text: text.trim() } : null;
}
