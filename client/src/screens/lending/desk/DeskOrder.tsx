import { lendingDesk, type DeskOrder as Order } from '@fundus/contract/lending/desk/desk';
import type { RentalLine } from '@fundus/contract/lending/orders/orders';
import { lendingPaper } from '@fundus/contract/lending/desk/paper';
import { Check, Printer, ScanBarcode, UserLock, X } from 'lucide-react';
import { useState } from 'react';
import { address } from '../../../api/call.ts';
import { useCall } from '../../../api/query.ts';
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Link } from '../../../ui/Link.tsx';
import { BriefingDialog } from '../borrowers/BriefingDialog.tsx';
import { OrderLines } from '../orders/OrderLines.tsx';
import { PrivateBorrowerSummary } from '../private-borrowers/PrivateBorrowerSummary.tsx';
import { ResponsibleTeacher } from '../borrowers/ResponsibleTeacher.tsx';
import { borrowerHref } from '../parts/desk-href.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useDecisionUndo } from '../../../stores/use-decision-undo.ts';
import { DESK_READS } from '../parts/desk-reads.ts';
import { SuspendDialog } from './SuspendDialog.tsx';
import { refusalText, titleOf } from '../parts/words.ts';
import '../../../ui/button.css';
import '../parts/desk.css';
import '../parts/lending.css';

const READS = { refreshes: DESK_READS };

type Props = {
  order: Order;
  chosen: boolean;
  /** Starts the handover of devices for this order; `null` if no device is ready. */
  onChoose: (() => void) | null;
  /** Heading of the order: the borrower, or the title of the order on the page of the borrower. */
  titled?: 'borrower' | 'order';
  /** Called when the desk takes a device back. */
  onReturn?: (line: RentalLine) => void;
};

/** Shows an order at the desk with its borrower, its devices and the actions of the desk. */
export function DeskOrder({ order, chosen, onChoose, titled = 'borrower', onReturn }: Props) {
  const { t, locale } = useT();
  const [open, setOpen] = useState<'reject' | 'suspend' | null>(null);
  const [briefing, setBriefing] = useState<{ id: string; name: string } | null>(null);
  const approve = useCall(lendingDesk.approve, READS);
  const undo = useDecisionUndo(READS);
  const name = order.borrower || t('lending.nobody');
  return (
    <article className="lending-order desk-order" data-chosen={chosen || undefined}>
      <OrderHead order={order} titled={titled} onBrief={setBriefing} onSuspend={() => setOpen('suspend')} />
      <FormProblem>{approve.error && refusalText(t, approve.error, locale)}</FormProblem>
      <OrderLines order={order} refreshes={READS.refreshes} atDesk {...(onReturn && { onReturn })} />
      {(order.can.decide || onChoose) && (
        <div className="lending-bar">
          {order.can.decide && (
            <>
              <Button
                variant="primary"
                icon={<Check />}
                disabled={approve.isPending}
                aria-label={t('lending.approve.name', { name })}
                onClick={() =>
                  approve.mutate(
                    { params: { id: order.id }, body: {} },
                    {
                      onSuccess: () =>
                        showSnackbar({
                          text: t('desk.approved', { name }),
                          type: 'success',
                          action: undo(lendingDesk.undoDecision, { params: { id: order.id } }),
                        }),
                    },
                  )
                }
              >
                {t('lending.approve')}
              </Button>
              <Button
                variant="line"
                icon={<X />}
                aria-label={t('lending.reject.title', { title: order.title })}
                onClick={() => setOpen('reject')}
              >
                {t('lending.reject')}
              </Button>
            </>
          )}
          {onChoose && (
            <Button
              variant={chosen ? 'primary' : 'line'}
              icon={<ScanBarcode />}
              aria-label={t('lending.handOver.to', { name })}
              onClick={onChoose}
            >
              {t('lending.handOver')}
            </Button>
          )}
        </div>
      )}
      {briefing && <BriefingDialog order={order} model={briefing} onClose={() => setBriefing(null)} />}
      {open === 'reject' && <RejectDialog order={order} onClose={() => setOpen(null)} />}
      {open === 'suspend' && order.borrower_id && (
        <SuspendDialog point={order.point.id} borrower={{ id: order.borrower_id, name }} onClose={() => setOpen(null)} />
      )}
    </article>
  );
}

type HeadProps = Pick<Props, 'order'> & {
  titled: 'borrower' | 'order';
  onBrief: (model: { id: string; name: string }) => void;
  onSuspend: () => void;
};

/** Shows the borrower and the order, with everything the desk checks before it hands over devices. */
function OrderHead({ order, titled, onBrief, onSuspend }: HeadProps) {
  const { t, locale } = useT();
  const name = order.borrower || t('lending.nobody');
  return (
    <header className="desk-head">
      <div>
        <h3>
          {titled === 'order' ? (
            titleOf(t, order) || t('lending.number', { number: order.number })
          ) : order.borrower_id ? (
            <Link href={borrowerHref(order.borrower_id, order.point.id)}>{name}</Link>
          ) : (
            name
          )}
        </h3>
        <p className="small-print">
          {joinFacts([
            titled === 'borrower' && titleOf(t, order),
            titled === 'borrower' && order.school,
            order.contact,
            t('lending.number', { number: order.number }),
          ])}
        </p>
        {order.delivery !== 'pickup' && <p className="lending-state">{t(`lending.delivery.${order.delivery}`)}</p>}
        <ResponsibleTeacher order={order} />
        <PrivateBorrowerSummary order={order} />
        {order.purpose !== order.title && order.purpose && <p className="lending-words">{order.purpose}</p>}
        {order.unbriefed.map((model) => (
          <p key={model.id} className="desk-unbriefed">
            <span className="lending-state" data-tone="warn">
              {t('lending.briefing.missing', { model: model.name })}
            </span>
            <Button onClick={() => onBrief(model)} aria-label={t('lending.briefing.give.name', { name, model: model.name })}>
              {t('lending.briefing.give')}
            </Button>
          </p>
        ))}
        {order.suspended && titled === 'borrower' && (
          <p className="lending-state" data-tone="bad">
            {t('lending.suspended', { reason: order.suspended.reason })}
          </p>
        )}
      </div>
      <span className="desk-tools">
        {order.lines.some(({ state }) => state === 'ready' || state === 'on_loan') && (
          <a
            className="btn btn-icon"
            href={address(lendingPaper.slip, { params: { id: order.id }, query: { lang: locale } })}
            target="_blank"
            rel="noreferrer"
            title={t('lending.print.slip')}
            aria-label={t('lending.print.slip.name', { name })}
          >
            <Printer />
          </a>
        )}
        {order.borrower_id && titled === 'borrower' && !order.suspended && (
          <IconButton label={t('lending.suspend.name', { name })} icon={<UserLock />} onClick={onSuspend} />
        )}
      </span>
    </header>
  );
}

function RejectDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t, locale } = useT();
  const reject = useCall(lendingDesk.reject, READS);
  const undo = useDecisionUndo(READS);
  const params = { id: order.id };
  const done = () => {
    showSnackbar({
      text: t('desk.rejected', { name: order.borrower || t('lending.nobody') }),
      type: 'success',
      action: undo(lendingDesk.undoDecision, { params }),
    });
    onClose();
  };
  return (
    <ReasonDialog
      title={t('lending.reject.title', { title: order.title })}
      action={t('lending.reject')}
      label={t('lending.reject.reason')}
      hint={t('lending.reject.hint')}
      maxLength={300}
      isPending={reject.isPending}
      problem={reject.error && refusalText(t, reject.error, locale)}
      onSend={(reason) => reject.mutate({ params, body: { reason } }, { onSuccess: done })}
      onClose={onClose}
    />
  );
}
