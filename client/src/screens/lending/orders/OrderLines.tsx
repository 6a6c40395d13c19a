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
import { countedName, groupLines } from './line-groups.ts';
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

/** Shows the devices of an order with their states and actions. Borrowers see equal devices in one row, whose actions apply to all of them. */
export function OrderLines({ order, refreshes, atDesk = false, looking = false, own = false, onReturn }: Props) {
  const { t, locale } = useBorrowerTexts();
  const renew = useCall(lending.renew, { refreshes });
  const act = useIdempotencyKey();
  const [cancelling, setCancelling] = useState<RentalLine | null>(null);
  const [changing, setChanging] = useState<RentalLine | null>(null);
  const [broken, setBroken] = useState<readonly RentalLine[] | null>(null);
  const [renewing, setRenewing] = useState<RentalLine | null>(null);
  const { override, email, phone } = (renew.error?.details ?? {}) as { override?: boolean; email?: string; phone?: string };
  const overridable = atDesk && override === true;
  const error = overridable ? null : renew.error;
  // If a renewal is rejected, the borrower sees the contact details of the lending point.
  const contact = atDesk ? '' : [phone, email].filter(Boolean).join(', ');
  const groups = atDesk ? order.lines.map((line) => [line]) : groupLines(order.lines);
  const showRenewed = ([line, ...others]: readonly RentalLine[], { lines }: RentalOrder) => {
    const day = formatDate(lines.find(({ id }) => id === line!.id)!.end, 'weekday', locale);
    const text =
      others.length > 0
        ? t('lending.renew.all.done', { count: others.length + 1 })
        : t(atDesk ? 'lending.renewed.desk' : 'lending.renewed', { name: line!.model.name, day });
    showSnackbar({ text, type: 'success' });
  };
  /** Renews devices one after the other, and stops at the first refusal. */
  const renewAll = async (lines: readonly RentalLine[]) => {
    try {
      let renewed = order;
      for (const line of lines) {
        setRenewing(line);
        renewed = await renew.mutateAsync({ params: { id: line.id }, body: { key: act.keyOf([line.id, line.end]) } });
      }
      showRenewed(lines, renewed);
    } catch {
      // The error is shown above the devices.
    }
  };
  return (
    <>
      <FormProblem>
        {error && [refusalText(t, error, locale), contact && t('lending.renew.ask', { contact })].filter(Boolean).join(' ')}
      </FormProblem>
      <ul className="lending-lines">
        {groups.map((group) => {
          const line = group[0]!;
          const name = countedName(line, group.length, locale);
          return (
            <li key={line.id}>
              <LineSummary order={order} group={group} alone={own && groups.length === 1} pictured={own} />
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
                  <Button disabled={renew.isPending} aria-label={t('lending.renew.name', { name })} onClick={() => void renewAll(group)}>
                    {t('lending.renew')}
                  </Button>
                )}
                {line.state === 'on_loan' && !looking && (
                  <Button aria-label={t('lending.damage.report.name', { name: line.model.name })} onClick={() => setBroken(group)}>
                    {t('lending.damage.report')}
                  </Button>
                )}
                {line.can.change && (
                  <Button aria-label={t('lending.change.name', { name })} onClick={() => setChanging(line)}>
                    {t('lending.change')}
                  </Button>
                )}
                {atDesk && line.can.cancel && order.lines.length > 1 && (
                  <Button aria-label={t('lending.cancel.name', { name: line.model.name })} onClick={() => setCancelling(line)}>
                    {t('lending.cancel')}
                  </Button>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      {overridable && renewing && (
        <RenewDialog
          line={renewing}
          refused={renew.error!}
          refreshes={refreshes}
          onRenewed={(renewed) => {
            renew.reset();
            showRenewed([renewing], renewed);
          }}
          onClose={() => renew.reset()}
        />
      )}
      {cancelling && <CancelDialog line={cancelling} refreshes={refreshes} onClose={() => setCancelling(null)} />}
      {changing && <ChangeDialog order={order} line={changing} refreshes={refreshes} onClose={() => setChanging(null)} />}
      {broken && <DamageDialog of={{ lines: broken }} name={broken[0]!.model.name} onClose={() => setBroken(null)} />}
    </>
  );
}

/** Properties of `LineSummary`. `alone` hides a state that repeats the step of the order. */
type SummaryProps = { order: RentalOrder; group: readonly RentalLine[]; alone: boolean; pictured: boolean };

/** Shows equal devices with their days and their state. */
function LineSummary({ order, group, alone, pictured }: SummaryProps) {
  const { t, locale } = useBorrowerTexts();
  const line = group[0]!;
  const codes = group.flatMap(({ item_code }) => item_code || []);
  const asked = order.responsible?.until && line.state === 'requested';
  const state = asked ? t('lending.line.asked') : lineStateText(t, line, locale, order.delivery);
  const step = alone ? t(`lending.step.${stepOf(order)}`) : '';
  return (
    <span>
      {pictured && line.model.picture && <ModelPicture id={line.model.picture} small />}
      <strong>{countedName(line, group.length, locale)}</strong>
      {codes.length > 0 && <span className="lending-code"> {codes.join(', ')}</span>}
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
