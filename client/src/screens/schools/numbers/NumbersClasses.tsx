import { MIN_PEOPLE } from '@fundus/contract/schools/rules';
import type { SchoolFigures } from '@fundus/contract/schools/numbers';
import { ChartTable } from '../../../components/charts/ChartTable.tsx';
import { monthRow } from '../../../components/charts/month-row.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';

/** Shows the number of active classes by month and grade (docs/behaviour/uses.md#active-classes). */
export function NumbersClasses({ months, grades }: { months: SchoolFigures['class_months']; grades: SchoolFigures['class_grades'] }) {
  const { t, locale } = useT();
  const some = months.some(({ classes }) => classes !== null && classes > 0);
  const number = (value: number): string => formatNumber(value, locale);
  return (
    <>
      <section>
        <h2>{t('schools.numbers.classMonths')}</h2>
        <p className="quiet">
          {t('schools.numbers.classMonths.about', { count: MIN_PEOPLE })} {!some && t('schools.numbers.classMonths.none')}
        </p>
        {some && (
          <ChartTable
            label={t('schools.numbers.classMonths')}
            kind="months"
            head={[t('schools.numbers.month'), t('schools.numbers.classGrades.active')]}
            rows={months.map(({ month, classes }) => ({
              ...monthRow(month, locale),
              value: classes,
              words: classes === null ? t('schools.numbers.few') : number(classes),
            }))}
          />
        )}
      </section>
      {grades.some(({ active }) => active > 0) && (
        <section>
          <h2>{t('schools.numbers.classGrades')}</h2>
          <p className="quiet">{t('schools.numbers.classGrades.about')}</p>
          <ChartTable
            label={t('schools.numbers.classGrades')}
            kind="names"
            head={[t('schools.numbers.grade'), t('schools.numbers.classGrades.active'), t('schools.numbers.classGrades.all')]}
            rows={grades.map(({ grade, active, all }) => ({
              key: String(grade),
              name: grade === null ? t('schools.numbers.noGrade') : t('schools.numbers.gradeOf', { grade }),
              value: active,
              words: number(active),
              more: [number(all)],
            }))}
          />
        </section>
      )}
    </>
  );
}
