import { COMPLAINTS, lendingKiosk } from '@fundus/contract/lending/kiosk/kiosk';
import type { AppError } from '@fundus/contract/errors';
import type { Reply } from '@fundus/contract/endpoint';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useCall } from '../../../api/query.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { kioskErrorText } from './kiosk-words.ts';
import { KioskScan } from './KioskScan.tsx';
import { makeQueue, useScans } from '../scan/scan-queue.ts';
import { playTone, type Tone } from '../scan/scan-tones.ts';
import './kiosk.css';

type Back = Reply<typeof lendingKiosk.kioskReturn>;
type Scan = { code: string; key: string; state: 'waiting' | 'stored' | 'back' | 'refused'; back?: Back; error?: AppError };

const toneOf = ({ state, back }: Scan): Tone | null =>
  state === 'waiting' ? null : state === 'stored' ? 'stored' : back ? (back.checked ? 'warn' : 'good') : 'bad';

async function sendReturn({ code, key }: Scan): Promise<Partial<Scan>> {
  try {
    return { state: 'back', back: await call(lendingKiosk.kioskReturn, { body: { code, key } }) };
  } catch (problem) {
    return { state: 'refused', error: problem as AppError };
  }
}

const makeReturns = () =>
  makeQueue<{ code: string }, Scan>(
    'kiosk',
    (scan) => {
      const tone = toneOf(scan);
      if (tone) playTone(tone);
    },
    sendReturn,
  );

/** Takes devices back and offers a complaint form for each returned device. */
export function KioskReturn({ first }: { first: string | null }) {
  const { t } = useT();
  const [queue] = useState(makeReturns);
  const scans = useScans(queue);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    queue.work();
    if (first !== null) queue.add({ code: first });
  });
  return (
    <>
      <KioskScan label={t('lending.kiosk.scan.device')} hint={t('lending.kiosk.return.hint')} onCode={(code) => queue.add({ code })} />
      <div role="status" aria-live="polite">
        <ol className="kiosk-done" aria-label={t('lending.kiosk.done')}>
          {scans.map((scan) =>
            scan.back ? (
              <ReturnedDevice key={scan.key} back={scan.back} />
            ) : (
              <li key={scan.key} data-tone={scan.error ? 'bad' : undefined}>
                <strong>{scan.code}</strong>
                <p>
                  {scan.error
                    ? kioskErrorText(t, scan.error)
                    : t(scan.state === 'stored' ? 'lending.scan.stored.hint' : 'lending.scan.waiting')}
                </p>
              </li>
            ),
          )}
        </ol>
      </div>
    </>
  );
}

function ReturnedDevice({ back: { item, late, checked, line_id } }: { back: Back }) {
  const { t } = useT();
  const [asking, setAsking] = useState(false);
  const [note, setNote] = useState('');
  const complain = useCall(lendingKiosk.kioskComplain);
  return (
    <li data-tone={checked ? 'warn' : 'good'}>
      <strong>{t('lending.kiosk.returned', { model: item.model })}</strong>
      <p>
        {joinFacts([
          item.code,
          late > 0 && t('lending.kiosk.late', { count: late }),
          checked && t('lending.kiosk.returned.checked'),
          complain.data && t('lending.kiosk.complained'),
        ])}
      </p>
      {complain.error && <p>{kioskErrorText(t, complain.error)}</p>}
      {!complain.data && !asking && (
        <Button variant="line" aria-label={t('lending.kiosk.complain.name', { model: item.model })} onClick={() => setAsking(true)}>
          {t('lending.kiosk.complain')}
        </Button>
      )}
      {!complain.data && asking && (
        <div className="kiosk-complain">
          <TextArea
            label={t('lending.kiosk.complain.note')}
            maxLength={500}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
          {COMPLAINTS.map((result) => (
            <Button
              key={result}
              variant="line"
              disabled={complain.isPending}
              onClick={() => complain.mutate({ body: { line: line_id, result, note } })}
            >
              {t(`lending.kiosk.complain.${result}`)}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}
