import type { ClassLine } from '@fundus/contract/classes/classes';
import type { Translate } from '../../i18n/translate.ts';

/** "Klasse 8, Schuljahr 2026/27": kind, grade and year of a class, each on its own. */
export const aboutClass = ({ kind, grade, school_year }: Pick<ClassLine, 'kind' | 'grade' | 'school_year'>, t: Translate): string[] => [
  t(`class.kind.${kind}`),
  ...(grade === null ? [] : [t('class.grade.one', { grade })]),
  t('classes.year.one', { year: school_year }),
];
