import type { ClassLine } from '@fundus/contract/classes/classes';
import type { Translate } from '../../i18n/translate.ts';

/** Returns kind, grade and school year of a class, such as "Klasse 8, Schuljahr 2026/27". */
export const aboutClass = ({ kind, grade, school_year }: Pick<ClassLine, 'kind' | 'grade' | 'school_year'>, t: Translate): string[] => [
  t(`class.kind.${kind}`),
  ...(grade === null ? [] : [t('class.grade.one', { grade })]),
  t('classes.year.one', { year: school_year }),
];

/** Returns the search parameters that boost media suitable for the class. */
export const searchFor = ({ grade, needs }: Pick<ClassLine, 'grade' | 'needs'>): Record<string, string> => ({
  ...(grade !== null && { grade: `A(${grade})` }),
  ...(needs.length > 0 && { needs: needs.join('|') }),
});
