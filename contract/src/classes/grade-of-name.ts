/** Determines the grade from the name of a class. */

/** Names of upper-school years without a number: Einführungsphase and Qualifikationsphase. */
const UPPER: readonly (readonly [RegExp, number])[] = [
  [/^(?:ef|e\s?[12])(?![a-zäöü\d])/i, 11],
  [/^q\s?1(?!\d)/i, 12],
  [/^q\s?[2-4](?!\d)/i, 13],
];

/** Matches a grade after the name of a course, as in `Bio 7a` or `Fuchsklasse 2`. The groups are the word before it, the number and the letter. */
const COURSE = /([\p{L}-]{2,30}\.?)\s0?(\d{1,2})([a-h]?)(?![\p{L}\d]|\s?[-–/+.]\s?\d)/iu;
/** Words before a number that is not a grade. */
const NUMBERED = /^(?:kurs|gruppe|ag|raum|team|projekt|nr\.?|teil|haus|block|woche|course|group|room)$/i;
const UPPER_COURSE = /\s(?=(?:ef|q\s?[1-4])(?![a-zäöü\d]))/i;
const MIN_COURSE_GRADE = 5;

/**
 * Returns the grade from a name such as `5a`, `Klasse 7c`, `Bio 7a` or `Q1`. Returns `null` if the name contains no grade or more than one, or a year
 * of vocational training.
 */
export function gradeOfName(name: string): number | null {
  const plain = name.trim().replace(/^(?:klasse|kl\.?|jahrgang|jg\.?|stufe|class|grade)\s*/i, '');
  const [, digits, rest = ''] = /^0?(\d{1,2})(?!\d)(.{0,20})/.exec(plain) ?? [];
  if (digits === undefined) return gradeOfCourse(plain);
  const grade = Number(digits);
  const isSpan = /^\s?[-–/+]\s?\d/.test(rest) && Number(/\d{1,2}/.exec(rest)?.[0]) === grade + 1;
  const isTraining = /^\.?\s?(?:lern|lehr|ausbildungs)jahr/i.test(rest);
  return grade >= 1 && grade <= 13 && !isSpan && !isTraining ? grade : null;
}

/** Returns the grade from a name that begins with a word. A number below 5 needs the letter of a class or a word that ends in `klasse`. */
function gradeOfCourse(name: string): number | null {
  const upperAt = name.search(UPPER_COURSE);
  const upper = UPPER.find(([pattern]) => pattern.test(upperAt < 0 ? name : name.slice(upperAt + 1)));
  if (upper) return upper[1];
  const [, word = '', digits, letter] = COURSE.exec(name) ?? [];
  const grade = Number(digits);
  const isClass = letter !== '' || /klasse$/i.test(word);
  return !NUMBERED.test(word) && grade <= 13 && (grade >= MIN_COURSE_GRADE || (isClass && grade >= 1)) ? grade : null;
}
