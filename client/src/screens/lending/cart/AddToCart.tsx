import type { Reply } from '@fundus/contract/endpoint';
import { lending } from '@fundus/contract/lending/lending';
import { Hourglass, ShoppingBasket } from 'lucide-react';
import { useRef, useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { useIdempotencyKey } from '../../../api/use-key.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { loadLater } from '../../../ui/load-later.tsx';
import { NO_PERIOD, type ChosenDays } from '../calendar/DayCalendar.tsx';
import { ChosenPeriod, isChoiceComplete } from '../calendar/DayPages.tsx';
import { mondayOf } from '../parts/lending-view.ts';
import { useBorrowerTexts } from '../parts/use-borrower-words.ts';
import { loanPeriodText, nextFree, refusalText } from '../parts/words.ts';
import '../parts/cart.css';

/** Loaded on demand, because few borrowers need it. */
const WaitDialog = loadLater(async () => (await import('./WaitDialog.tsx')).WaitDialog);

type Props = {
  model: Reply<typeof lending.model>;
  byLesson: boolean;
  chosen: ChosenDays;
  onChoose: (chosen: ChosenDays) => void;
  /** Number of devices, as the text of the field. */
  quantity: string;
  onQuantity: (quantity: string) => void;
  /** True to offer the waiting list, because fewer devices than wanted may be free. */
  mayLack: boolean;
  /** Shows the week that begins on the given Monday. */
  onShow: (monday: string) => void;
  /** Called if the devices could not be added, for example because another user has taken them. */
  onRefused: () => void;
};

/** Shows the button that adds devices to the cart for the chosen days, or to the waiting list. */
export function AddToCart({ model, byLesson, chosen, onChoose, quantity, onQuantity, mayLack, onShow, onRefused }: Props) {
  const { t, locale, pupil } = useBorrowerTexts();
  const { id, name, devices } = model;
  const [waiting, setWaiting] = useState(false);
  const actions = useRef<HTMLDivElement>(null);
  const add = useCall(lending.addToCart, { refreshes: [lending.cart, lending.calendar, lending.models] });
  const act = useIdempotencyKey();
  const next = add.error && nextFree(add.error);
  const put = () => {
    const body = { model: id, ...chosen, quantity: Number(quantity) };
    add.mutate(
      { body: { ...body, key: act.keyOf(body) } },
      {
        onSuccess: () => {
          act.renew();
          onChoose(NO_PERIOD);
          showSnackbar({ text: t('lending.inCart', { name }), type: 'success' });
        },
        onError: onRefused,
      },
    );
  };
  return (
    <>
      <div className="lending-put" ref={actions}>
        <ChosenPeriod chosen={chosen} byLesson={byLesson} />
        {devices > 1 && (
          <Select
            label={t('lending.quantity')}
            value={quantity}
            options={Array.from({ length: Math.min(devices, 20) }, (_, i) => ({
              value: String(i + 1),
              label: t('lending.pieces', { count: i + 1 }),
            }))}
            onChange={onQuantity}
          />
        )}
        <Button
          variant="primary"
          icon={<ShoppingBasket />}
          disabled={!isChoiceComplete({ chosen, byLesson }) || add.isPending}
          onClick={put}
        >
          {t('lending.put')}
        </Button>
        {!byLesson && !pupil && mayLack && (
          <Button flush="phone" icon={<Hourglass />} onClick={() => setWaiting(true)}>
            {t('lending.wait')}
          </Button>
        )}
        <FormProblem>{add.error && refusalText(t, add.error, locale)}</FormProblem>
        {next && (
          <Button
            variant="line"
            onClick={() => {
              onChoose(next);
              add.reset();
              onShow(mondayOf(next.start));
              // The pressed button disappears, so the focus moves to the button that adds the chosen days to the cart.
              actions.current?.querySelector<HTMLElement>('.btn-primary')?.focus();
            }}
          >
            {t('lending.next.take', { period: loanPeriodText(t, next, locale) })}
          </Button>
        )}
      </div>
      {waiting && <WaitDialog model={model} start={chosen.start} end={chosen.end} quantity={quantity} onClose={() => setWaiting(false)} />}
    </>
  );
}
