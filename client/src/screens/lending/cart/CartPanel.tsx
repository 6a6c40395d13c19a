import { lending } from '@fundus/contract/lending/lending';
import { lendingTours } from '@fundus/contract/lending/courier/tours';
import { splitWhatFor } from '@fundus/contract/lending/orders/what-for';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { DELIVERIES } from '@fundus/contract/lending/states';
import { useQuery } from '@tanstack/react-query';
import { Timer, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { findRefused } from '../../../components/forms/form-problems.ts';
import { useFields } from '../../../components/forms/use-fields.ts';
import type { Go } from '../../../components/page/screen.ts';
import { formatDate, formatDuration } from '../../../i18n/format.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/fields/Field.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Note } from '../../../ui/Note.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TeacherFinder } from '../borrowers/TeacherFinder.tsx';
import { lendingHref } from '../parts/lending-view.ts';
import { ModelPicture } from '../models/ModelPicture.tsx';
import { OrderFields } from './OrderFields.tsx';
import { lentWords, refusalWords, weekdayNames } from '../parts/words.ts';
import { useBorrowerWords } from '../parts/use-borrower-words.ts';
import '../parts/lending.css';

/** Returns the number of seconds until a time; updated every second. */
function useSecondsUntil(moment: string | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (moment === null) return;
    const tick = () => setNow(Date.now());
    // The stored time may be older than the new entry, which would show too many seconds.
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [moment]);
  return moment === null ? 0 : Math.max(0, Math.ceil((Date.parse(moment) - now) / 1000));
}

const READS = { refreshes: [lending.cart, lending.calendar, lending.models] };

/** Shows the cart with the time it is reserved for, and places the order. */
export function CartPanel({ point, go }: { point: LendingPoint; go: Go }) {
  const { t, locale, pupil } = useBorrowerWords();
  const cart = useQuery({ ...query(lending.cart, { query: { point: point.id } }), staleTime: 0 });
  const remove = useCall(lending.removeFromCart, READS);
  const hold = useCall(lending.hold, READS);
  const deliver = useCall(lending.deliver, READS);
  const placeOrder = useCall(lending.placeOrder, { refreshes: [...READS.refreshes, lending.orders] });
  const [agreed, setAgreed] = useState(false);
  /** True after an attempt to order without agreeing to the terms. */
  const [missing, setMissing] = useState(false);
  const terms = useRef<HTMLDivElement>(null);
  const words = (error: Parameters<typeof refusalWords>[1]) =>
    error.field === 'responsible' || findRefused(error)['responsible'] ? t('lending.teacher.missing') : refusalWords(t, error, locale);
  const { text, values, problem } = useFields({ title: '', contact: '' }, { error: placeOrder.error, at: ['title', 'contact'], words });
  const lines = cart.data?.lines ?? [];
  const left = useSecondsUntil(cart.data?.until ?? null);
  const lapsed = lines.length > 0 && (left === 0 || lines.some((line) => line.lapsed));
  const asksTerms = point.terms !== '' && point.terms_version > 0;
  const courier = useQuery({ ...query(lendingTours.courier, { query: { point: point.id } }), staleTime: 60_000 });
  const weekdays = courier.data?.weekdays ?? [];
  const deliveries = DELIVERIES.filter((each) => each === 'pickup' || (each === 'post' ? point.by_post : weekdays.length > 0));
  const delivery = deliveries.find((each) => each === cart.data?.delivery) ?? 'pickup';
  /** Teacher named by a learner; `null`: none yet. */
  const [teacher, setTeacher] = useState<string | null>(null);
  const send = () => {
    if (asksTerms && !agreed) {
      setMissing(true);
      return terms.current?.querySelector('input')?.focus();
    }
    const said = { ...values, ...splitWhatFor(values.title, point.purpose_required) };
    const body = { point: point.id, ...said, delivery, terms_version: agreed ? point.terms_version : 0, responsible: teacher };
    placeOrder.mutate(
      { body },
      {
        onSuccess: ({ state, number }) => {
          showSnackbar({ text: t(state === 'approved' ? 'lending.ordered.approved' : 'lending.ordered', { number }), type: 'success' });
          go(lendingHref({ tab: 'loans', point: point.id }));
        },
      },
    );
  };
  return (
    <aside className="lending-cart" aria-labelledby="lending-cart-name">
      <h2 id="lending-cart-name">{t('lending.cart')}</h2>
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
            {lines.map((line) => (
              <li key={line.id}>
                <span>
                  {line.model.picture && <ModelPicture id={line.model.picture} small />}
                  <strong>{line.model.name}</strong>
                  <span className="small-print">{lentWords(t, line, locale)}</span>
                  {line.courier_days && delivery === 'courier' && (
                    <span className="small-print">
                      {t('lending.courier.days', {
                        bring: formatDate(line.courier_days.bring, 'weekday', locale),
                        fetch: formatDate(line.courier_days.fetch, 'weekday', locale),
                      })}
                    </span>
                  )}
                </span>
                <IconButton
                  label={t('lending.cart.remove', { name: line.model.name })}
                  icon={<Trash2 />}
                  disabled={remove.isPending}
                  onClick={() => remove.mutate({ params: { id: line.id } })}
                />
              </li>
            ))}
          </ul>
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              send();
            }}
          >
            <FormProblem>{problem}</FormProblem>
            <OrderFields text={text} />
            {pupil && <TeacherFinder point={point.id} chosen={teacher} onChoose={setTeacher} />}
            {asksTerms && (
              <>
                <details>
                  <summary>{t('lending.terms')}</summary>
                  <p className="lending-words">{point.terms}</p>
                </details>
                <div ref={terms}>
                  <Checkbox label={t('lending.terms.agree')} checked={agreed} onChange={(event) => setAgreed(event.target.checked)} />
                  <FormProblem>{missing && !agreed && t('lending.terms.missing')}</FormProblem>
                </div>
              </>
            )}
            <Button type="submit" variant="primary" wide disabled={placeOrder.isPending}>
              {t(pupil ? 'lending.order.ask.teacher' : point.approval === 'manual' ? 'lending.order.ask' : 'lending.order.send')}
            </Button>
          </form>
        </>
      )}
    </aside>
  );
}
