import { YEAR_STEPS, type YearChange, type YearStep } from '@fundus/contract/year-change/year-change';
import { CalendarClock, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { Failed } from '../../../components/page/Failed.tsx';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { PlaceholderLines } from '../../../ui/Skeleton.tsx';
import { useYear, type Year } from './use-year.ts';
import { CardsLink, YearChoices } from './YearChoices.tsx';
import { YearEnd } from './YearEnd.tsx';
import { CountLine, Step, StepDate } from './YearParts.tsx';
import { YearReport } from './YearReport.tsx';
import './year.css';

/**
 * Guides through the change of the school year in five steps. Each step has a preview and can be undone until the final one
 * (docs/behaviour/year-change.md).
 */
export function YearTab() {
  const { t } = useT();
  const year = useYear();
  const { data, error, refetch } = year.read;
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />;
  if (!data) return <PlaceholderLines />;
  const title = t('year.title', { from: data.from_year, to: data.to_year });
  if (data.report) return <YearReport year={data} report={data.report} />;
  if (data.state === 'none' && data.classes.length === 0)
    return (
      <EmptyState icon={<CalendarClock />} title={t('year.none', { year: data.from_year })}>
        <p>{t('year.none.hint')}</p>
      </EmptyState>
    );
  return (
    <div className="year-change">
      <h2>{title}</h2>
      <p className="year-words">{t('year.intro')}</p>
      {data.state === 'none' ? (
        <Button variant="primary" disabled={year.busy} onClick={() => void year.start()}>
          {t('year.begin')}
        </Button>
      ) : (
        <p className="quiet small">
          <StepDate what="begun" {...data.started!} />
        </p>
      )}
      <ol className="year-steps" aria-label={t('year.steps')}>
        {data.steps.map((line) => (
          <StepPart key={line.step} line={line} data={data} year={year} />
        ))}
        {data.state === 'open' && <YearEnd data={data} year={year} />}
      </ol>
    </div>
  );
}

type StepProps = { line: YearChange['steps'][number]; data: YearChange; year: Year };

function StepPart({ line: { step, state, done, counts }, data, year }: StepProps) {
  const { t } = useT();
  const name = t(`year.step.${step}`);
  const number = YEAR_STEPS.indexOf(step) + 1;
  const nothing = Object.values(counts).every((count) => count === 0);
  return (
    <Step number={number} name={name} state={state}>
      <p className={state === 'next' ? 'year-counts' : 'quiet'} role={state === 'next' ? 'status' : undefined}>
        <CountLine counts={counts} />
      </p>
      {done && (
        <div className="year-row">
          <span className="quiet small">
            <StepDate what="done" {...done} />
          </span>
          <span className="year-row-does">
            {step === 'cards' && (counts.cards ?? 0) > 0 && <CardsLink />}
            <UndoStep step={step} data={data} year={year} />
          </span>
        </div>
      )}
      {state === 'next' && (
        <>
          <YearChoices step={step} data={data} choose={year.choose} />
          <Button variant="primary" disabled={year.busy} onClick={() => void year.take(step)}>
            {t(nothing ? 'year.do.skip' : `year.do.${step}`)}
          </Button>
        </>
      )}
    </Step>
  );
}

/** Asks for confirmation before undoing a step together with all later steps. */
function UndoStep({ step, data, year }: { step: YearStep; data: YearChange; year: Year }) {
  const { t } = useT();
  const [asking, setAsking] = useState(false);
  const name = t(`year.step.${step}`);
  const going = data.steps
    .filter((line) => line.state === 'done' && YEAR_STEPS.indexOf(line.step) >= YEAR_STEPS.indexOf(step))
    .toReversed();
  const undo = () => {
    setAsking(false);
    void year.undo(step);
  };
  return (
    <>
      <Button
        variant="line"
        icon={<Undo2 />}
        disabled={year.busy}
        aria-label={t('year.undo.of', { step: name })}
        onClick={() => setAsking(true)}
      >
        {t('year.undo')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('year.undo.title', { step: name })}
          action={t('year.undo')}
          onClose={() => setAsking(false)}
          onAction={undo}
        >
          <p>{t('year.undo.text')}</p>
          <ul className="year-list">
            {going.map((line) => (
              <li key={line.step}>
                <strong>{t(`year.step.${line.step}`)}</strong>: <CountLine counts={line.counts} />
              </li>
            ))}
          </ul>
          {going.some((line) => line.step === 'cards' && (line.counts.cards ?? 0) > 0) && <p className="quiet">{t('year.undo.cards')}</p>}
        </ConfirmDialog>
      )}
    </>
  );
}
