import type { MessageKey } from '@fundus/contract/messages';
import { today } from '@fundus/contract/days';
import type { YearChange, YearReport } from '@fundus/contract/year-change/year-change';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { formatDate, formatNumber } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import type { Year } from './use-year.ts';
import { Step } from './YearParts.tsx';
import './year.css';

/** Lists the data that is deleted permanently, or explains that nothing is deleted. */
export function DeletedCounts({ of }: { of: YearReport['deleted'] }) {
  const { t, locale } = useT();
  const lines = (['codes', 'code_results', 'results', 'questions'] as const).filter((name) => of[name] > 0);
  if (lines.length === 0) return <p>{t('year.deleted.none')}</p>;
  return (
    <ul className="year-list">
      {lines.map((name) => (
        <li key={name}>{t(`year.deleted.${name}` as MessageKey, { count: of[name], number: formatNumber(of[name], locale) })}</li>
      ))}
    </ul>
  );
}

/** Shows the final step of the year change, which cannot be undone. */
export function YearEnd({ data, year }: { data: YearChange; year: Year }) {
  const { t, locale } = useT();
  const [asking, setAsking] = useState(false);
  const ready = data.steps.every(({ state }) => state === 'done');
  const finish = () => {
    setAsking(false);
    void year.finish();
  };
  return (
    <Step number={null} name={t('year.end')} state={ready ? 'next' : 'later'}>
      {ready ? (
        <>
          {/* Offered only before the day on which results are deleted anyway. */}
          {data.final.results_on > today(new Date()) && (
            <div className="year-choices">
              <SelectField
                label={t('year.set.results')}
                value={data.settings.results}
                options={[
                  { value: 'later', label: t('year.set.results.later', { date: formatDate(data.final.results_on, 'long', locale) }) },
                  { value: 'now', label: t('year.set.results.now') },
                ]}
                onChange={(results) => year.choose({ results })}
              />
            </div>
          )}
          <p>{t('year.end.text')}</p>
          <DeletedCounts of={data.final} />
          <Button variant="primary" icon={<Trash2 />} disabled={year.busy} onClick={() => setAsking(true)}>
            {t('year.end.action')}
          </Button>
        </>
      ) : (
        <p className="quiet">{t('year.end.wait')}</p>
      )}
      {asking && (
        <ConfirmDialog
          title={t('year.end.ask', { year: data.from_year })}
          action={t('year.end.confirm')}
          onClose={() => setAsking(false)}
          onAction={finish}
        >
          <p>{t('year.end.text')}</p>
          <DeletedCounts of={data.final} />
        </ConfirmDialog>
      )}
    </Step>
  );
}
