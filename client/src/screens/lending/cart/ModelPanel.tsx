import { hasAccount } from '@fundus/contract/access';
import { shiftDay, today } from '@fundus/contract/days';
import { lending } from '@fundus/contract/lending/lending';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { query } from '../../../api/query.ts';
import { Failed } from '../../../components/page/Failed.tsx';
import { useSession } from '../../../stores/session.ts';
import { PlaceholderLines } from '../../../ui/Skeleton.tsx';
import { LOOKAHEAD_DAYS, NO_PERIOD, WEEKS, type ChosenDays } from '../calendar/DayCalendar.tsx';
import { DayPages } from '../calendar/DayPages.tsx';
import { canRunShort } from './may-lack.ts';
import { SignInToBorrow } from '../parts/SignInToBorrow.tsx';
import { lendingHref, mondayOf, skipSunday, type LendingView } from '../parts/lending-view.ts';
import { useBorrowerTexts } from '../parts/use-borrower-words.ts';
import { AddToCart } from './AddToCart.tsx';
import { ModelFacts } from './ModelFacts.tsx';
import '../parts/borrow.css';
import '../parts/cart.css';

/** Returns the days or lessons of the search, which are selected initially. */
const chosenOf = ({ from, until, first, last }: LendingView, byLesson: boolean): ChosenDays =>
  byLesson
    ? { start: from, end: from, lessons: from && first ? { first, last: Math.max(first, last) } : null }
    : { ...NO_PERIOD, start: from, end: until };

type Props = { id: string; point: LendingPoint; view: LendingView; show: (about: Partial<LendingView>) => void };

/** Shows a model with its calendar, in which the user adds devices to the cart. */
export function ModelPanel({ id, point, view, show }: Props) {
  const { t } = useBorrowerTexts();
  const [chosen, setChosen] = useState<ChosenDays>(() => chosenOf(view, point.mode === 'periods'));
  const session = useSession();
  const user = hasAccount(session.user);
  const [quantity, setQuantity] = useState('1');
  const head = useRef<HTMLHeadingElement>(null);
  const first = view.week || mondayOf(view.from || skipSunday(today(new Date())));
  const model = useQuery(query(lending.model, { params: { id } }));
  const borrows = user && point.can.borrow;
  const cart = useQuery({ ...query(lending.cart, { query: { point: point.id } }), enabled: borrows });
  const until = shiftDay(first, 7 * WEEKS - 1 + LOOKAHEAD_DAYS);
  const calendar = useQuery({
    ...query(lending.calendar, { params: { id }, query: { from: first, until, delivery: cart.data?.delivery ?? 'pickup' } }),
    enabled: !borrows || cart.data !== undefined || cart.isError,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const loaded = model.data !== undefined && calendar.data !== undefined;
  useEffect(() => {
    if (!loaded) return;
    head.current?.focus({ preventScroll: true });
    // On a wide screen the panel is next to the list and usually visible, so it scrolls only if necessary.
    head.current?.scrollIntoView?.({ block: matchMedia('(width >= 72rem)').matches ? 'nearest' : 'start' });
  }, [loaded]);
  const error = model.error ?? calendar.error;
  if (!model.data || !calendar.data)
    return error ? <Failed error={error} onRetry={() => void Promise.all([model.refetch(), calendar.refetch()])} /> : <PlaceholderLines />;
  const { name, can } = model.data;
  const { timetable, max_lessons, max_days } = calendar.data;
  const byLesson = timetable.length > 0;
  return (
    <section className="lending-one" aria-labelledby="lending-model-name">
      <h2 id="lending-model-name" ref={head} tabIndex={-1}>
        {name}
      </h2>
      <ModelFacts
        model={model.data}
        limit={byLesson ? t('lending.lessons.atMost', { count: max_lessons }) : t('lending.atMost', { count: max_days })}
        user={user}
        hrefOf={(other) => lendingHref({ ...view, model: other, from: chosen.start || view.from, until: chosen.end || view.until })}
      />
      <DayPages
        reply={calendar.data}
        first={first}
        quantity={Number(quantity)}
        chosen={chosen}
        choose={can.borrow ? setChosen : undefined}
        onTurn={(week) => show({ week, page: view.page })}
      />
      {!user && <SignInToBorrow />}
      {can.borrow && (
        <AddToCart
          model={model.data}
          {...{ chosen, byLesson, quantity }}
          mayLack={canRunShort(calendar.data, Number(quantity))}
          onQuantity={setQuantity}
          onChoose={setChosen}
          onShow={(week) => show({ week, page: view.page })}
          onRefused={() => void calendar.refetch()}
        />
      )}
    </section>
  );
}
