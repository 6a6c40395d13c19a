import { lending } from '@fundus/contract/lending/lending';
import { splitWhatFor } from '@fundus/contract/lending/orders/what-for';
import { lendingWaiting, type WaitEntry } from '@fundus/contract/lending/cart/waiting';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useFields } from '../../../components/forms/use-fields.ts';
import { useT } from '../../../i18n/translate.ts';
import { formatDays } from '../../../i18n/format.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Checkbox } from '../../../ui/fields/Field.tsx';
import { Fold } from '../../../ui/Fold.tsx';
import { OrderFields } from '../cart/OrderFields.tsx';
import { refusalText } from '../parts/words.ts';
import '../parts/borrow.css';
import '../parts/lending.css';

/** Accepts an offer from the waiting list and places the order. */
export function AcceptDialog({ entry, onClose }: { entry: WaitEntry; onClose: () => void }) {
  const { t, locale } = useT();
  const [agreed, setAgreed] = useState(false);
  const points = useQuery(query(lending.points));
  const accept = useCall(lendingWaiting.acceptOffer, { refreshes: [lendingWaiting.waits, lending.orders] });
  const { values, text, problem } = useFields(
    { title: '', contact: '' },
    { error: accept.error, at: ['title', 'contact'], words: (error) => refusalText(t, error, locale) },
  );
  const point = points.data?.items.find(({ id }) => id === entry.point.id);
  const asksTerms = point !== undefined && point.terms !== '' && point.terms_version > 0;
  const { start, end } = entry.offer!;
  return (
    <FormDialog
      title={t('lending.wait.take.title', { name: entry.model.name })}
      action={t('lending.wait.take')}
      disabled={accept.isPending || !point || (asksTerms && !agreed)}
      problem={problem}
      onSend={() =>
        accept.mutate(
          {
            params: { id: entry.id },
            body: { ...values, ...splitWhatFor(values.title, point!.purpose_required), terms_version: agreed ? point!.terms_version : 0 },
          },
          {
            onSuccess: ({ number }) => {
              showSnackbar({ text: t('lending.ordered.approved', { number }), type: 'success' });
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      <p className="lending-said">{formatDays(start, end, locale)}</p>
      <OrderFields text={text} />
      {asksTerms && (
        <>
          <Fold title={t('lending.terms')}>
            <p className="lending-words">{point.terms}</p>
          </Fold>
          <Checkbox label={t('lending.terms.agree')} checked={agreed} onChange={({ target }) => setAgreed(target.checked)} />
        </>
      )}
    </FormDialog>
  );
}
