/**
 * Reads grade, subject, media type, language, length and needs from a question and returns them as filters (docs/behaviour/search.md#questions).
 * Pure.
 */
import type { FilterField } from '@fundus/contract/catalogue/catalogue';
import { subjectCodes } from '@fundus/contract/reference/subject-names';
import { normalizeText } from '@fundus/contract/unicode';

export type UnderstoodFilter = { field: FilterField; values: string[] };

/** Maximum length of a question in characters. A longer text is used as the topic without reading filters. */
const MAX_QUESTION = 500;
/** Placeholder for a part of the question that was read as a filter. */
const TAKEN = '\u0001';

const start = String.raw`(?<![\p{L}\p{N}])`;
const end = String.raw`(?![\p{L}\p{N}])`;
const whole = (pattern: string): RegExp => new RegExp(`${start}(?:${pattern})${end}`, 'giu');

const LAST_GRADE = 13;
const grades = (from: number, to: number): string[] => {
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  if (first < 1 || last > LAST_GRADE) return [];
  return Array.from({ length: last - first + 1 }, (_, i) => `A(${first + i})`);
};

const FOR = String.raw`(?:(?:für|in|ab|aus|for|in)\s(?:(?:die|der|den|eine|einer|meine|meiner|unsere|unserer|grade|the|my|a)\s)?)?`;
const GRADE = String.raw`(?:klassenstufen?|klassen?|kl\.?|jahrgangsstufen?|jahrgang|stufe|grades?|year)`;
const TO = String.raw`(?:\s?(?:-|–|bis|und|oder|to|and|or)\s?(\d{1,2})\.?)?`;
const GRADES = whole(String.raw`${FOR}${GRADE}\s(\d{1,2})${TO}(?:\s?[a-h])?`);
const ORDINAL_GRADES = whole(
  String.raw`${FOR}(\d{1,2})\.?${TO}\s?(?:klassen?|klassenstufen?|jahrgangsstufen?|jahrgang|schuljahr|graders?)`,
);
const LEVELS: readonly [pattern: RegExp, codes: readonly string[]][] = [
  [whole(`${FOR}(?:grundschule|grundschulkinder|primarstufe|primary school)`), grades(1, 4)],
  [whole(`${FOR}(?:mittelstufe|sekundarstufe (?:1|i)|sek (?:1|i))`), grades(5, 10)],
  [whole(`${FOR}(?:gymnasiale oberstufe|oberstufe|sekundarstufe (?:2|ii)|sek (?:2|ii))`), grades(11, 13)],
];

const NUMBERS: Readonly<Record<string, number>> = {
  ...{ eine: 1, einer: 1, zwei: 2, drei: 3, vier: 4, fünf: 5, sechs: 6, sieben: 7, acht: 8, neun: 9, zehn: 10, fünfzehn: 15, zwanzig: 20 },
  ...{ dreißig: 30, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, fifteen: 15, twenty: 20 },
};
const NUMBER = String.raw`(\d{1,3}|${Object.keys(NUMBERS).join('|')})`;
const AT_MOST = String.raw`(?:(?:die|der|das|that is|which is)\s)?(?:höchstens|maximal|max\.?|nicht länger als|nicht mehr als|unter|bis zu|weniger als|kürzer als|at most|no longer than|not longer than|less than|shorter than|under|up to)`;
const LENGTH = whole(
  String.raw`${AT_MOST}\s${NUMBER}\s?(minuten?|min\.?|minutes?|mins?|stunden?|std\.?|hours?)(?:\s(?:lang|dauern|dauert|long))?`,
);
/** Matches "5-minütiger Film", "ten-minute film" and "5-Minuten-Film". */
const ABOUT_LENGTHS = [
  whole(String.raw`${NUMBER}(?:[\s-]?minütige[mnrs]?|[\s-]minute)`),
  new RegExp(String.raw`${start}${NUMBER}[\s-]?minuten-(?=\p{L})`, 'giu'),
];
const MAX_MINUTES = 600;

const NEEDS: readonly [pattern: RegExp, field: FilterField, values: readonly string[]][] = [
  [whole('ohne ton|tonlos(?:e[rns]?)?|without sound|no sound'), 'meets', ['no_sound']],
  [
    whole(
      'mit (?:(?:deutschen|englischen) )?(?:untertiteln?|ut)|untertitelte?[rns]?|omu|with (?:(?:german|english) )?(?:subtitles|captions)|subtitled|captioned',
    ),
    'meets',
    ['captions'],
  ],
  [whole('mit (?:einer )?audiodeskription|with audio descriptions?'), 'meets', ['audio_description']],
  [whole('in (?:leichter|einfacher) sprache|in (?:easy|plain) language'), 'fn_sprache', ['s1', 'p1']],
];

/** Names of languages in questions, in German and English, with their language codes. */
const LANGUAGES: readonly [german: string, english: string, code: string][] = [
  ['englisch', 'english', 'en'],
  ['französisch', 'french', 'fr'],
  ['spanisch', 'spanish', 'es'],
  ['italienisch', 'italian', 'it'],
  ['russisch', 'russian', 'ru'],
  ['türkisch', 'turkish', 'tr'],
  ['polnisch', 'polish', 'pl'],
  ['arabisch', 'arabic', 'ar'],
  ['ukrainisch', 'ukrainian', 'uk'],
  ['latein', 'latin', 'la'],
  ['deutsch', 'german', 'de'],
];
/** Names of media types in questions, with the codes of the types. */
const TYPES: readonly [words: string, codes: readonly string[]][] = [
  [
    'kurzfilme?|erklärfilme?|lehrfilme?|trickfilme?|dokumentarfilme?|dokumentation(?:en)?|dokus?|filmen?|filme|erklärvideos?|videoclips?|clips?|videos?|films?|movies?|documentary|documentaries',
    ['49', '56', 'UC_CLIP', '46', '42', '32'],
  ],
  ['dvds?', ['46']],
  ['hörspiele?|hörbücher|hörbuch|podcasts?|audios?|tonaufnahmen?|radio plays?', ['29', '24']],
  ['arbeitsblätter|arbeitsblatt|dokumente?|pdfs?|texte|worksheets?|documents?', ['79', 'CP']],
  ['interaktive übungen|interaktive übung|übungen|übung|quizze|quiz|interactive exercises?|exercises?|quizzes', ['UC_H5P']],
  ['apps?|software|lernprogramme?', ['UC_APP', '69', '66']],
  ['schulbücher|schulbuch|bücher|buch|e-?books?|textbooks?|books?', ['UC_BOOK', 'UC_PRINT']],
  ['medienpakete?', ['55', '50', 'MP']],
  ['fotos?|bilder|bild|abbildungen|abbildung|photos?|pictures?|images?', ['19']],
];
const ANY_TYPE = TYPES.map(([words]) => words).join('|');
/**
 * Patterns for languages. "in Englisch" is read as the subject, "auf Englisch" and "englischer Film" as the language, and "englische Könige" as the
 * topic.
 */
const LANGUAGE_PATTERNS = LANGUAGES.map(
  ([german, english, code]) =>
    [
      whole(
        `auf ${german}|in ${german}er sprache|${german}sprachige?[rns]?|in ${english}|${english}-language|(?:${german}e[mnrs]?|${english})(?= (?:(?:kurz|lehr|erklär|trick)?(?:${ANY_TYPE}))${end})`,
      ),
      code,
    ] as const,
);

/** Filler words that are removed from the topic. */
const FILLER = String.raw`(?:(?:(?:für|for) (?:heute|morgen|den unterricht|die nächste stunde|today|tomorrow|my lesson)|ich|wir|suche|suchen|brauche|brauchen|bitte|möchte|hätte|gern|gerne|zeig|zeige|mir|gibt|es|ein|eine|einen|einem|einer|kurze|kurzer|kurzes|kurzen|gute|guter|gutes|guten|etwas|was|material|materialien|unterrichtsmaterial|unterrichtsmaterialien|medien|i|we|need|want|am|looking|find|show|me|please|a|an|some|something|short|is|there|media|materials?|resources?)(?:\s|$)){0,8}`;
const FIRST_TYPE = new RegExp(`^${FILLER}(${ANY_TYPE})${end}`, 'iu');
const TYPE_BESIDE = new RegExp(
  `(?:, ?|${start}(?:als|as an?|as) )(${ANY_TYPE})$|${TAKEN},? ?(${ANY_TYPE})${end}|${start}(${ANY_TYPE}) ?${TAKEN}`,
  'iu',
);

/** Matches a media type that is the last word after a topic, as in "Vulkane Film". */
const LAST_TYPE = new RegExp(
  `${start}(?!(?:eine?|einen|einem|einer|der|die|das|den|dem|im|am|vom|zum|beim|mit|über|als|the|an?|of|about|on)\\s)[\\p{L}-]{3,40}\\s(${ANY_TYPE})$`,
  'iu',
);

/** Matches a possible name of a school subject. Only subjects in `SCHOOL_SUBJECT` become filters. */
const SUBJECT_WORDS = String.raw`[\p{L}]{3,30}`;
const SUBJECT = new RegExp(`${start}(?:(für|in|im|fach|fürs|for)\\s)?(${SUBJECT_WORDS})${end}`, 'giu');
const SCHOOL_SUBJECT = /^(?:060|080|100|120|160|2000\d|220|240|28010|320|380|420|450|460|480|520|600|700|50005)$/;

/** Returns the filters and the topic of a question. `ignored` filters are omitted together with their words. */
export function readQuestion(question: string, ignored: readonly FilterField[] = []): { understood: UnderstoodFilter[]; topic: string } {
  const asked = normalizeText(question).replaceAll(TAKEN, ' ').replace(/\s+/g, ' ').trim();
  if (asked.length > MAX_QUESTION || asked.includes('"')) return { understood: [], topic: asked };
  const found = new Map<FilterField, Set<string>>();
  const take = (field: FilterField, values: readonly string[]): string => {
    if (values.length === 0) return '';
    found.set(field, new Set([...(found.get(field) ?? []), ...values]));
    return TAKEN;
  };
  let rest = asked;
  const each = (pattern: RegExp, read: (match: string, ...groups: (string | undefined)[]) => string): void => {
    rest = rest.replace(pattern, (match, ...groups) => read(match, ...(groups as string[])) || match);
  };
  each(LENGTH, (_, number, unit) => {
    const minutes = (NUMBERS[number!.toLowerCase()] ?? Number(number)) * (/^(?:st|h)/i.test(unit!) ? 60 : 1);
    return minutes > 0 && minutes <= MAX_MINUTES ? take('dauer', [String(minutes)]) : '';
  });
  for (const pattern of ABOUT_LENGTHS)
    each(pattern, (_, number) => {
      const minutes = NUMBERS[number!.toLowerCase()] ?? Number(number);
      return minutes > 0 && minutes <= MAX_MINUTES && !found.has('dauer') ? take('dauer', [String(minutes)]) : '';
    });
  for (const pattern of [GRADES, ORDINAL_GRADES])
    each(pattern, (_, from, to) => take('fn_adressat', grades(Number(from), Number(typeof to === 'string' && /^\d/.test(to) ? to : from))));
  for (const [pattern, codes] of LEVELS) each(pattern, () => take('fn_adressat', codes));
  for (const [pattern, field, values] of NEEDS) each(pattern, () => take(field, values));
  for (const [pattern, code] of LANGUAGE_PATTERNS) each(pattern, () => take('fn_sprache', [code]));
  const takeType = (_: string, ...words: (string | undefined)[]): string => {
    const word = words.find((one) => typeof one === 'string' && one !== '')!;
    const [, codes] = TYPES.find(([names]) => new RegExp(`^(?:${names})$`, 'iu').test(word))!;
    take('fn_typ', codes);
    return TAKEN;
  };
  rest = rest.replace(FIRST_TYPE, (match, word: string) => takeType(match, word));
  extractSubjects();
  rest = rest.replace(TYPE_BESIDE, (match, ...words: (string | undefined)[]) => takeType(match, ...words.slice(0, 3)));
  if (found.size > 0 && !found.has('fn_typ'))
    rest = rest.replace(LAST_TYPE, (match, word: string) => match.slice(0, -word.length) + takeType(match, word));
  return {
    understood: Array.from(found, ([field, values]) => ({ field, values: [...values] })).filter(({ field }) => !ignored.includes(field)),
    topic: topicOf(rest, found.size > 0),
  };

  /** Reads subjects as filters if they follow "für", "in" or "Fach", end in "…unterricht" or are next to another filter. */
  function extractSubjects(): void {
    const before = rest;
    rest = before.replace(SUBJECT, (match: string, preposition: string | undefined, word: string, at: number) => {
      const beside =
        before.slice(0, at).trimEnd().endsWith(TAKEN) ||
        before
          .slice(at + match.length)
          .trimStart()
          .startsWith(TAKEN);
      const lesson = /^(.{3,25})unterricht$/iu.exec(word);
      if (!preposition && !beside && !lesson) return match;
      const codes = [word, lesson?.[1] ?? ''].map((name) => subjectCodes(name).codes).find((list) => list.length > 0) ?? [];
      return codes.length === 1 && SCHOOL_SUBJECT.test(codes[0]!) ? take('fn_geb', codes) : match;
    });
  }
}

/** Returns the topic without filters and filler words. */
function topicOf(rest: string, taken: boolean): string {
  if (!taken) return rest;
  const words = rest
    .replaceAll(TAKEN, ' ')
    .replace(/\s+/g, ' ')
    .replace(/(?: ?[,;.]){1,9}(?= |$)/g, ' ')
    .trim()
    .replace(new RegExp(`^${FILLER}`, 'iu'), '');
  return words
    .replace(/^[\s:,;.–-]{1,9}/, '')
    .replace(
      /^(?:(?:die|der|das|den|dem|thema|zu|zum|zur|über|von|und|mit|für|in|that|which|about|on|and|with|for|the|topic)(?: |$)){1,5}/iu,
      '',
    )
    .replace(/(?: (?:und|and|für|for|mit|with|der|die|das)){1,4}$/iu, '')
    .replace(/\s+/g, ' ')
    .trim();
}
