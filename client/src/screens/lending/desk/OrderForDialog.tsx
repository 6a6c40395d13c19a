import { daysBetween, today } from '@fundus/contract/days';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import type { Lessons } from '@fundus/contract/lending/calendar/lessons';
import { splitWhatFor } from '@fundus/contract/lending/orders/what-for';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { earliestPickUp } from '@fundus/contract/lending/calendar/rules';
import { DELIVERIES, type Delivery } from '@fundus/contract/lending/states';
import { lendingTours } from '@fundus/contract/lending/courier/tours';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { DateField } from '../../../components/forms/DateField.tsx';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useFields } from '../../../components/forms/use-fields.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Checkbox } from '../../../ui/fields/Field.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { BorrowerFinder, borrowerIds, type FoundBorrower } from '../borrowers/BorrowerFinder.tsx';
import { formatMoney } from '../../../i18n/money.ts';
import { LessonFields } from '../calendar/LessonFields.tsx';
import { ModelsField, type WantedModel } from '../models/ModelsField.tsx';
import { OrderFields } from '../cart/OrderFields.tsx';
import { refusalText } from '../parts/words.ts';

/** Creates an order for a borrower who phones or visits the desk (docs/behaviour/lending.md#ordering-for-a-borrower). */
export function OrderForDialog({ point, onClose }: { point: LendingPoint; onClose: () => void }) {
  const { t, locale } = useT();
  const [selected, setSelected] = useState<FoundBorrower | null>(null);
  const [models, setModels] = useState<readonly WantedModel[]>([]);
  const [lessons, setLessons] = useState<Lessons | null>(point.mode === 'periods' ? { first: 1, last: 1 } : null);
  const [delivery, setDelivery] = useState<Delivery>('pickup');
  const [agreed, setAgreed] = useState(false);
  const order = useCall(lendingDesk.orderFor, { refreshes: [lendingDesk.desk] });
  const { values, text, problem, problemAt } = useFields(
    () => {
      const start = earliestPickUp(point, today(new Date())) ?? '';
      return { start, end: start, title: '', contact: '' };
    },
    {
      error: order.error,
      at: ['start', 'end', 'title', 'contact'],
      words: (error) => (error.field === 'delivery' ? t('lending.orderFor.noTour') : refusalText(t, error, locale)),
    },
  );
  const { start } = values;
  const end = lessons ? start : values.end;
  const asksTerms = point.terms !== '' && point.terms_version > 0;
  const send = (): void => {
    const body = {
      ...{
        ...values,
        ...splitWhatFor(values.title, point.purpose_required),
        start,
        end,
        lessons,
        delivery,
        point: point.id,
        ...borrowerIds(selected),
      },
      models: models.map(({ model, quantity }) => ({ model, quantity })),
      terms_version: agreed ? point.terms_version : 0,
    };
    order.mutate(
      { body },
      {
        onSuccess: ({ number, borrower }) => {
          showSnackbar({ text: t('lending.orderFor.done', { number, name: borrower }), type: 'success' });
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('lending.orderFor')}
      action={t('lending.order.send')}
      disabled={
        order.isPending ||
        selected === null ||
        models.length === 0 ||
        values.title.trim() === '' ||
        start === '' ||
        end < start ||
        (asksTerms && !agreed)
      }
      problem={problem}
      onSend={send}
      onClose={onClose}
    >
      <BorrowerFinder point={point.id} hint={t('lending.orderFor.name.hint')} chosen={selected} onChoose={setSelected} />
      <DateField label={t(lessons ? 'lending.lessons.day' : 'lending.from')} {...text('start')} />
      {lessons ? (
        <LessonFields timetable={point.timetable} value={lessons} onChange={setLessons} />
      ) : (
        <DateField
          label={t('lending.until')}
          {...text('end')}
          error={end !== '' && end < start ? t('lending.until.before') : problemAt('end')}
        />
      )}
      <ModelsField point={point.id} period={{ start, end, lessons }} chosen={models} onChange={setModels} />
      {selected?.private && start !== '' && start <= end && (
        <FeeEstimate cents={point.private_day_cents} days={daysBetween(start, end) + 1} models={models} />
      )}
      <OrderFields text={text} />
      <DeliveryField point={point} value={delivery} onChange={setDelivery} />
      {asksTerms && <Checkbox label={t('lending.orderFor.terms')} checked={agreed} onChange={({ target }) => setAgreed(target.checked)} />}
    </FormDialog>
  );
}

/** Shows the estimated usage fee of a private borrower. Renders nothing if there is no fee. */
function FeeEstimate({ cents, days, models }: { cents: number; days: number; models: readonly WantedModel[] }) {
  const { t, locale } = useT();
  if (cents === 0) return null;
  const devices = models.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <p role="status">
      {t('lending.fee.estimate', { day: formatMoney(cents, locale), amount: formatMoney(cents * days * devices, locale) })}
    </p>
  );
}

type DeliveryProps = { point: LendingPoint; value: Delivery; onChange: (delivery: Delivery) => void };

/** Shows the delivery methods of a lending point. Renders nothing if there is only one. */
function DeliveryField({ point, value, onChange }: DeliveryProps) {
  const { t } = useT();
  const tours = useQuery({ ...query(lendingTours.tours, { query: { point: point.id } }), staleTime: 60_000 });
  const deliveries = DELIVERIES.filter(
    (each) => each === 'pickup' || (each === 'post' ? point.by_post : tours.data && tours.data.items.length > 0),
  );
  if (deliveries.length <= 1) return null;
  return (
    <SelectField
      label={t('lending.orderFor.delivery')}
      value={value}
      options={deliveries.map((each) => ({ value: each, label: t(`lending.delivery.${each}`) }))}
      onChange={onChange}
    />
  );
}
