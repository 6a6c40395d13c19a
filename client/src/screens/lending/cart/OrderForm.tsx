import type { AppError } from '@fundus/contract/errors';
import { lending } from '@fundus/contract/lending/lending';
import { splitWhatFor } from '@fundus/contract/lending/orders/what-for';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import type { DELIVERIES } from '@fundus/contract/lending/states';
import { useRef, useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { listServerProblems } from '../../../components/forms/form-problems.ts';
import { useFields } from '../../../components/forms/use-fields.ts';
import type { Go } from '../../../components/page/screen.ts';
import type { Translate } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/fields/Field.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Fold } from '../../../ui/Fold.tsx';
import { TeacherFinder } from '../borrowers/TeacherFinder.tsx';
import { lendingHref } from '../parts/lending-view.ts';
import { useBorrowerTexts } from '../parts/use-borrower-words.ts';
import { refusalText } from '../parts/words.ts';
import { OrderFields } from './OrderFields.tsx';
import '../parts/lending.css';

/** Returns the message that explains why the server rejected the cart or the order. */
export const cartProblem = (t: Translate, error: AppError, locale: string): string =>
  error.field === 'responsible' || listServerProblems(error)['responsible'] ? t('lending.teacher.missing') : refusalText(t, error, locale);

type Around = { point: LendingPoint; delivery: (typeof DELIVERIES)[number]; go: Go };

/** Returns the state of the order form and sends the order. Field values are kept while the cart is empty. */
export function usePlaceOrder({ point, delivery, go }: Around) {
  const { t, locale } = useBorrowerTexts();
  const placeOrder = useCall(lending.placeOrder, { refreshes: [lending.cart, lending.calendar, lending.models, lending.orders] });
  const [agreed, setAgreed] = useState(false);
  /** True if the user tried to order without accepting the terms. */
  const [missing, setMissing] = useState(false);
  const terms = useRef<HTMLDivElement>(null);
  const { text, values, problem } = useFields(
    { title: '', contact: '' },
    { error: placeOrder.error, at: ['title', 'contact'], words: (error) => cartProblem(t, error, locale) },
  );
  /** Teacher whom a learner has selected, or `null`. */
  const [teacher, setTeacher] = useState<string | null>(null);
  const send = () => {
    if (asksTerms(point) && !agreed) {
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
  return { text, problem, agreed, setAgreed, missing, terms, teacher, setTeacher, isPending: placeOrder.isPending, send };
}

const asksTerms = ({ terms, terms_version }: LendingPoint): boolean => terms !== '' && terms_version > 0;

/** Shows the fields of an order and the terms of the lending point, which the borrower must accept. */
export function OrderForm({ point, order }: { point: LendingPoint; order: ReturnType<typeof usePlaceOrder> }) {
  const { t, pupil } = useBorrowerTexts();
  const { text, problem, agreed, setAgreed, missing, terms, teacher, setTeacher, isPending, send } = order;
  return (
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
      {asksTerms(point) && (
        <>
          <Fold title={t('lending.terms')}>
            <p className="lending-words">{point.terms}</p>
          </Fold>
          <div ref={terms}>
            <Checkbox label={t('lending.terms.agree')} checked={agreed} onChange={(event) => setAgreed(event.target.checked)} />
            <FormProblem>{missing && !agreed && t('lending.terms.missing')}</FormProblem>
          </div>
        </>
      )}
      <Button type="submit" variant="primary" wide disabled={isPending}>
        {t(pupil ? 'lending.order.ask.teacher' : point.approval === 'manual' ? 'lending.order.ask' : 'lending.order.send')}
      </Button>
    </form>
  );
}
