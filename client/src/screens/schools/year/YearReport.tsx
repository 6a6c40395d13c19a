import type { YearChange, YearReport as Report } from '@fundus/contract/year-change/year-change';
import { Printer } from 'lucide-react';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { DeletedCounts } from './YearEnd.tsx';
import { CountLine } from './YearParts.tsx';
import './year.css';

/** Shows the final report. */
export function YearReport({ year, report }: { year: YearChange; report: Report }) {
  const { t, locale } = useT();
  const { groups, kept, media, lists, assignments, cards } = report.counts;
  const moved = Object.fromEntries(Object.entries({ groups, kept, media, lists, assignments, cards }).map(([name, n]) => [name, n ?? 0]));
  const finished = year.finished!;
  const date = formatDate(finished.on, 'long', locale);
  return (
    <div className="year-change">
      <h2>{t('year.report.title', { year: year.from_year })}</h2>
      <p className="quiet small">{finished.by === null ? t('year.done.nobody', { date }) : t('year.done', { date, name: finished.by })}</p>
      <dl className="year-report">
        <dt>{t('year.report.carried')}</dt>
        <dd>{report.carried.map(({ from, to }) => `${from} → ${to}`).join(', ') || t('year.report.none')}</dd>
        <dt>{t('year.report.archived')}</dt>
        <dd>{report.archived.join(', ') || t('year.report.none')}</dd>
        <dt>{t('year.report.moved')}</dt>
        <dd>
          <CountLine counts={moved} />
        </dd>
        <dt>{t('year.report.deleted')}</dt>
        <dd>
          <DeletedCounts of={report.deleted} />
        </dd>
      </dl>
      <Button variant="line" icon={<Printer />} onClick={() => window.print()}>
        {t('year.report.print')}
      </Button>
    </div>
  );
}
