import { lendingKiosk } from '@fundus/contract/lending/kiosk/kiosk';
import { useQuery } from '@tanstack/react-query';
import { address } from '../../../api/call.ts';
import { query, useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { refusalText } from '../parts/words.ts';
import '../parts/borrow.css';
import '../parts/lending.css';

const READS = { refreshes: [lendingKiosk.card] };

/** Shows the user's code for the kiosk tablet of a lending point (docs/behaviour/lending.md#kiosk). */
export function CardDialog({ onClose }: { onClose: () => void }) {
  const { t, locale } = useT();
  const card = useQuery({ ...query(lendingKiosk.card), staleTime: 0 });
  const make = useCall(lendingKiosk.makeCard, READS);
  const end = useCall(lendingKiosk.endCard, READS);
  const code = card.data?.code ?? null;
  const error = make.error ?? end.error ?? card.error;
  const pending = make.isPending || end.isPending;
  return (
    <Dialog open title={t('lending.card')} closeLabel={t('app.close')} onClose={onClose}>
      <div className="lending-stack">
        <p>{t('lending.card.what')}</p>
        <FormProblem>{error && refusalText(t, error, locale)}</FormProblem>
        {code !== null && (
          <figure className="lending-card">
            <img src={address(lendingKiosk.cardPicture, { query: { of: code.slice(-4) } })} alt="" />
            <figcaption className="lending-pair-code">{code}</figcaption>
          </figure>
        )}
        {card.data && (
          <div>
            <Button variant={code === null ? 'primary' : 'line'} disabled={pending} onClick={() => make.mutate({ body: {} })}>
              {t(code === null ? 'lending.card.make' : 'lending.card.renew')}
            </Button>
            {code !== null && (
              <Button variant="line" disabled={pending} onClick={() => end.mutate({})}>
                {t('lending.card.end')}
              </Button>
            )}
          </div>
        )}
      </div>
    </Dialog>
  );
}
