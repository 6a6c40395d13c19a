/** Words and patterns of German and English questions (docs/behaviour/search.md#questions). Every repetition is bounded. */
import type { FilterField } from '@fundus/contract/catalogue/catalogue';

/** Placeholder for a part of the question that was read as a filter. */
export const TAKEN = '\u0001';

const start = String.raw`(?<![\p{L}\p{N}])`;
const end = String.raw`(?![\p{L}\p{N}])`;
const whole = (pattern: string): RegExp => new RegExp(`${start}(?:${pattern})${end}`, 'giu');

const ORDINAL_STEMS = [
  'erst',
  'zweit',
  'dritt',
  'viert',
  'fünft',
  'sechst',
  'siebt',
  'acht',
  'neunt',
  'zehnt',
  'elft',
  'zwölft',
  'dreizehnt',
];
const ENGLISH_ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
];
const CARDINALS = ['eins', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun', 'zehn', 'elf', 'zwölf', 'dreizehn'];
const ENGLISH_CARDINALS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen'];

/** Numbers from 1 to 13 by their words, without endings. */
const GRADE_WORDS = new Map(
  [ORDINAL_STEMS, ENGLISH_ORDINALS, CARDINALS, ENGLISH_CARDINALS].flatMap((words) => words.map((word, i) => [word, i + 1] as const)),
);
const CARDINAL = String.raw`\d{1,2}|${[...CARDINALS, ...ENGLISH_CARDINALS].join('|')}`;
const ORDINAL = String.raw`\d{1,2}(?:\.|st|nd|rd|th)?|(?:${ORDINAL_STEMS.join('|')}|siebent)e[nr]?|${ENGLISH_ORDINALS.join('|')}`;
const BETWEEN = String.raw`\s?(?:-|–|\/|bis|und|oder|to|and|or)\s?`;
/** A list or range of grades with optional letters of classes, such as "5, 6 und 7", "7/8" or "7b". */
const listOf = (one: string): string => String.raw`(?:${one})[a-h]?(?:,\s(?:${one})[a-h]?){0,4}(?:${BETWEEN}(?:${one})[a-h]?)?`;

const OURS = String.raw`(?:(?:die|der|den|eine|einer|meine|meiner|unsere|unserer|grade|the|my|our|a)\s)`;
const FOR = String.raw`(?:(?:für|in|ab|aus|for|in)\s${OURS}?)?`;
const GRADE = String.raw`(?:klassenstufen?|klassen?|kl\.?|jahrgangsstufen?|jahrgang|stufe|grades?|year)`;

/** Patterns whose first group is a list or range of grades. */
export const GRADES = [
  whole(String.raw`${FOR}${GRADE}\s(${listOf(CARDINAL)})(?:\s[a-h])?`),
  whole(
    String.raw`${FOR}(${listOf(ORDINAL)})[\s-]?(?:klassen?|klassenstufen?|jahrgangsstufen?|jahrgang|schuljahr|klässler(?:innen|n|in)?|grades?(?: class(?:es)?)?|graders?)`,
  ),
  whole(String.raw`${FOR}(${ORDINAL_STEMS.join('|')})klässler(?:innen|n|in)?`),
  whole(String.raw`(?:für|for|in)\s${OURS}?(?!3d)(\d{1,2}[a-f])`),
];
/** Pattern whose first group is an age in years. */
export const AGE = whole(String.raw`(?:für|for)\s${OURS}?(\d{1,2})(?:[\s-]jährigen?|[\s-]year[\s-]olds?)`);
const RANGE = /-|–|bis|to/iu;
const GRADE_NUMBER = new RegExp(String.raw`\d{1,2}|${[...GRADE_WORDS.keys()].toSorted((a, b) => b.length - a.length).join('|')}`, 'giu');

const LAST_GRADE = 13;
const rangeOf = (first: number, last: number): number[] =>
  first < 1 || last > LAST_GRADE ? [] : Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
/** Returns the codes of grades (`fn_adressat`), or none if a grade does not exist. */
export const codesOfGrades = (grades: readonly number[]): string[] =>
  grades.some((grade) => grade < 1 || grade > LAST_GRADE) ? [] : grades.map((grade) => `A(${grade})`);

/** Returns the grades of a list or range. */
export function parseGradeList(list: string): number[] {
  const numbers = Array.from(list.matchAll(GRADE_NUMBER), ([word]) => GRADE_WORDS.get(word.toLowerCase()) ?? Number(word));
  return numbers.length === 2 && RANGE.test(list) ? rangeOf(Math.min(...numbers), Math.max(...numbers)) : numbers;
}

/** Returns the two grades that learners of an age attend, from age 6 in the first grade. */
export const gradesOfAge = (age: number): number[] => [age - 6, age - 5].filter((grade) => grade >= 1 && grade <= LAST_GRADE);

/** Patterns of school levels with their grades. */
export const LEVELS: readonly [pattern: RegExp, grades: readonly number[]][] = [
  [
    whole(
      `${FOR}(?:grundschule|grundschulkinder|grundschulklassen?|grundschüler(?:innen|n)?|primarstufe|primary school|elementary school)`,
    ),
    rangeOf(1, 4),
  ],
  [whole(`${FOR}(?:unterstufe|orientierungsstufe)`), rangeOf(5, 6)],
  [whole(`${FOR}(?:mittelstufe|sekundarstufe (?:1|i)|sek(?:\\.)? ?(?:1|i))`), rangeOf(5, 10)],
  [whole(`${FOR}(?:gymnasiale oberstufe|oberstufe|sekundarstufe (?:2|ii)|sek(?:\\.)? ?(?:2|ii))`), rangeOf(11, 13)],
];

const NUMBERS: Readonly<Record<string, number>> = {
  ...{ eine: 1, einer: 1, zwei: 2, drei: 3, vier: 4, fünf: 5, sechs: 6, sieben: 7, acht: 8, neun: 9, zehn: 10, zwölf: 12, fünfzehn: 15 },
  ...{ zwanzig: 20, dreißig: 30, vierzig: 40, sechzig: 60, anderthalb: 1.5, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7 },
  ...{ eight: 8, nine: 9, ten: 10, twelve: 12, fifteen: 15, twenty: 20, thirty: 30, forty: 40, sixty: 60 },
};
const NUMBER = String.raw`(\d{1,3}|${Object.keys(NUMBERS).join('|')})`;
const UNIT = String.raw`(minuten?|min\.?|minutes?|mins?|stunden?|std\.?|hours?)`;
/** Parts of an hour by their words, in minutes. */
const PARTS: Readonly<Record<string, number>> = {
  ...{ 'halben stunde': 30, 'halbe stunde': 30, viertelstunde: 15, dreiviertelstunde: 45, schulstunde: 45, unterrichtsstunde: 45 },
  ...{ 'half an hour': 30, 'quarter of an hour': 15 },
};
const PART = String.raw`(?:(?:einer|eine|a)\s)?(${Object.keys(PARTS).join('|')})`;
const OF_LENGTH = String.raw`(?:\s(?:länge|lang|dauern|dauert|long|in length))?`;
const BEFORE_LENGTH = String.raw`(?:(?:mit|with)\s(?:einer|a)\s(?:länge|dauer|length)\s(?:von|of)\s|(?:von|of)\s)?`;
const AT_MOST = String.raw`(?:(?:die|der|das|that is|which is)\s)?(?:höchstens|maximal|maximum|max\.?|nicht länger als|nicht mehr als|unter|bis zu|bis|weniger als|kürzer als|at most|no longer than|not longer than|less than|shorter than|under|up to)`;
const ABOUT = String.raw`(?:ca\.?|circa|etwa|ungefähr|rund|about|around|approximately|roughly)`;
const FROM = String.raw`(?:\d{1,3}\s?(?:bis|-|–|to)\s?)?`;

/** Patterns for a length whose groups are a number and a unit, a part of an hour, or only a number of minutes. */
export const LENGTHS = [
  whole(String.raw`${BEFORE_LENGTH}(?:${AT_MOST}|${ABOUT})\s${FROM}${NUMBER}\s?${UNIT}${OF_LENGTH}`),
  whole(String.raw`${BEFORE_LENGTH}\d{1,3}\s?(?:bis|-|–|to)\s?${NUMBER}\s?${UNIT}${OF_LENGTH}`),
  whole(String.raw`${BEFORE_LENGTH}(?:${AT_MOST}|${ABOUT})\s${PART}${OF_LENGTH}`),
  // "5-minütiger Film", "ten-minute film" and "5-Minuten-Film".
  whole(String.raw`(?:${AT_MOST}\s)?${NUMBER}(?:[\s-]?minütige[mnrs]?|[\s-]minute)`),
  new RegExp(String.raw`${start}${NUMBER}[\s-]?minuten-(?=\p{L})`, 'giu'),
];
/** A length without "höchstens" or "etwa", next to another filter, after a comma or at the end. It is read only if there are other filters. */
export const BARE_LENGTH = new RegExp(
  String.raw`(?<=${TAKEN} ?|, ?)${NUMBER}\s?${UNIT}${OF_LENGTH}${end}(?! (?:vor|nach|before|after|past))|${start}(?<!(?:in|nach|vor|after|before) )${NUMBER}\s?${UNIT}${OF_LENGTH}(?= ?${TAKEN}|$)`,
  'giu',
);

const MAX_MINUTES = 600;

/** Returns the number of minutes of a length, or undefined if it is not plausible. */
export function readMinutes(groups: readonly (string | undefined)[]): number | undefined {
  const [amount = '', unit = ''] = groups.filter((group) => typeof group === 'string').map((group) => group.toLowerCase());
  const value = PARTS[amount] ?? NUMBERS[amount] ?? Number(amount);
  const minutes = Math.round(value * (/^(?:st|h)/i.test(unit) ? 60 : 1));
  return minutes > 0 && minutes <= MAX_MINUTES ? minutes : undefined;
}

/** Patterns of needs, such as captions, with the filter they become. */
export const NEEDS: readonly [pattern: RegExp, field: FilterField, values: readonly string[]][] = [
  [whole('ohne ton|tonlos(?:e[rns]?)?|without sound|no sound'), 'meets', ['no_sound']],
  [
    whole(
      'mit (?:(?:deutschen|englischen) )?(?:untertiteln?|untertitelung|ut)|untertitelte?[rns]?|omu|with (?:closed )?(?:(?:german|english) )?(?:subtitles|captions)|subtitled|captioned',
    ),
    'meets',
    ['captions'],
  ],
  [whole('mit (?:einer )?audiodeskription|als hörfilm|with audio descriptions?'), 'meets', ['audio_description']],
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
  ['niederländisch', 'dutch', 'nl'],
  ['portugiesisch', 'portuguese', 'pt'],
  ['chinesisch', 'chinese', 'zh'],
  ['tschechisch', 'czech', 'cs'],
  ['dänisch', 'danish', 'da'],
  ['rumänisch', 'romanian', 'ro'],
  ['deutsch', 'german', 'de'],
];
/** Names of media types in questions, with the codes of the types. */
const TYPES: readonly [words: string, codes: readonly string[]][] = [
  [
    '(?:kurz|erklär|lehr|lern|trick|zeichentrick|animations|dokumentar|spiel|schul|unterrichts|sach)?(?:filmen?|filme|film|videos?|clips?)|videoclips?|dokumentation(?:en)?|dokus?|reportagen?|films?|movies?|documentary|documentaries',
    ['49', '56', 'UC_CLIP', '46', '42', '32'],
  ],
  ['dvds?', ['46']],
  ['hörspiele?|hörbücher|hörbuch|podcasts?|audio ?books?|audios?|tonaufnahmen?|radio plays?', ['29', '24']],
  ['(?:arbeits|übungs)(?:blätter|blatt)|kopiervorlagen?|dokumente?|pdfs?|texte|lesetexte?|handouts?|worksheets?|documents?', ['79', 'CP']],
  ['interaktive übungen|interaktive übung|übungen|übung|quizze|quiz|interactive exercises?|exercises?|quizzes', ['UC_H5P']],
  ['apps?|software|lernprogramme?|lernspiele?', ['UC_APP', '69', '66']],
  ['(?:schul|bilder|kinder|jugend|sach|lese)?(?:bücher|buch)|e-?books?|textbooks?|picture books?|books?', ['UC_BOOK', 'UC_PRINT']],
  ['medienpakete?', ['55', '50', 'MP']],
  ['fotos?|bilder|bild|abbildungen|abbildung|photos?|pictures?|images?', ['19']],
];
const ANY_TYPE = TYPES.map(([words]) => words).join('|');
const EXACT_TYPES = TYPES.map(([words, codes]) => [new RegExp(`^(?:${words})$`, 'iu'), codes] as const);

/** Returns the codes of the media type that a word names. */
export const typeCodes = (word: string): readonly string[] => EXACT_TYPES.find(([pattern]) => pattern.test(word))?.[1] ?? [];

/**
 * Patterns for languages. "in Englisch" is read as the subject, "auf Englisch" and "englischer Film" as the language, and "englische Könige" as the
 * topic.
 */
export const LANGUAGE_PATTERNS = LANGUAGES.map(
  ([german, english, code]) =>
    [
      whole(
        `auf ${german}|in ${german}er sprache|${german}sprachige?[rns]?|in ${english}|${english}-language|(?:${german}e[mnrs]?|${english})(?= (?:${ANY_TYPE})${end})`,
      ),
      code,
    ] as const,
);

/** Filler words that are removed from the topic. */
export const FILLER = String.raw`(?:(?:(?:für|for) (?:heute|morgen|den unterricht|die nächste stunde|today|tomorrow|my lesson)|ich|wir|suche|suchen|brauche|brauchen|bitte|möchte|hätte|gern|gerne|zeig|zeige|mir|gibt|es|ein|eine|einen|einem|einer|kurze|kurzer|kurzes|kurzen|gute|guter|gutes|guten|etwas|was(?= (?:über|zu|zum|zur|für|mit|ohne)\s)|material|materialien|unterrichtsmaterial|unterrichtsmaterialien|medien|i|we|need|want|am|looking|find|show|me|please|a|an|some|something|short|is|there|media|materials?|resources?)(?:\s|$)){0,8}`;
/** A media type at the beginning, after filler words. */
export const FIRST_TYPE = new RegExp(`^${FILLER}(${ANY_TYPE})${end}`, 'iu');
/** A media type next to another filter. */
export const TYPE_BESIDE = new RegExp(
  `(?:, ?|${start}(?:als|as an?|as) )(${ANY_TYPE})$|${TAKEN},? ?(${ANY_TYPE})${end}|${start}(${ANY_TYPE}) ?${TAKEN}`,
  'iu',
);
const ABOUT_TOPIC = '(?:über|zum thema|zum|zur|zu|about|on the topic of)';
/** A media type whose topic follows, as in "barrierefreie Filme über Wasser". Questions and negations are excluded. */
export const TYPE_OF_TOPIC = new RegExp(
  `(?<!^(?:wie|warum|weshalb|wieso|was|wer|wo|wann|welche[mnrs]?|how|why|what|who|where|when|which) .{0,80})(?<!${start}(?:keine?[nr]?|ohne|außer|no|not|without) )${start}(${ANY_TYPE})(?= ${ABOUT_TOPIC}\\s)`,
  'iu',
);
/** Words between a filter and the topic that follows it. */
export const BEFORE_TOPIC = new RegExp(`${TAKEN} ${ABOUT_TOPIC} `, 'giu');

/** Matches a media type that is the last word after a topic, as in "Vulkane Film". */
export const LAST_TYPE = new RegExp(
  `${start}(?!(?:eine?|einen|einem|einer|keine?|der|die|das|den|dem|im|am|vom|zum|beim|mit|über|als|the|an?|no|of|about|on)\\s)[\\p{L}-]{3,40}\\s(${ANY_TYPE})$`,
  'iu',
);

/** Matches a possible name of a school subject with the preposition before it. Only school subjects become filters. */
export const SUBJECT = new RegExp(`${start}(?:(für|in|im|fach|fürs|for)\\s)?([\\p{L}]{3,30})${end}`, 'giu');
/** Matches a possible name of a school subject with a grade, as in "Mathe 8 Pythagoras", but not "Kunst 12. Jahrhundert" or "10 Gebote". */
export const SUBJECT_GRADE = new RegExp(
  `${start}([\\p{L}]{3,20}) (\\d{1,2})[a-f]?(?![\\p{L}\\p{N}.%-])(?! ?(?:minuten?|min|stunden?|std|gebote|jahre))`,
  'giu',
);
