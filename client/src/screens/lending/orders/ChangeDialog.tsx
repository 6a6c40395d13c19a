import { shiftDay } from '@fundus/contract/days';
import type { Endpoint } from '@fundus/contract/endpoint';
import { lending } from '@fundus/contract/lending/lending';
import type { RentalLine, RentalOrder } from '@fundus/contract/lending/orders/orders';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { PlaceholderLines } from '../../../ui/Skeleton.tsx';
import { LOOKAHEAD_DAYS, WEEKS, type ChosenDays } from '../calendar/DayCalendar.tsx';
import { ChosenPeriod, DayPages, isChoiceComplete } from '../calendar/DayPages.tsx';
import { mondayOf } from '../parts/lending-view.ts';
import { useIdempotencyKey } from '../../../api/use-key.ts';
import { refusalText } from '../parts/words.ts';
import { useBorrowerTexts } from '../parts/use-borrower-words.ts';

const MAX = 20;

type Props = { order: RentalOrder; line: RentalLine; refreshes: readonly Endpoint[]; onClose: () => void };

/** Changes the days and the quantity of all order lines that have the same model, period and state. */
export function ChangeDialog({ order, line, refreshes, onClose }: Props) {
  const { t, locale } = useBorrowerTexts();
  const { model, start, end, state } = line;
  const lessons = line.lessons && { first: line.lessons.first, last: line.lessons.last };
  const alike = order.lines.filter(
    (each) =>
      each.model.id === model.id &&
      each.start === start &&
      each.end === end &&
      each.state === state &&
      each.lessons?.first === lessons?.first &&
      each.lessons?.last === lessons?.last,
  );
  const [chosen, setChosen] = useState<ChosenDays>({ start, end, lessons });
  const [quantity, setQuantity] = useState(String(alike.length));
  const [first, setFirst] = useState(() => mondayOf(start));
  const about = useQuery(query(lending.model, { params: { id: model.id } }));
  const until = shiftDay(first, 7 * WEEKS - 1 + LOOKAHEAD_DAYS);
  const calendar = useQuery({
    ...query(lending.calendar, { params: { id: model.id }, query: { from: first, until, order: order.id } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const change = useCall(lending.changeLine, { refreshes: [...refreshes, lending.cart, lending.calendar] });
  const act = useIdempotencyKey();
  const most = Math.max(alike.length, Math.min(about.data?.devices ?? 1, MAX));
  const byLesson = calendar.data ? calendar.data.timetable.length > 0 : lessons !== null;
  const error = change.error ?? calendar.error;
  return (
    <FormDialog
      title={t('lending.change.name', { name: model.name })}
      action={t('app.save')}
      disabled={change.isPending || !isChoiceComplete({ chosen, byLesson })}
      problem={error && refusalText(t, error, locale)}
      onSend={() => {
        const body = { ...chosen, quantity: Number(quantity) };
        change.mutate(
          { params: { id: line.id }, body: { ...body, key: act.keyOf(body) } },
          {
            onSuccess: () => {
              showSnackbar({ text: t('lending.changed', { name: model.name }), type: 'success' });
              onClose();
            },
          },
        );
      }}
      onClose={onClose}
    >
      {most > 1 && (
        <SelectField
          label={t('lending.quantity')}
          value={quantity}
          options={Array.from({ length: most }, (_, i) => ({ value: String(i + 1), label: t('lending.pieces', { count: i + 1 }) }))}
          onChange={setQuantity}
        />
      )}
      {calendar.data ? (
        <DayPages reply={calendar.data} first={first} quantity={Number(quantity)} chosen={chosen} choose={setChosen} onTurn={setFirst} />
      ) : (
        <PlaceholderLines />
      )}
      <ChosenPeriod chosen={chosen} byLesson={byLesson} />
    </FormDialog>
  );
}
