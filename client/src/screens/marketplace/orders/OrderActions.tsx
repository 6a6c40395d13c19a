import { orders, type Order } from '@fundus/contract/marketplace/orders';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx';
import type { Go } from '../../../components/page/screen.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useDecisionUndo } from '../../../stores/use-decision-undo.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Bar, ShowDelayed } from '../../../ui/Skeleton.tsx';
import { BuyForm } from './BuyForm.tsx';
import { viewHref } from '../marketplace-view.ts';
import { ORDER_READS } from '../reads.ts';
import { usePay } from './use-pay.ts';
import { marketRefusalText } from '../words.ts';
import '../marketplace.css';

/** Irreversible actions, which the user must confirm. */
type Final = 'accept' | 'cancel';
const REASONED = { decline: orders.decline, withdraw: orders.withdraw, refund: orders.refund } as const;
type Reasoned = keyof typeof REASONED;

/** Shows the actions that the buyer, the school or the seller may perform on an order. */
export function OrderActions({ order, go }: { order: Order; go: Go }) {
  const { t } = useT();
  const [asking, setAsking] = useState<Reasoned | null>(null);
  const [sure, setSure] = useState<Final | null>(null);
  const cancel = useCall(orders.cancel, ORDER_READS);
  const accept = useCall(orders.accept, ORDER_READS);
  const approve = useCall(orders.approve, ORDER_READS);
  const payment = usePay();
  const showDecided = useDecided();
  const cart = useQuery({ ...query(orders.cart), staleTime: 0, enabled: order.can.approve });
  const { id, can } = order;
  const params = { id };
  const finals = { accept, cancel };
  return (
    <>
      {/* Reserves the height of the form, so that content below it does not move. */}
      {can.approve && cart.isLoading && (
        <ShowDelayed>
          <Bar width="100%" height="60rem" />
        </ShowDelayed>
      )}
      {can.approve && cart.data && (
        <BuyForm
          order={order}
          cart={cart.data}
          action={t('market.order.approve')}
          pending={approve.isPending}
          error={approve.error}
          onBuy={(purchase) =>
            approve.mutate(
              { params, body: purchase },
              { onSuccess: (bought) => (bought.can.pay ? payment.pay(id) : showDecided(id, 'approved')) },
            )
          }
        />
      )}
      <p className="market-does">
        {can.pay && (
          <Button variant="primary" disabled={payment.isPending} onClick={() => payment.pay(id)}>
            {t('market.order.pay')}
          </Button>
        )}
        {can.accept && (
          <Button variant="primary" onClick={() => setSure('accept')}>
            {t('market.order.accept')}
          </Button>
        )}
        {can.buy || can.ask ? (
          <Button variant="line" onClick={() => go(viewHref({ tab: 'cart' }))}>
            {t('market.order.open')}
          </Button>
        ) : null}
        {can.approve && (
          <Button variant="line" onClick={() => setAsking('decline')}>
            {t('market.order.decline')}
          </Button>
        )}
        {can.cancel && !can.approve && (
          <Button variant="line" onClick={() => setSure('cancel')}>
            {t('market.order.cancel')}
          </Button>
        )}
        {can.withdraw && (
          <Button variant="line" onClick={() => setAsking('withdraw')}>
            {t('market.order.withdraw')}
          </Button>
        )}
        {can.refund && (
          <Button variant="line" onClick={() => setAsking('refund')}>
            {t('market.order.refund')}
          </Button>
        )}
      </p>
      {sure && (
        <ConfirmDialog
          title={t(`market.order.${sure}.ask`)}
          action={t(`market.order.${sure}`)}
          dismiss={sure === 'cancel' ? t('app.back') : undefined}
          disabled={finals[sure].isPending}
          onAction={() => finals[sure].mutate({ params }, { onSuccess: () => setSure(null) })}
          onClose={() => setSure(null)}
        >
          <FormProblem>{finals[sure].error && marketRefusalText(t, finals[sure].error)}</FormProblem>
          <p>{t(`market.order.${sure}.what`)}</p>
        </ConfirmDialog>
      )}
      {asking && <AskReason key={asking} id={id} what={asking} onClose={() => setAsking(null)} />}
    </>
  );
}

/** Returns a function that shows a message about the school's decision and offers to undo it. */
function useDecided() {
  const { t } = useT();
  const undo = useDecisionUndo(ORDER_READS);
  return (id: string, to: 'approved' | 'declined'): void =>
    showSnackbar({ text: t(`market.order.${to}.done`), type: 'success', action: undo(orders.undoOrder, { params: { id } }) });
}

function AskReason({ id, what, onClose }: { id: string; what: Reasoned; onClose: () => void }) {
  const { t } = useT();
  const send = useCall(REASONED[what], ORDER_READS);
  const showDecided = useDecided();
  return (
    <ReasonDialog
      title={t(`market.order.${what}`)}
      action={t(`market.order.${what}`)}
      {...(what === 'refund' && { dismiss: t('app.back') })}
      label={t('market.order.reason')}
      hint={t(`market.order.reason.${what}`)}
      maxLength={500}
      isPending={send.isPending}
      problem={send.error && marketRefusalText(t, send.error)}
      onSend={(reason) =>
        send.mutate(
          { params: { id }, body: { reason } },
          {
            onSuccess: () => {
              onClose();
              if (what === 'decline') showDecided(id, 'declined');
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
