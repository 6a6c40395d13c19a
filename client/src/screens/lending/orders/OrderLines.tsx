import type { Endpoint } from '@fundus/contract/endpoint';
import { lending } from '@fundus/contract/lending/lending';
import type { RentalLine, RentalOrder } from '@fundus/contract/lending/orders/orders';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { lineStateText } from '../../../components/lending/line-words.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { formatDate } from '../../../i18n/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { loadLater } from '../../../ui/load-later.tsx';
import { useIdempotencyKey } from '../../../api/use-key.ts';
import { ModelPicture } from '../models/ModelPicture.tsx';
import { stepOf } from './order-step.ts';
import { loanPeriodText, refusalText, toneOf } from '../parts/words.ts';
import { useBorrowerTexts } from '../parts/use-borrower-words.ts';
import '../parts/lending.css';
import '../../../ui/button.css';

/** Dialogs of the desk, loaded on demand. */
const loadAsked = () => import('./desk-dialogs.ts');
const CancelDialog = loadLater(async () => (await loadAsked()).CancelDialog);
const RenewDialog = loadLater(async () => (await loadAsked()).RenewDialog);
const ChangeDialog = loadLater(async () => (await import('./ChangeDialog.tsx')).ChangeDialog);
const DamageDialog = loadLater(async () => (await import('../condition/DamageDialog.tsx')).DamageDialog);

/**
 * Properties of `OrderLines`. `looking` hides the actions from the responsible teacher, and `onReturn` is called when the desk takes a device back.
 */
type Props = {
  order: RentalOrder;
  refreshes: readonly Endpoint[];
  atDesk?: boolean;
  looking?: boolean;
  /** True in the borrower's list of orders, which shows pictures and hides states that repeat the step of the order. */
  own?: boolean;
  onReturn?: (line: RentalLine) => void;
};

/** Shows the devices of an order with their states and actions. */
export function OrderLines({ order, refreshes, atDesk = false, looking = false, own = false, onReturn }: Props) {
  const { t, locale } = useBorrowerTexts();
  const renew = useCall(lending.renew, { refreshes });
  const cancel = useCall(lending.cancelLine, { refreshes });
  const act = useIdempotencyKey();
  const [cancelling, setCancelling] = useState<RentalLine | null>(null);
  const [changing, setChanging] = useState<RentalLine | null>(null);
  const [broken, setBroken] = useState<{ line: string; name: string } | null>(null);
  const [renewing, setRenewing] = useState<RentalLine | null>(null);
  const { override, email, phone } = (renew.error?.details ?? {}) as { override?: boolean; email?: string; phone?: string };
  const overridable = atDesk && override === true;
  const error = (overridable ? null : renew.error) ?? cancel.error;
  // If a renewal is rejected, the borrower sees the contact details of the lending point.
  const contact = error === renew.error && !atDesk ? [phone, email].filter(Boolean).join(', ') : '';
  const showRenewed = (line: RentalLine, { lines }: RentalOrder) => {
    const day = formatDate(lines.find(({ id }) => id === line.id)!.end, 'weekday', locale);
    showSnackbar({ text: t(atDesk ? 'lending.renewed.desk' : 'lending.renewed', { name: line.model.name, day }), type: 'success' });
  };
  return (
    <>
      <FormProblem>
        {error && [refusalText(t, error, locale), contact && t('lending.renew.ask', { contact })].filter(Boolean).join(' ')}
      </FormProblem>
      <ul className="lending-lines">
        {order.lines.map((line) => (
          <li key={line.id}>
            <LineSummary order={order} line={line} own={own} />
            <span className="btn-flush-phone">
              {onReturn && line.state === 'on_loan' && (
                <Button
                  aria-label={t('lending.back.do.name', { name: `${line.model.name} ${line.item_code}` })}
                  onClick={() => onReturn(line)}
                >
                  {t('lending.back.do')}
                </Button>
              )}
              {line.can.renew && (
                <Button
                  disabled={renew.isPending}
                  aria-label={t('lending.renew.name', { name: line.model.name })}
                  onClick={() => {
                    setRenewing(line);
                    renew.mutate(
                      { params: { id: line.id }, body: { key: act.keyOf([line.id, line.end]) } },
                      { onSuccess: (renewed) => showRenewed(line, renewed) },
                    );
                  }}
                >
                  {t('lending.renew')}
                </Button>
              )}
              {line.state === 'on_loan' && !looking && (
                <Button
                  aria-label={t('lending.damage.report.name', { name: line.model.name })}
                  onClick={() => setBroken({ line: line.id, name: line.model.name })}
                >
                  {t('lending.damage.report')}
                </Button>
              )}
              {line.can.change && (
                <Button aria-label={t('lending.change.name', { name: line.model.name })} onClick={() => setChanging(line)}>
                  {t('lending.change')}
                </Button>
              )}
              {line.can.cancel && order.lines.length > 1 && (
                <Button
                  disabled={cancel.isPending}
                  aria-label={t('lending.cancel.name', { name: line.model.name })}
                  onClick={() => (atDesk ? setCancelling(line) : cancel.mutate({ params: { id: line.id }, body: {} }))}
                >
                  {t('lending.cancel')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {overridable && renewing && (
        <RenewDialog
          line={renewing}
          refused={renew.error!}
          refreshes={refreshes}
          onRenewed={(renewed) => {
            renew.reset();
            showRenewed(renewing, renewed);
          }}
          onClose={() => renew.reset()}
        />
      )}
      {cancelling && <CancelDialog line={cancelling} refreshes={refreshes} onClose={() => setCancelling(null)} />}
      {changing && <ChangeDialog order={order} line={changing} refreshes={refreshes} onClose={() => setChanging(null)} />}
      {broken && <DamageDialog of={{ line: broken.line }} name={broken.name} onClose={() => setBroken(null)} />}
    </>
  );
}

/** Shows a device with its days and its state. */
function LineSummary({ order, line, own }: { order: RentalOrder; line: RentalLine; own: boolean }) {
  const { t, locale } = useBorrowerTexts();
  const asked = order.responsible?.until && line.state === 'requested';
  const state = asked ? t('lending.line.asked') : lineStateText(t, line, locale, order.delivery);
  const step = own && order.lines.length === 1 ? t(`lending.step.${stepOf(order)}`) : '';
  return (
    <span>
      {own && line.model.picture && <ModelPicture id={line.model.picture} small />}
      <strong>{line.model.name}</strong>
      {line.item_code && <span className="lending-code"> {line.item_code}</span>}
      <span className="small-print">{loanPeriodText(t, line, locale)}</span>
      {state.toLowerCase() !== step.toLowerCase() && (
        <span className="lending-state" data-tone={toneOf(line)}>
          {state}
        </span>
      )}
      {line.state === 'on_loan' && line.courier && <span className="small-print">{t(`lending.courier.${line.courier}`)}</span>}
      {line.needed_on && (
        <span className="small-print">{t('lending.line.needed', { day: formatDate(line.needed_on, 'weekday', locale) })}</span>
      )}
      {line.note && <span className="small-print">{line.note}</span>}
    </span>
  );
}
