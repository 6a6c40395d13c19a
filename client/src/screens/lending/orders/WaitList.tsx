import { lendingWaiting, type WaitEntry } from '@fundus/contract/lending/cart/waiting';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { formatDate, formatDays } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { loadLater } from '../../../ui/load-later.tsx';
import { refusalText } from '../parts/words.ts';
import '../parts/borrow.css';
import '../parts/lending.css';
import { isWaitShown } from './use-beside.ts';

const AcceptDialog = loadLater(async () => (await import('./AcceptDialog.tsx')).AcceptDialog);

const TONES = { offered: 'good', waiting: 'warn', accepted: 'quiet', declined: 'quiet', lapsed: 'quiet', cancelled: 'quiet' } as const;

/** Shows the user's waiting list entries, offers first. Renders nothing if there are none. */
export function WaitList() {
  const { t } = useT();
  const waits = useQuery({ ...query(lendingWaiting.waits), staleTime: 0 });
  const [taking, setTaking] = useState<WaitEntry | null>(null);
  const shown = (waits.data?.items ?? []).filter(isWaitShown);
  if (shown.length === 0) return null;
  return (
    <section className="lending-waits" aria-labelledby="lending-waits-name">
      <h2 id="lending-waits-name" tabIndex={-1}>
        {t('lending.waits')}
      </h2>
      <ul className="lending-lines">
        {shown
          .sort((a, b) => Number(b.state === 'offered') - Number(a.state === 'offered'))
          .map((entry) => (
            <Wish key={entry.id} entry={entry} onTake={() => setTaking(entry)} />
          ))}
      </ul>
      {taking?.offer && <AcceptDialog entry={taking} onClose={() => setTaking(null)} />}
    </section>
  );
}

function Wish({ entry, onTake }: { entry: WaitEntry; onTake: () => void }) {
  const { t, locale } = useT();
  const { id, model, offer, days, quantity, earliest, latest, state, can } = entry;
  const refreshes = [lendingWaiting.waits];
  const cancel = useCall(lendingWaiting.cancelWait, { refreshes });
  const decline = useCall(lendingWaiting.declineOffer, { refreshes });
  const error = cancel.error ?? decline.error;
  const period = formatDays(offer?.start ?? earliest, offer?.end ?? latest, locale);
  return (
    <li>
      <span>
        <strong>
          {quantity > 1 && `${quantity} × `}
          {model.name}
        </strong>
        <span className="small-print">
          {days !== null && !offer ? t('lending.wait.within', { count: days, period }) : period} · {entry.point.name}
        </span>
        <span className="lending-state" data-tone={TONES[state]}>
          {t(`lending.wait.${state}`, { day: offer ? formatDate(offer.until, 'berlin', locale) : '' })}
        </span>
        <FormProblem>{error && refusalText(t, error, locale)}</FormProblem>
      </span>
      <span>
        {can.answer && (
          <>
            <Button variant="primary" aria-label={t('lending.wait.take.name', { name: model.name })} onClick={onTake}>
              {t('lending.wait.take')}
            </Button>
            <Button
              disabled={decline.isPending}
              aria-label={t('lending.wait.decline.name', { name: model.name })}
              onClick={() => decline.mutate({ params: { id }, body: {} })}
            >
              {t('lending.wait.decline')}
            </Button>
          </>
        )}
        {can.cancel && !can.answer && (
          <Button
            flush="phone"
            disabled={cancel.isPending}
            aria-label={t('lending.wait.leave.name', { name: model.name })}
            onClick={() => cancel.mutate({ params: { id }, body: {} })}
          >
            {t('lending.wait.leave')}
          </Button>
        )}
      </span>
    </li>
  );
}
