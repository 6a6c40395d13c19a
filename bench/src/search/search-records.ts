/**
 * Generates records for the search benchmark: German-like words with inflections and compounds, distributed as in natural language and deterministic
 * for a seed.
 */
import type { Schema, SearchRecord } from '@fundus/search/api';

export const schema: Schema = {
  text: {
    fn_titel: { weight: 10, exact: true },
    fn_schlag: { weight: 4 },
    subjects: { weight: 4 },
    fn_kurztext: { weight: 1.5 },
    fn_prodname: { weight: 1 },
    fn_text: { weight: 1 },
    captions: { weight: 0.5 },
  },
  values: {
    fn_geb: { tree: true },
    fn_sprache: {},
    fn_typ: {},
    fn_adressat: { tree: true },
    fn_schlag: {},
    fn_prodname: {},
    kind: {},
    lizenz: {},
  },
  numbers: { published: { unit: 'days since 1970' }, used: { unit: 'times' } },
};

const ONSETS = 'b bl br d dr f fl fr g gl gr h j k kl kr l m n p pf pl pr r s sch schl schr schw sp st str t tr v w z zw'.split(' ');
const VOWELS = 'a e i o u ä ö ü au ei eu ie'.split(' ');
const CODAS = 'b ch ck d f g k l ld lt m mp n nd ng nk p r rd rg rk rt s ss st t tz'.split(' ');
const LINKS = ['', 's', 'en'];
const ENDINGS = ['', '', '', '', '', 'e', 'en', 's'];
const LABELS =
  'Mathematik Physik Chemie Biologie Geschichte Erdkunde Deutsch Englisch Musik Kunst Sport Religion Ethik Informatik Wirtschaft Technik'.split(
    ' ',
  );
const TYPES = Array.from({ length: 23 }, (_, i) => String(40 + i));
const GRADES = ['E', 'Q', 'BBS', ...Array.from({ length: 13 }, (_, i) => `A(${i + 1})`)];

/** Number of different stems. The most frequent one occurs in about two of five records. */
const WORDS = 30_000;

/** Number of the most frequent stems that occur as the last part of compounds. */
const HEADS = 2000;

export type Source = { record(number: number): SearchRecord; word(rank: number): string };

export function recordSource(seed: number): Source {
  const random = generator(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const syllable = (): string => pick(ONSETS) + pick(VOWELS) + pick(CODAS);
  const words = Array.from({ length: WORDS }, (_, i) =>
    i < 2000 && random() < 0.5 ? syllable() : syllable() + pick(['', 'e', 'el']) + syllable(),
  );
  const sums = new Float64Array(WORDS);
  for (let i = 0, sum = 0; i < WORDS; i++) sums[i] = sum += 1 / (i + 26) ** 1.02;
  const drawn = (next: () => number): number => {
    const wanted = next() * sums[WORDS - 1]!;
    let low = 0;
    let high = WORDS - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sums[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const capitals = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));

  return {
    word: (rank) => capitals[rank]!,
    record(number) {
      const next = generator(seed * 7919 + number * 104_729 + 1);
      const choose = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
      const word = (): string => {
        const first = capitals[drawn(next)]!;
        const compound = next() < 0.06 ? first + choose(LINKS) + words[Math.floor(next() ** 3 * HEADS)]! : first;
        return compound + choose(ENDINGS);
      };
      const text = (least: number, most: number): string => {
        const more = least + Math.floor(next() * (most - least + 1)) - 1;
        let written = word();
        for (let w = 0; w < more; w++) written += ` ${word()}`;
        return written;
      };
      const subject = Math.floor(next() ** 2 * LABELS.length);
      const code = String((subject + 1) * 40).padStart(3, '0');
      const codes = [
        next() < 0.3
          ? code
          : code +
            String(Math.floor(next() * 9) + 1).padStart(2, '0') +
            (next() < 0.5 ? String(Math.floor(next() * 8)).padStart(2, '0') : ''),
      ];
      const keywords = Array.from({ length: 2 + Math.floor(next() * 3) }, () => capitals[drawn(next)]!);
      const producer = `Verlag ${capitals[Math.floor(next() ** 3 * 400)]!}`;
      const language = next() < 0.9 ? 'de' : 'en';
      return {
        id: `m${number.toString().padStart(8, '0')}`,
        language,
        text: { fn_titel: text(2, 6), fn_schlag: keywords, subjects: [LABELS[subject]!], fn_kurztext: text(12, 28), fn_prodname: producer },
        values: {
          fn_geb: next() < 0.2 ? [...codes, '480'] : codes,
          fn_sprache: [language],
          fn_typ: [TYPES[Math.floor(next() ** 2 * TYPES.length)]!],
          fn_adressat: Array.from({ length: 1 + Math.floor(next() * 4) }, () => choose(GRADES)),
          fn_schlag: keywords,
          fn_prodname: [producer],
          kind: [next() < 0.8 ? 'media' : choose(['book', 'app'])],
          lizenz: [choose(['CC BY', 'CC BY-SA', 'CC0', 'Lizenz'])],
        },
        numbers: { published: 14_000 + Math.floor(next() * 6500), used: Math.floor(next() ** 4 * 5000) },
        visible: [next() < 0.7 ? 'all' : `school:${Math.floor(next() * 500)}`],
      };
    },
  };
}

/** Returns a generator of numbers from 0 to 1, deterministic for a seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
