import type { Class } from '@fundus/contract/classes/classes';
import { learnerCodes, type LearnerCode } from '@fundus/contract/classes/learner-codes';
import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, FileStack, KeyRound, Plus, Printer } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { query, useCall } from '../../api/query.ts';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Failed } from '../../components/page/Failed.tsx';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Bar, Late } from '../../ui/Skeleton.tsx';
import { CodeRow, type CodeStep } from './CodeRow.tsx';
import { tellProblem } from './problems.ts';
import '../../components/classes/class-forms.css';
import './classes.css';

const MakeCodes = lazy(async () => ({ default: (await import('./MakeCodes.tsx')).MakeCodes }));
const AddCodes = lazy(async () => ({ default: (await import('./AddCodes.tsx')).AddCodes }));
const ExtendCodes = lazy(async () => ({ default: (await import('./ExtendCodes.tsx')).ExtendCodes }));
const SheetDialog = lazy(async () => ({ default: (await import('./SheetDialog.tsx')).SheetDialog }));
const CodeDialog = lazy(async () => ({ default: (await import('./CodeDialog.tsx')).CodeDialog }));

/** The codes learners of a class sign in with. They are shown when somebody wants to see them: who has seen them has given them out. */
export function CodesSection({ class: cls }: { class: Class }) {
  const { t, locale } = useT();
  const [shown, setShown] = useState(false);
  const [open, setOpen] = useState<'make' | 'add' | 'extend' | null>(null);
  const [printing, setPrinting] = useState<{ batch?: string } | null>(null);
  const [step, setStep] = useState<CodeStep | null>(null);
  const list = useQuery({
    ...query(learnerCodes.codes, { params: { id: cls.id } }),
    staleTime: 0,
    // Making some asks for the days there are to choose from.
    enabled: shown || open === 'make',
  });
  const show = useCall(learnerCodes.showCodes, { refreshes: [learnerCodes.codes] });
  const showCodes = (
    <Button
      variant="line"
      icon={<KeyRound />}
      disabled={show.isPending}
      onClick={() => show.mutate({ params: { id: cls.id } }, { onSuccess: () => setShown(true), onError: tellProblem })}
    >
      {t('codes.show')}
    </Button>
  );
  const codes = list.data;
  const items: readonly LearnerCode[] = codes?.items ?? [];
  const waits = (shown || open === 'make') && !codes;
  return (
    <section className="class-section" aria-labelledby="class-codes">
      <div className="class-section-head">
        <h2 id="class-codes">{t('codes.title')}</h2>
        {cls.can.makeCodes && (
          <div className="class-bar">
            <Button icon={<FileStack />} onClick={() => setOpen('add')}>
              {t('codes.add')}
            </Button>
            <Button variant="line" icon={<Plus />} onClick={() => setOpen('make')}>
              {t('codes.make')}
            </Button>
          </div>
        )}
      </div>
      {!shown && (
        <>
          <p className="quiet class-ask">{t('codes.about')}</p>
          {showCodes}
        </>
      )}
      {waits && list.error && <Failed error={list.error} onRetry={() => void list.refetch()} />}
      {waits && !list.error && (
        <Late>
          <Bar width="100%" height="12rem" />
        </Late>
      )}
      {shown && codes && items.length === 0 && (
        <EmptyState icon={<KeyRound />} title={t('codes.none')} heading={(words) => <h3>{words}</h3>}>
          <p>{t('codes.none.hint')}</p>
        </EmptyState>
      )}
      {shown && codes && items.length > 0 && (
        <>
          <div className="class-bar">
            <Button variant="line" icon={<Printer />} onClick={() => setPrinting({})}>
              {t('codes.print')}
            </Button>
            {items.some(({ state }) => state === 'prepared') && showCodes}
            {items.some(({ can, valid_until }) => can.extend && valid_until < codes.latest_until) && (
              <Button variant="line" icon={<CalendarPlus />} onClick={() => setOpen('extend')}>
                {t('codes.extendAll')}
              </Button>
            )}
          </div>
          {codes.batches.length > 0 && (
            <ul className="code-batches">
              {codes.batches.map((batch) => (
                <li key={batch.id}>
                  <span>
                    <strong>{batch.name}</strong>
                    <span className="small-print">
                      {t('codes.batch', { count: batch.count, date: formatDate(batch.created_at, 'short', locale) })}
                      {batch.printed_at && ` · ${t('codes.batch.printed', { date: formatDate(batch.printed_at, 'short', locale) })}`}
                    </span>
                  </span>
                  <Button
                    icon={<Printer />}
                    aria-label={t('codes.print.batch', { name: batch.name })}
                    onClick={() => setPrinting({ batch: batch.id })}
                  >
                    {t('codes.print.short')}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <ul className="lines class-codes">
            {items.map((code) => (
              <CodeRow key={code.id} cls={cls} code={code} onStep={setStep} />
            ))}
          </ul>
        </>
      )}
      <Suspense>
        {open === 'make' && codes && (
          <MakeCodes
            cls={cls}
            latestUntil={codes.latest_until}
            onClose={() => setOpen(null)}
            onMade={(batch) => {
              setShown(true);
              setOpen(null);
              setPrinting({ batch });
            }}
          />
        )}
        {open === 'extend' && codes && <ExtendCodes cls={cls} latestUntil={codes.latest_until} onClose={() => setOpen(null)} />}
        {open === 'add' && <AddCodes cls={cls} onClose={() => setOpen(null)} />}
        {printing && <SheetDialog cls={cls} batch={printing.batch} onClose={() => setPrinting(null)} />}
        {step && codes && <CodeDialog cls={cls} step={step} latestUntil={codes.latest_until} onClose={() => setStep(null)} />}
      </Suspense>
    </section>
  );
}
