import { COMPLAINTS, lendingKiosk } from '@fundus/contract/lending/kiosk';
import type { AppError } from '@fundus/contract/errors';
import type { Reply } from '@fundus/contract/endpoint';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { kioskWords } from './kiosk-words.ts';
import { KioskScan } from './KioskScan.tsx';
import { playTone } from './scan-tones.ts';
import { useKey } from '../../api/use-key.ts';
import './kiosk.css';

type Back = Reply<typeof lendingKiosk.kioskReturn>;
type Done = { code: string; back: Back } | { code: string; error: AppError };

/** Devices one after the other; of each can be said that something is wrong. */
export function KioskReturn({ first }: { first: string | null }) {
  const { t } = useT();
  const [done, setDone] = useState<readonly Done[]>([]);
  const bring = useCall(lendingKiosk.kioskReturn);
  const key = useKey();
  const send = (code: string): void =>
    bring.mutate(
      { body: { code, key: key.keyOf(code) } },
      {
        onSuccess: (back) => {
          playTone(back.checked ? 'warn' : 'good');
          setDone((before) => [{ code, back }, ...before]);
        },
        onError: (error) => {
          playTone('bad');
          setDone((before) => [{ code, error }, ...before]);
        },
        onSettled: (_, error) => error?.code !== 'unavailable' && key.renew(),
      },
    );
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || first === null) return;
    begun.current = true;
    send(first);
  });
  return (
    <>
      <KioskScan label={t('lending.kiosk.scan.device')} hint={t('lending.kiosk.return.hint')} onCode={send} />
      <div role="status" aria-live="polite">
        <ol className="kiosk-done" aria-label={t('lending.kiosk.done')}>
          {done.map((each, i) =>
            'back' in each ? (
              <Returned key={each.back.line_id} back={each.back} />
            ) : (
              <li key={`${each.code} ${done.length - i}`} data-tone="bad">
                <strong>{each.code}</strong>
                <p>{kioskWords(t, each.error)}</p>
              </li>
            ),
          )}
        </ol>
      </div>
    </>
  );
}

function Returned({ back: { item, late, checked, line_id } }: { back: Back }) {
  const { t } = useT();
  const [asking, setAsking] = useState(false);
  const [note, setNote] = useState('');
  const complain = useCall(lendingKiosk.kioskComplain);
  return (
    <li data-tone={checked ? 'warn' : 'good'}>
      <strong>{t('lending.kiosk.returned', { model: item.model })}</strong>
      <p>
        {[
          item.code,
          late > 0 && t('lending.kiosk.late', { count: late }),
          checked && t('lending.kiosk.returned.checked'),
          complain.data && t('lending.kiosk.complained'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {complain.error && <p>{kioskWords(t, complain.error)}</p>}
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
