/** Generates media records of German-like words, one at a time and deterministic for a seed. */
import type { MediaRecordInput } from '@fundus/contract/catalogue/catalogue';
import { SUBJECTS } from '@fundus/contract/reference/subjects';

/** Returns a random generator (mulberry32), deterministic for a seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const HEADS =
  'Wasser Wald Stadt Land Zeit Licht Luft Zell Erd Stern Sprach Kunst Musik Welt Klima Energie Natur Kraft Zahl Bild Körper Staats Wirtschafts Umwelt Verkehrs Arbeits'.split(
    ' ',
  );
const TAILS =
  'kreislauf geschichte bildung entwicklung technik lehre messung forschung ordnung wandel schutz raum modell versuch aufbau sprache werk reise karte analyse gesetz theorie frage krise'.split(
    ' ',
  );
const STEMS =
  'tragen bauen messen zeigen finden leben wachsen rechnen schreiben lesen hören sehen handeln lernen ändern prüfen ordnen teilen klären deuten'.split(
    ' ',
  );
const SMALL = 'der die das und in von zu mit für auf ist eine ein wird sich nicht auch wie aus bei nach werden durch über'.split(' ');
const SYLLABLES = 'ba be da do fa ge gra ha ka kla la lo ma me na no pa pro ra re sa schu sta ta tra un ver wa wei zu'.split(' ');
const ENDS = 'ung heit keit er en e el ismus tät ik um schaft'.split(' ');
const PATTERNS = [
  '{A}',
  '{A} und {B}',
  'Was ist {A}?',
  '{A}: {B}',
  'Einführung in {A}',
  '{A} im Unterricht',
  'Wie entsteht {A}?',
  '{A} verstehen',
  '{A} von {B} bis {C}',
];
const TYPES = [
  '49',
  '49',
  '49',
  '49',
  'UC_CLIP',
  '55',
  '55',
  '79',
  '79',
  '58',
  '58',
  '29',
  '19',
  '69',
  '46',
  'MP',
  'UC_H5P',
  'UC_BOOK',
  'UC_APP',
  '56',
  'LEX',
];
const LANGUAGES = ['de', 'de', 'de', 'de', 'de', 'de', 'de', 'de', 'en', 'fr', 's1', 'o1', 'es', 'tr', 'uk'];

/** Returns words by descending frequency: shuffled compounds first, then invented words. */
function vocabulary(random: () => number, size: number): string[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const compounds = [...HEADS.flatMap((head) => TAILS.map((tail) => head + tail)), ...STEMS];
  const words = new Set<string>();
  while (compounds.length > 0) words.add(compounds.splice(Math.floor(random() * compounds.length), 1)[0] as string);
  while (words.size < size) {
    const made = pick(SYLLABLES) + pick(SYLLABLES) + (random() < 0.5 ? pick(SYLLABLES) : '') + pick(ENDS);
    words.add(made.charAt(0).toUpperCase() + made.slice(1));
  }
  return [...words];
}

const SHORT_SUBJECTS = SUBJECTS.filter(({ label }) => label.length <= 40);

/** Yields `count` records with about 90 words of text each. Word frequencies follow Zipf's law. */
export function* generatedRecords(count: number, seed = 1): Generator<MediaRecordInput> {
  const random = randomFrom(seed);
  const words = vocabulary(random, 20_000);
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  // Word frequencies follow Zipf's law: the logarithm of the rank is uniformly distributed.
  const word = () => words[Math.floor(words.length ** random()) - 1] as string;
  const sentence = (length: number) => {
    const parts = Array.from({ length }, () => (random() < 0.4 ? pick(SMALL) : word()));
    return `${parts.join(' ').replace(/^./, (first) => first.toUpperCase())}.`;
  };
  const producers = Array.from({ length: 300 }, () => `${word()} ${pick(['Verlag', 'Film', 'Medien', 'Lernwelt', 'Institut'])}`);

  for (let i = 0; i < count; i++) {
    const subjects = Array.from({ length: whole(1, 3) }, () => pick(SHORT_SUBJECTS));
    const topic = random() < 0.5 ? (subjects[0]?.label ?? word()) : word();
    const title = pick(PATTERNS).replace('{A}', topic).replace('{B}', word()).replace('{C}', word());
    const first = whole(1, 12);
    const grades = Array.from({ length: whole(1, 4) }, (_, n) => Math.min(13, first + n));
    yield {
      identifier: `gen-${seed}-${i}`,
      fn_titel: title,
      fn_kurztext: sentence(whole(6, 14)),
      fn_text: Array.from({ length: whole(4, 8) }, () => sentence(whole(8, 18))).join(' '),
      fn_geb: [...new Set(subjects.map(({ code }) => code))],
      fn_sprache: [pick(LANGUAGES)],
      fn_typ: pick(TYPES),
      fn_adressat: [...new Set(grades)].map((grade) => `A(${grade})`),
      fn_schlag: [...new Set([topic, ...Array.from({ length: whole(2, 6) }, word)])],
      fn_prodname: pick(producers),
      year: whole(1985, 2026),
      duration: whole(60, 5_400),
      recommended: random() < 0.03,
      published: `${whole(2015, 2025)}-${String(whole(1, 12)).padStart(2, '0')}-${String(whole(1, 28)).padStart(2, '0')}`,
      licences: [{ scope: 'free' }],
    };
  }
}

/** Returns queries as users type them, built from the vocabulary of the generated records: single words, pairs, prefixes and typing errors. */
export function generatedQueries(count: number, seed = 2): string[] {
  const random = randomFrom(seed);
  const words = vocabulary(randomFrom(1), 20_000);
  const word = () => words[Math.floor(words.length ** random()) - 1] as string;
  const slip = (text: string) => text.slice(0, 3) + text.slice(4);
  const forms = [
    word,
    () => `${word()} ${word()}`,
    () => (SHORT_SUBJECTS[Math.floor(random() * SHORT_SUBJECTS.length)] as { label: string }).label,
    () => word().slice(0, 5),
    () => slip(word()),
  ];
  return Array.from({ length: count }, (_, i) => (forms[i % forms.length] as () => string)());
}
