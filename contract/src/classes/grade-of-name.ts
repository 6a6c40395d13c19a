/** Determines the grade from the name of a class. */

/** Names of upper-school years without a number: Einführungsphase and Qualifikationsphase. */
const UPPER: readonly (readonly [RegExp, number])[] = [
  [/^(?:ef|e\s?[12])(?![a-zäöü\d])/i, 11],
  [/^q\s?1(?!\d)/i, 12],
  [/^q\s?[2-4](?!\d)/i, 13],
];

/** Returns the grade from a name such as `5a`, `Klasse 7c` or `Q1`. Returns `null` if the name contains no grade or more than one. */
export function gradeOfName(name: string): number | null {
  const plain = name.trim().replace(/^(?:klasse|kl\.?|jahrgang|jg\.?|class|grade)\s*/i, '');
  const [, digits, rest = ''] = /^0?(\d{1,2})(?!\d)(.{0,20})/.exec(plain) ?? [];
  if (digits === undefined) return UPPER.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
  const grade = Number(digits);
  const isSpan = /^\s?[-–/+]\s?\d/.test(rest) && Number(/\d{1,2}/.exec(rest)?.[0]) === grade + 1;
  return grade >= 1 && grade <= 13 && !isSpan ? grade : null;
}
