import type { Reply } from '@fundus/contract/endpoint';
import type { AppError } from '@fundus/contract/errors';
import { lending } from '@fundus/contract/lending/lending';
import { lendingTours } from '@fundus/contract/lending/courier/tours';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { DELIVERIES } from '@fundus/contract/lending/states';
import { useQuery } from '@tanstack/react-query';
import { Timer, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { query, useCall } from '../../../api/query.ts';
import type { Go } from '../../../components/page/screen.ts';
import { formatDate, formatDuration, formatNumber } from '../../../i18n/format.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Note } from '../../../ui/Note.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { ModelPicture } from '../models/ModelPicture.tsx';
import { cartProblem, OrderForm, usePlaceOrder } from './OrderForm.tsx';
import { loanPeriodText, weekdayNames } from '../parts/words.ts';
import { useBorrowerTexts } from '../parts/use-borrower-words.ts';
import '../parts/lending.css';
import '../parts/cart.css';

/** Returns the number of seconds until a moment, updated every second. */
function useSecondsUntil(moment: string | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (moment === null) return;
    const tick = () => setNow(Date.now());
    // Updates immediately, because an old `now` would show too many seconds.
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [moment]);
  return moment === null ? 0 : Math.max(0, Math.ceil((Date.parse(moment) - now) / 1000));
}

const READS = { refreshes: [lending.cart, lending.calendar, lending.models] };

type Line = Reply<typeof lending.cart>['lines'][number];

/** Groups devices of the same model for the same days or lessons. */
const groupLines = (lines: readonly Line[]): Line[][] => [
  ...Map.groupBy(lines, ({ model, start, end, lessons }) => JSON.stringify([model.id, start, end, lessons])).values(),
];

/** Shows the cart with the remaining time of its reservation, and the button that places the order. */
export function CartPanel({ point, go }: { point: LendingPoint; go: Go }) {
  const { t, locale } = useBorrowerTexts();
  const cart = useQuery({ ...query(lending.cart, { query: { point: point.id } }), staleTime: 0 });
  const remove = useCall(lending.removeFromCart, READS);
  const hold = useCall(lending.hold, READS);
  const deliver = useCall(lending.deliver, READS);
  const words = (error: AppError) => cartProblem(t, error, locale);
  const lines = cart.data?.lines ?? [];
  const left = useSecondsUntil(cart.data?.until ?? null);
  const lapsed = lines.length > 0 && (left === 0 || lines.some((line) => line.lapsed));
  const { deliveries, weekdays } = useDeliveries(point);
  const delivery = deliveries.find((each) => each === cart.data?.delivery) ?? 'pickup';
  const order = usePlaceOrder({ point, delivery, go });
  return (
    <aside className="lending-cart" aria-labelledby="lending-cart-name">
      <h2 id="lending-cart-name" tabIndex={-1}>
        {t('lending.cart')}
      </h2>
      {lines.length === 0 && (
        <p className="small-print">{t(point.mode === 'periods' ? 'lending.cart.empty.lessons' : 'lending.cart.empty')}</p>
      )}
      {deliveries.length > 1 && (
        <SelectField
          label={t('lending.delivery')}
          hint={delivery === 'post' ? t('lending.delivery.post.hint') : undefined}
          value={delivery}
          options={deliveries.map((value) => ({
            value,
            label:
              value === 'courier' ? t('lending.courier.ask', { days: weekdayNames(weekdays, locale) }) : t(`lending.delivery.ask.${value}`),
          }))}
          onChange={(value) => deliver.mutate({ body: { point: point.id, delivery: value } })}
        />
      )}
      <FormProblem>{deliver.error && words(deliver.error)}</FormProblem>
      {lines.length > 0 && (
        <>
          <Note tone={lapsed ? 'bad' : 'info'}>
            <Timer className="i-16" />
            <p>{lapsed ? t('lending.cart.lapsed') : t('lending.cart.left', { time: formatDuration(left) })}</p>
            {(lapsed || !cart.data?.extended) && (
              <Button variant="line" disabled={hold.isPending} onClick={() => hold.mutate({ body: { point: point.id } })}>
                {t(lapsed ? 'lending.cart.again' : 'lending.cart.extend')}
              </Button>
            )}
          </Note>
          <FormProblem>{(hold.error ?? remove.error) && words((hold.error ?? remove.error)!)}</FormProblem>
          <ul className="lending-lines">
            {groupLines(lines).map((group) => (
              <CartLine
                key={group[0]!.id}
                line={group[0]!}
                count={group.length}
                courier={delivery === 'courier'}
                disabled={remove.isPending}
                onRemove={() => remove.mutate({ params: { id: group[0]!.id } })}
              />
            ))}
          </ul>
          <OrderForm point={point} order={order} />
        </>
      )}
    </aside>
  );
}

/** Returns the kinds of delivery that the lending point offers, and the weekdays of its courier. */
function useDeliveries(point: LendingPoint) {
  const courier = useQuery({ ...query(lendingTours.courier, { query: { point: point.id } }), staleTime: 60_000 });
  const weekdays = courier.data?.weekdays ?? [];
  const deliveries = DELIVERIES.filter((each) => each === 'pickup' || (each === 'post' ? point.by_post : weekdays.length > 0));
  return { deliveries, weekdays };
}

type LineProps = { line: Line; count: number; courier: boolean; disabled: boolean; onRemove: () => void };

/** Shows devices of a model in the cart with their days, and with the courier's days if they are delivered. The button removes one of them. */
function CartLine({ line, count, courier, disabled, onRemove }: LineProps) {
  const { t, locale } = useBorrowerTexts();
  return (
    <li>
      <span>
        {line.model.picture && <ModelPicture id={line.model.picture} small />}
        <strong>{count > 1 ? `${formatNumber(count, locale)}\u00a0× ${line.model.name}` : line.model.name}</strong>
        <span className="small-print">{loanPeriodText(t, line, locale)}</span>
        {line.courier_days && courier && (
          <span className="small-print">
            {t('lending.courier.days', {
              bring: formatDate(line.courier_days.bring, 'weekday', locale),
              fetch: formatDate(line.courier_days.fetch, 'weekday', locale),
            })}
          </span>
        )}
      </span>
      <IconButton label={t('lending.cart.remove', { name: line.model.name })} icon={<Trash2 />} disabled={disabled} onClick={onRemove} />
    </li>
  );
}
