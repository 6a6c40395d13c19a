/** Grade levels (fn_adressat): codes with German labels, and the ranges and older codes that suppliers use. */

export type GradeLevel = { code: string; label: string };

const CLASSES: readonly GradeLevel[] = Array.from({ length: 13 }, (_, i) => ({ code: `A(${i + 1})`, label: `Klasse ${i + 1}` }));

/** Valid codes, sorted by age. `A` without a class stands for general schools of all classes. */
export const GRADE_LEVELS: readonly GradeLevel[] = [
  { code: 'E', label: 'Elementarbereich' },
  { code: 'A', label: 'Allgemeinbildende Schule' },
  ...CLASSES,
  { code: 'BB', label: 'Berufliche Bildung' },
  { code: 'SO', label: 'Sonderpädagogische Förderung' },
  { code: 'J', label: 'Kinder- und Jugendbildung' },
  { code: 'Q', label: 'Erwachsenenbildung' },
  { code: 'T', label: 'Aus- und Fortbildung von Lehrkräften' },
];

const LABELS = new Map(GRADE_LEVELS.map(({ code, label }) => [code, label]));

/** Returns whether the code is a valid grade level. */
export const isGrade = (code: string): boolean => LABELS.has(code);

/** Returns the German label of a grade level, or the code itself if it is unknown. */
export const gradeLabel = (code: string): string => LABELS.get(code) ?? code;

const LAST_CLASS = 13;

/** Returns the codes `A(from)` to `A(to)`, limited to classes 1 to 13. `from` may be greater than `to`. */
const classes = (from: number, to: number): string[] => {
  const first = Math.max(Math.min(from, to), 1);
  const last = Math.min(Math.max(from, to), LAST_CLASS);
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, i) => `A(${first + i})`);
};

/**
 * Other names of grade levels: older codes of EAF and ARIX, educationalContext of openeduhub, levels of OER Commons, and everyday words. E and T
 * formerly also meant adult education; the current meaning takes precedence.
 */
const NAMES: readonly (readonly [codes: readonly string[], names: string])[] = [
  [['E'], 'e|elementarbereich|elementarstufe|elementarbildung|vorschule|vorschulbereich|kindergarten|kita|early years'],
  [['A'], 'a|schule|allgemeinbildende schule|allgemeinbildende schulen|general schools'],
  [
    ['BB'],
    'bb|b|berufliche bildung|berufsschule|berufliche schule|berufliche schulen|career-technical|career / technical|vocational education',
  ],
  [
    ['SO'],
    'so|s|ss|förderschule|foerderschule|sonderschule|sonderpädagogik|sonderpädagogische förderung|special education|special needs education',
  ],
  [['J'], 'j|jugendbildung|kinder- und jugendbildung|außerschulische jugendbildung|informelles lernen|youth education'],
  [['Q'], 'q|eb|erwachsenenbildung|formale erwachsenenbildung|adult-education|adult education|fernunterricht'],
  [['Q'], 'hochschule|hochschulbereich|studium|college-upper-division|college / upper division|graduate-professional'],
  [['Q'], 'graduate / professional|community-college-lower-division|community college / lower division|higher-education'],
  [['T'], 't|l|lb|lehrkräfte|lehrkraft|lehrer|lehrerinnen und lehrer|lehrerbildung|lehrerfortbildung|lehrkräftefortbildung'],
  [['T'], 'fortbildung|weiterbildung|aus- und fortbildung von lehrkräften|teacher training'],
  [classes(1, 4), 'p|primarstufe|primarbereich|grundschule|primary'],
  [classes(5, 10), 's1|sekundarstufe i|sekundarstufe 1|sekundarstufe1|sekundarstufe-1|sek i|sek 1|sek. i|sek. 1|mittelstufe'],
  [classes(11, 13), 's2|sekundarstufe ii|sekundarstufe 2|sekundarstufe2|sekundarstufe-2|sek ii|sek 2|sek. ii|sek. 2|oberstufe'],
  [classes(11, 13), 'gymnasiale oberstufe'],
  [classes(1, 2), 'lower-primary|lower primary'],
  [classes(3, 5), 'upper-primary|upper primary'],
  [classes(6, 8), 'middle-school|middle school'],
  [classes(9, 12), 'high-school|high school'],
];

const BY_NAME = new Map(NAMES.flatMap(([codes, names]) => names.split('|').map((name) => [name, codes] as const)));
for (const { code, label } of GRADE_LEVELS) BY_NAME.set(label.toLowerCase(), [code]).set(code.toLowerCase(), [code]);

/** Range of classes, such as `5`, `5-8`, `5 – 8`, `A5-A8`, `A(5)-A(8)`. */
const BAND = /^([a-z]*)\(?(\d{1,2})\)?(?:-([a-z]*)\(?(\d{1,2})\)?)?$/;

/** Code followed by classes in brackets, such as `A(5-7,9)`. */
const BRACKETS = /^(e|a|bb|so|j|q|t)\(([\d,\s-]*)\)$/;

/** Words that occur next to a class number: `Klasse 5`, `7. Jahrgangsstufe`, `Kl. 5–8`. */
const CLASS_WORDS =
  /\b(?:klassenstufen?|klassen?|kl\.?|jahrgangsstufen?|jahrg(?:ang|änge)|jgst\.?|stufen?|schuljahre?|grades?)(?=\s|\d|$)/g;

const band = (letter: string, from: number, to: number): readonly string[] => {
  if (letter === 'e' || letter === 'j') return [letter.toUpperCase()];
  if (letter === 'p') return from <= 4 ? classes(from, Math.min(to, 4)) : [];
  if (letter === 's' && to <= 2) return classes(from < 2 ? 5 : 11, to < 2 ? 10 : LAST_CLASS);
  if (letter === 's') return to >= 5 ? classes(Math.max(from, 5), to) : [];
  return letter === '' || letter === 'a' ? classes(from, to) : [];
};

const readOne = (raw: string): readonly string[] => {
  const name = raw.toLowerCase().replace(/[_\s]+/g, ' ');
  const named = BY_NAME.get(name);
  if (named) return named;
  const tight = name
    .replace(CLASS_WORDS, '')
    .replace(/\bbis\b|[–—]/g, '-')
    .replace(/(\d)\./g, '$1')
    .replace(/\s+/g, '');
  const brackets = BRACKETS.exec(tight);
  if (brackets && brackets[1] !== 'a') return [brackets[1]!.toUpperCase()];
  if (brackets) return brackets[2]!.split(',').flatMap(readOne);
  const open = /^ab(\d{1,2})$/.exec(tight);
  if (open) return classes(Number(open[1]), LAST_CLASS);
  const [, letter = '', from, letterTo = '', to] = BAND.exec(tight) ?? [];
  if (from === undefined || (letterTo !== '' && letterTo !== letter)) return [];
  return band(letter, Number(from), Number(to ?? from));
};

/** Maximum length of a grade level's name in characters. */
const MAX = 200;

const ORDER = new Map(GRADE_LEVELS.map(({ code }, i) => [code, i]));

/** Splits a text at `;`, `|`, line ends, and commas outside brackets. */
function splitGrades(text: string): string[] {
  const parts: string[] = [];
  let [from, inBrackets] = [0, false];
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]!;
    if (sign === '(' || sign === ')') inBrackets = sign === '(';
    else if (';|\n'.includes(sign) || (sign === ',' && !inBrackets)) {
      parts.push(text.slice(from, i));
      [from, inBrackets] = [i + 1, false];
    }
  }
  return [...parts, text.slice(from)];
}

/**
 * Returns the codes of grade levels as suppliers write them, for example A(8) to A(13) and Q for `A(8-13); Q`, or A(1) to A(4) for `P`. The codes are
 * unique and in table order; classes above 13 are dropped. `unknown` contains the unrecognised parts.
 */
export const readGrades = (raw: string | readonly string[]): { codes: string[]; unknown: string[] } => {
  const found = new Set<string>();
  const unknown: string[] = [];
  const parts = (typeof raw === 'string' ? [raw] : raw).flatMap(splitGrades);
  for (const part of parts.map((text) => text.trim()).filter(Boolean)) {
    const codes = part.length > MAX ? [] : readOne(part);
    if (codes.length === 0) unknown.push(part);
    for (const code of codes) found.add(code);
  }
  return { codes: [...found].sort((a, b) => ORDER.get(a)! - ORDER.get(b)!), unknown };
};

/** Returns the codes that {@link readGrades} finds, without the unknown parts. */
export const expandGrades = (raw: string | readonly string[]): string[] => readGrades(raw).codes;

/** Returns the lowest and highest class among the codes, for labels such as "Kl. 5–8"; null if the codes contain no class. */
export const gradeSpan = (codes: readonly string[]): { from: number; to: number } | null => {
  const numbers = codes.flatMap((code) => /^A\((\d{1,2})\)$/.exec(code)?.[1] ?? []).map(Number);
  return numbers.length === 0 ? null : { from: Math.min(...numbers), to: Math.max(...numbers) };
};
