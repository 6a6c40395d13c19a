import { ExportMenu } from '../../../components/lists/ExportMenu.tsx';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { lendingStatistics, type Loans } from '@fundus/contract/lending/reports/statistics';
import { MIN_PEOPLE } from '@fundus/contract/schools/rules';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { address } from '../../../api/call.ts';
import { query } from '../../../api/query.ts';
import type { ChartRow } from '../../../components/charts/chart-row.ts';
import { ChartTable } from '../../../components/charts/ChartTable.tsx';
import { monthRow } from '../../../components/charts/month-row.ts';
import { Failed } from '../../../components/page/Failed.tsx';
import { formatNumber } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { PlaceholderLines } from '../../../ui/Skeleton.tsx';
import '../parts/desk.css';
import '../parts/lending.css';
import '../parts/stock.css';

/** Shows the number of loans in a school year by month, model and school (docs/behaviour/lending.md#numbers). */
export function NumbersTab({ point }: { point: LendingPoint }) {
  const { t, locale } = useT();
  const [year, setYear] = useState('');
  const asked = { query: { point: point.id, year } };
  const { data, error, refetch } = useQuery({
    ...query(lendingStatistics.statistics, asked),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  if (!data) return error ? <Failed error={error} onRetry={() => void refetch()} /> : <PlaceholderLines />;
  const number = (value: number): string => formatNumber(value, locale);
  const percent = (value: number | null): string => (value === null ? '–' : t('lending.numbers.percent', { percent: number(value) }));
  const few = t('lending.numbers.few', { count: MIN_PEOPLE });
  const lateOf = (loans: Loans): string => (loans && loans.loans > 0 ? percent(Math.round((loans.late / loans.loans) * 100)) : '–');
  const rowOf = (name: Pick<ChartRow, 'key' | 'name' | 'axis'>, loans: Loans, more: readonly string[]): ChartRow => ({
    ...{ ...name, value: loans?.loans ?? null, words: loans ? number(loans.loans) : few, more },
  });
  const { people, total } = data;
  const lent = data.models.filter(({ devices, loans }) => devices > 0 || loans === null || loans.loans > 0);
  return (
    <div className="stock-numbers">
      <div className="lending-bar">
        <Select
          label={t('lending.numbers.year')}
          value={data.year}
          options={data.years.map((value) => ({ value, label: value }))}
          onChange={setYear}
        />
        <ExportMenu
          hrefOf={(wanted) => address(lendingStatistics.statisticsFile, { query: { ...asked.query, year: data.year, ...wanted } })}
        />
      </div>
      <p className="quiet">{t('lending.numbers.about', { count: MIN_PEOPLE })}</p>
      {!total && <p>{t('lending.numbers.none')}</p>}
      {total && (
        <>
          <dl className="desk-facts">
            {(
              [
                ['loans', number(total.loans)],
                ['people', people === null ? few : number(people)],
                ['late', lateOf(total)],
                ['days', number(total.days)],
                ['used', percent(total.used)],
              ] as const
            ).map(([name, value]) => (
              <div key={name}>
                <dt>{t(`lending.numbers.${name}`)}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <section aria-labelledby="numbers-months">
            <h2 id="numbers-months">{t('lending.numbers.months')}</h2>
            <ChartTable
              kind="months"
              label={t('lending.numbers.months')}
              head={[t('lending.numbers.month'), t('lending.numbers.loans'), t('lending.numbers.late')]}
              rows={data.months.map((each) => rowOf(monthRow(each.month, locale), each.loans, [lateOf(each.loans)]))}
            />
          </section>
          <section aria-labelledby="numbers-models">
            <h2 id="numbers-models">{t('lending.numbers.models')}</h2>
            <ChartTable
              kind="names"
              label={t('lending.numbers.models')}
              head={[t('lending.numbers.model'), t('lending.numbers.loans'), t('lending.numbers.late'), t('lending.numbers.used')]}
              rows={lent.map(({ id, name, loans }) => rowOf({ key: id, name }, loans, [lateOf(loans), loans ? percent(loans.used) : '–']))}
            />
          </section>
          {data.schools.length > 1 && (
            <section aria-labelledby="numbers-schools">
              <h2 id="numbers-schools">{t('lending.numbers.schools')}</h2>
              <ChartTable
                kind="names"
                label={t('lending.numbers.schools')}
                head={[t('lending.numbers.school'), t('lending.numbers.loans'), t('lending.numbers.late')]}
                rows={data.schools.map(({ name, loans }, i) =>
                  rowOf({ key: String(i), name: name || t('lending.numbers.noSchool') }, loans, [lateOf(loans)]),
                )}
              />
            </section>
          )}
        </>
      )}
    </div>
  );
}
