import { href } from '@fundus/contract/screens';
import { LEAST_PEOPLE } from '@fundus/contract/schools/rules';
import { schools, type School } from '@fundus/contract/schools/schools';
import { dateLocale } from '@fundus/contract/locale';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/query.ts';
import { formatNumber } from '../../i18n/format.ts';
import { BarTable } from '../../components/page/BarTable.tsx';
import { Failed } from '../../components/page/Failed.tsx';
import { useT } from '../../i18n/translate.ts';
import { Link } from '../../ui/Link.tsx';
import { Bar, Late } from '../../ui/Skeleton.tsx';
import './schools.css';

/** How the portal is used at the school; what fewer than five people stand behind is not told. */
export function NumbersTab({ school }: { school: School }) {
  const { t, locale } = useT();
  const numbers = useQuery({ ...query(schools.numbers, { params: { id: school.id } }), staleTime: 0 });
  if (numbers.error && !numbers.data) return <Failed error={numbers.error} onRetry={() => void numbers.refetch()} />;
  if (!numbers.data)
    return (
      <Late>
        <Bar width="100%" height="20rem" />
      </Late>
    );
  const { members, teachers, active, classes, months, top, unused } = numbers.data;
  const month = new Intl.DateTimeFormat(dateLocale(locale), { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const say = (value: number | null): string => (value === null ? t('schools.numbers.few') : formatNumber(value, locale));
  return (
    <div className="school-numbers">
      <p className="quiet">{t('schools.numbers.about', { count: LEAST_PEOPLE })}</p>
      <dl className="school-sums">
        {(
          [
            ['members', members],
            ['teachers', teachers],
            ['active', active],
            ['classes', classes],
          ] as const
        ).map(([name, value]) => (
          <div key={name}>
            <dt>{t(`schools.numbers.${name}`)}</dt>
            <dd>{say(value)}</dd>
          </div>
        ))}
      </dl>
      <section>
        <h2>{t('schools.numbers.months')}</h2>
        {months.every(({ uses }) => uses === null) && <p className="quiet">{t('schools.numbers.months.none')}</p>}
        {months.some(({ uses }) => uses !== null) && (
          <BarTable
            label={t('schools.numbers.months')}
            head={[t('schools.numbers.month'), t('schools.numbers.uses')]}
            rows={months.map((row) => ({
              key: row.month,
              name: month.format(new Date(`${row.month}-01T00:00:00Z`)),
              value: row.uses,
              words: say(row.uses),
            }))}
          />
        )}
      </section>
      <section>
        <h2>{t('schools.numbers.top')}</h2>
        {top.length === 0 && <p className="quiet">{t('schools.numbers.top.none')}</p>}
        <ol className="lines">
          {top.map((row) => (
            <li key={row.identifier} className="school-top">
              <Link href={href('media', { id: row.identifier })}>{row.fn_titel}</Link>
              <span className="quiet small">{t('schools.numbers.uses.count', { count: row.uses })}</span>
            </li>
          ))}
        </ol>
      </section>
      <section>
        <h2>{t('schools.numbers.unused')}</h2>
        <p className="quiet">
          {unused.total === 0 ? t('schools.numbers.unused.none') : t('schools.numbers.unused.count', { count: unused.total })}
        </p>
        <ul className="lines">
          {unused.items.map((row) => (
            <li key={row.id} className="school-top">
              <Link href={href('media', { id: row.identifier })}>{row.fn_titel}</Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
