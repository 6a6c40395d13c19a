import { lendingCondition } from '@fundus/contract/lending/condition/condition';
import type { BorrowerPage } from '@fundus/contract/lending/desk/borrower-page';
import { MessageSquare, UserLock } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { formatDate } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Note } from '../../../ui/Note.tsx';
import { useIdCheck } from '../private-borrowers/use-id-check.ts';
import { DESK_READS } from '../parts/desk-reads.ts';
import { refusalText } from '../parts/words.ts';
import { MessageDialog } from './MessageDialog.tsx';
import { SuspendDialog } from '../desk/SuspendDialog.tsx';
import '../parts/desk.css';
import '../parts/lending.css';

/** Shows the borrower's contact details, what prevents new loans, and actions that do not concern a single order. */
export function BorrowerHead({ point, borrower }: { point: string; borrower: BorrowerPage }) {
  const { t, locale } = useT();
  const [open, setOpen] = useState<'message' | 'suspend' | null>(null);
  const end = useCall(lendingCondition.endSuspension, { refreshes: [...DESK_READS, lendingCondition.suspensions] });
  const { check, pending, error } = useIdCheck();
  const { id, name, school, private: known, closed, suspended, lines, orders } = borrower;
  const overdue = orders.flatMap((order) => order.lines).filter((line) => line.overdue).length;
  const problem = end.error ?? error;
  return (
    <header className="borrower-head">
      <div className="lending-title">
        <div>
          <PageHeading title={name} />
          <p className="small-print">{known ? joinFacts([t('lending.private'), known.address, known.email, known.phone]) : school}</p>
        </div>
        <div className="lending-bar">
          {borrower.reachable && (
            <Button variant="line" icon={<MessageSquare />} onClick={() => setOpen('message')}>
              {t('lending.message')}
            </Button>
          )}
          {!suspended && (
            <Button variant="line" icon={<UserLock />} onClick={() => setOpen('suspend')}>
              {t('lending.suspend')}
            </Button>
          )}
        </div>
      </div>
      <p>
        {t('lending.borrower.lines', { count: lines.open, most: lines.most })}
        {overdue > 0 && (
          <span className="lending-state" data-tone="bad">
            {t('lending.borrower.overdue', { count: overdue })}
          </span>
        )}
      </p>
      <FormProblem>{problem && refusalText(t, problem, locale)}</FormProblem>
      {closed && (
        <Note>
          <p>{t(`lending.borrower.closed.${closed}`)}</p>
        </Note>
      )}
      {suspended && (
        <Note tone="bad" role="alert">
          <p>
            {joinFacts([
              t('lending.suspended', { reason: suspended.reason }),
              suspended.until && t('lending.suspended.until', { day: formatDate(suspended.until, 'short', locale) }),
            ])}
          </p>
          <Button disabled={end.isPending} onClick={() => end.mutate({ params: { id: suspended.id } })}>
            {t('lending.suspended.end')}
          </Button>
        </Note>
      )}
      {known && !known.id_checked && (
        <Note>
          <p>{t('lending.private.unchecked')}</p>
          <Button disabled={pending} onClick={() => check({ id, name, version: known.version })}>
            {t('lending.private.check')}
          </Button>
        </Note>
      )}
      {known?.note && <p className="lending-words">{known.note}</p>}
      {open === 'message' && <MessageDialog point={point} borrower={{ id, name }} onClose={() => setOpen(null)} />}
      {open === 'suspend' && <SuspendDialog point={point} borrower={{ id, name }} onClose={() => setOpen(null)} />}
    </header>
  );
}
