import { ExportMenu } from '../../../components/lists/ExportMenu.tsx';
import type { AppError } from '@fundus/contract/errors';
import { href } from '@fundus/contract/screens';
import { MIN_PEOPLE } from '@fundus/contract/schools/rules';
import type { SchoolFigures } from '@fundus/contract/schools/numbers';
import { schools, type School } from '@fundus/contract/schools/schools';
import { useQuery } from '@tanstack/react-query';
import { address } from '../../../api/call.ts';
import { query } from '../../../api/query.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { formatMoney } from '../../../i18n/money.ts';
import { ChartTable } from '../../../components/charts/ChartTable.tsx';
import { monthRow } from '../../../components/charts/month-row.ts';
import { BarTable } from '../../../components/page/BarTable.tsx';
import { Failed } from '../../../components/page/Failed.tsx';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Link } from '../../../ui/Link.tsx';
import { Bar, ShowDelayed } from '../../../ui/Skeleton.tsx';
import { NumbersReport } from './NumbersReport.tsx';
import type { SchoolView } from '../school-view.ts';
import { NumbersClasses } from './NumbersClasses.tsx';
import { NumbersCosts } from './NumbersCosts.tsx';
import '../schools.css';

/** Shows how a school or the whole district uses the portal. Values based on fewer than five people are withheld. */
export function NumbersTab({ school, view }: { school: School | null; view: SchoolView }) {
  const { t, locale } = useT();
  const of = school && { params: { id: school.id } };
  const numbers = useQuery<SchoolFigures, AppError>({
    ...(of ? query(schools.numbers, of) : query(schools.districtNumbers)),
    staleTime: 0,
  });
  if (numbers.error && !numbers.data) return <Failed error={numbers.error} onRetry={() => void numbers.refetch()} />;
  if (!numbers.data)
    return (
      <ShowDelayed>
        <Bar width="100%" height="20rem" />
      </ShowDelayed>
    );
  const { members, teachers, active, classes, months, top, unused, missed, costs, class_months, class_grades } = numbers.data;
  const formatCount = (value: number | null): string => (value === null ? t('schools.numbers.few') : formatNumber(value, locale));
  return (
    <div className="school-numbers">
      <p className="quiet">
        {t('schools.numbers.about', { count: MIN_PEOPLE })} {!school && t('schools.numbers.about.district')}
      </p>
      <div>
        <ExportMenu
          hrefOf={(asked) =>
            of ? address(schools.numbersFile, { ...of, query: asked }) : address(schools.districtNumbersFile, { query: asked })
          }
        />
      </div>
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
            <dd>{formatCount(value)}</dd>
          </div>
        ))}
      </dl>
      <NumbersReport
        school={school}
        months={months.map((row) => ({ value: row.month, label: monthRow(row.month, locale).name }))}
        month={view.from.slice(0, 7)}
      />
      <section>
        <h2>{t('schools.numbers.months')}</h2>
        {months.every(({ uses }) => uses === null) && <p className="quiet">{t('schools.numbers.months.none')}</p>}
        {months.some(({ uses }) => uses !== null) && (
          <ChartTable
            label={t('schools.numbers.months')}
            kind="months"
            head={[t('schools.numbers.month'), t('schools.numbers.uses')]}
            rows={months.map((row) => ({ ...monthRow(row.month, locale), value: row.uses, words: formatCount(row.uses) }))}
          />
        )}
      </section>
      <section>
        <h2>{t('schools.numbers.top')}</h2>
        {top.length === 0 && <p className="quiet">{t('schools.numbers.top.none')}</p>}
        {top.length > 0 && (
          <ChartTable
            label={t('schools.numbers.top')}
            kind="names"
            head={[t('schools.numbers.medium'), t('schools.numbers.uses')]}
            rows={top.map(({ identifier, fn_titel, uses }) => ({
              key: identifier,
              name: fn_titel,
              href: href('media', { id: identifier }),
              value: uses,
              words: formatCount(uses),
            }))}
          />
        )}
      </section>
      <NumbersClasses months={class_months} grades={class_grades} />
      <NumbersCosts costs={costs} />
      <SearchesWithoutResults missed={missed} />
      <section>
        <h2>{t('schools.numbers.unused')}</h2>
        <p className="quiet">
          {unused.total === 0 ? t('schools.numbers.unused.none') : t('schools.numbers.unused.count', { count: unused.total })}
        </p>
        <ul className="lines">
          {unused.items.map((row) => (
            <li key={row.id} className="school-top">
              <Link href={href('media', { id: row.identifier })}>{row.fn_titel}</Link>
              {row.price !== null && <span className="quiet small">{formatMoney(row.price, locale)}</span>}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** Lists searches without results, with links to matching products. */
function SearchesWithoutResults({ missed }: Pick<SchoolFigures, 'missed'>) {
  const { t } = useT();
  const { config } = useSession();
  return (
    <section>
      <h2>{t('schools.numbers.missed')}</h2>
      {missed.length === 0 && <p className="quiet">{t('schools.numbers.missed.none')}</p>}
      {missed.length > 0 && (
        <>
          <p className="quiet">
            {t('schools.numbers.missed.about', { count: MIN_PEOPLE })} {config.LinkToMP && t('schools.numbers.missed.market')}
          </p>
          <BarTable
            label={t('schools.numbers.missed')}
            head={[t('schools.numbers.missed.words'), t('schools.numbers.missed.people')]}
            rows={missed.map(({ words, people }) => ({
              key: words,
              name: config.LinkToMP ? <Link href={href('marketplace', {}, { q: words })}>{words}</Link> : words,
              value: people,
              words: t('schools.numbers.missed.count', { count: people }),
            }))}
          />
        </>
      )}
    </section>
  );
}
