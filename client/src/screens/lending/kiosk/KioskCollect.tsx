import { lendingKiosk } from '@fundus/contract/lending/kiosk/kiosk';
import type { AppError } from '@fundus/contract/errors';
import type { Reply } from '@fundus/contract/endpoint';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { Checkbox } from '../../../ui/fields/Field.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Fold } from '../../../ui/Fold.tsx';
import { endText } from '../parts/words.ts';
import { kioskErrorText } from './kiosk-words.ts';
import { KioskScan } from './KioskScan.tsx';
import { playTone } from '../scan/scan-tones.ts';
import { useIdempotencyKey } from '../../../api/use-key.ts';
import './kiosk.css';
import '../parts/lending.css';

type Taken = Reply<typeof lendingKiosk.kioskTake>;
type Done = { code: string; taken: Taken } | { code: string; error: AppError };

type Props = { first: string | null; terms: string; terms_version: number };

/** Shows the devices that are ready for a card owner and hands over scanned devices. Free devices are included if the lending point allows it. */
export function KioskCollect({ first, terms, terms_version }: Props) {
  const { t, locale } = useT();
  const [done, setDone] = useState<readonly Done[]>([]);
  const [card, setCard] = useState('');
  const [agreed, setAgreed] = useState(false);
  const find = useCall(lendingKiosk.kioskBorrower);
  const show = (code: string): void => {
    setCard(code);
    find.mutate({ body: { card: code } }, { onError: () => playTone('bad'), onSuccess: () => playTone('good') });
  };
  /** Resolves when the pending request is done. Requests are sent one at a time, so that no scan is lost. */
  const busy = useRef<Promise<void>>(Promise.resolve());
  const key = useIdempotencyKey();
  const send = (code: string): void => {
    const body = { card, code, terms_version: agreed ? terms_version : 0 };
    const answer = (each: Done): void => {
      playTone('taken' in each ? 'good' : 'bad');
      setDone((before) => [each, ...before]);
    };
    busy.current = busy.current.then(async () => {
      try {
        const taken = await call(lendingKiosk.kioskTake, { body: { ...body, key: key.keyOf([code, agreed]) } });
        key.renew();
        answer({ code, taken });
      } catch (problem) {
        const error = problem as AppError;
        if (error.code !== 'unavailable') key.renew();
        answer({ code, error });
      }
    });
  };
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || first === null) return;
    begun.current = true;
    show(first);
  });
  if (!find.data)
    return (
      <>
        <KioskScan label={t('lending.kiosk.scan.card')} hint={t('lending.kiosk.scan.card.hint')} onCode={show} />
        <FormProblem>{find.error && kioskErrorText(t, find.error)}</FormProblem>
      </>
    );
  const gone = new Set(done.flatMap((each) => ('taken' in each ? [each.taken.item.code] : [])));
  const ready = find.data.ready.filter(({ code }) => !gone.has(code));
  return (
    <>
      <p className="kiosk-say">{t('lending.kiosk.hello', { name: find.data.name })}</p>
      {ready.length === 0 && <p>{t(done.length > 0 ? 'lending.kiosk.ready.all' : 'lending.kiosk.ready.none')}</p>}
      {ready.length > 0 && (
        <ul className="kiosk-ready" aria-label={t('lending.kiosk.ready')}>
          {ready.map(({ line_id, code, model, end, ends_at, at_desk }) => (
            <li key={line_id}>
              <strong>{model}</strong> <span className="lending-code">{code}</span>
              <p>
                {at_desk === null
                  ? t('lending.kiosk.until', { day: endText(end, ends_at, locale) })
                  : t(at_desk === 'too_early' ? 'lending.kiosk.refused.early' : 'lending.kiosk.refused.desk')}
              </p>
            </li>
          ))}
        </ul>
      )}
      {find.data.may_take && terms !== '' && (
        <div className="kiosk-terms">
          <Fold title={t('lending.terms')}>
            <p className="lending-words">{terms}</p>
          </Fold>
          <Checkbox label={t('lending.terms.agree')} checked={agreed} onChange={({ target }) => setAgreed(target.checked)} />
        </div>
      )}
      {(find.data.may_take || ready.some(({ at_desk }) => at_desk === null)) && (
        <KioskScan
          label={t('lending.kiosk.scan.device')}
          hint={t(find.data.may_take ? 'lending.kiosk.take.hint' : 'lending.kiosk.collect.hint')}
          onCode={send}
        />
      )}
      <div role="status" aria-live="polite">
        <ol className="kiosk-done" aria-label={t('lending.kiosk.done')}>
          {done.map((each, i) => (
            <li key={`${each.code} ${done.length - i}`} data-tone={'taken' in each ? 'good' : 'bad'}>
              <strong>{'taken' in each ? t('lending.kiosk.taken', { model: each.taken.item.model }) : each.code}</strong>
              <p>
                {'taken' in each
                  ? t('lending.kiosk.until', { day: endText(each.taken.end, each.taken.ends_at, locale) })
                  : kioskErrorText(t, each.error)}
              </p>
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}
