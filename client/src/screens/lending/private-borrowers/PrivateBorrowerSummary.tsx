import type { RentalOrder } from '@fundus/contract/lending/orders/orders';
import { useState } from 'react';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { FeeDialog } from './FeeDialog.tsx';
import { FeeSummary } from './FeeSummary.tsx';
import { useIdCheck } from './use-id-check.ts';
import { refusalText } from '../parts/words.ts';
import '../parts/desk.css';
import './fees.css';
import '../parts/lending.css';

/** Shows whether the identity of a private borrower was checked, and the fee and payments of the order. */
export function PrivateBorrowerSummary({ order }: { order: Pick<RentalOrder, 'id' | 'borrower' | 'private' | 'fee'> }) {
  const { t, locale } = useT();
  const [paying, setPaying] = useState(false);
  const { check, pending, error } = useIdCheck();
  const { private: known, fee } = order;
  const name = order.borrower || t('lending.nobody');
  return (
    <>
      {known && !known.id_checked && (
        <p className="desk-unbriefed">
          <span className="lending-state" data-tone="warn">
            {t('lending.private.unchecked')}
          </span>
          <Button
            disabled={pending}
            aria-label={t('lending.private.check.name', { name })}
            onClick={() => check({ id: known.id, name, version: known.version })}
          >
            {t('lending.private.check')}
          </Button>
        </p>
      )}
      <FormProblem>{error && refusalText(t, error, locale)}</FormProblem>
      {fee && (
        <p className="fee-order">
          <FeeSummary fee={fee} />
          <Button aria-label={t('lending.fee.pay.name', { name })} onClick={() => setPaying(true)}>
            {t('lending.fee.pay')}
          </Button>
        </p>
      )}
      {paying && <FeeDialog order={order} onClose={() => setPaying(false)} />}
    </>
  );
}
