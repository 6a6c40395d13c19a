import { hasAccount } from '@fundus/contract/access';
import { shiftDay, today } from '@fundus/contract/days';
import { lending } from '@fundus/contract/lending/lending';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Hourglass, ShoppingBasket } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { Failed } from '../../../components/page/Failed.tsx';
import { formatDate } from '../../../i18n/format.ts';
import { formatMoney } from '../../../i18n/money.ts';
import { useSession } from '../../../stores/session.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Link } from '../../../ui/Link.tsx';
import { Note } from '../../../ui/Note.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { LateLines } from '../../../ui/Skeleton.tsx';
import { loadLater } from '../../../ui/load-later.tsx';
import { AHEAD, NOTHING, WEEKS, type Chosen } from '../calendar/DayCalendar.tsx';
import { ChosenWords, DayPages, isChosen } from '../calendar/DayPages.tsx';
import { mayLack } from './may-lack.ts';
import { FavouriteButton } from '../models/FavouriteButton.tsx';
import { ManualLinks } from '../models/ManualLinks.tsx';
import { ModelPictures } from '../models/ModelPicture.tsx';
import { useKey } from '../../../api/use-key.ts';
import { SignInToBorrow } from '../parts/SignInToBorrow.tsx';
import { lendingHref, mondayOf, type LendingView } from '../parts/lending-view.ts';
import { lentWords, nextFree, refusalWords } from '../parts/words.ts';
import { useBorrowerWords } from '../parts/use-borrower-words.ts';
import '../parts/borrow.css';
import '../parts/lending.css';

/** Loaded on demand: few borrowers need it. */
const WaitDialog = loadLater(async () => (await import('./WaitDialog.tsx')).WaitDialog);

/** Returns the days or lessons searched for as the initial choice. */
const chosenOf = ({ from, until, first, last }: LendingView, byLesson: boolean): Chosen =>
  byLesson
    ? { start: from, end: from, lessons: from && first ? { first, last: Math.max(first, last) } : null }
    : { ...NOTHING, start: from, end: until };

type Props = { id: string; point: LendingPoint; view: LendingView; show: (about: Partial<LendingView>) => void };

/** Shows a model with its calendar and adds devices to the cart. */
export function ModelPanel({ id, point, view, show }: Props) {
  const { t, locale, pupil } = useBorrowerWords();
  const [chosen, setChosen] = useState<Chosen>(() => chosenOf(view, point.mode === 'periods'));
  const session = useSession();
  const user = hasAccount(session.user);
  const [quantity, setQuantity] = useState('1');
  const [waiting, setWaiting] = useState(false);
  const head = useRef<HTMLHeadingElement>(null);
  const actions = useRef<HTMLDivElement>(null);
  const first = view.week || mondayOf(view.from || today(new Date()));
  const model = useQuery(query(lending.model, { params: { id } }));
  const borrows = user && point.can.borrow;
  const cart = useQuery({ ...query(lending.cart, { query: { point: point.id } }), enabled: borrows });
  const until = shiftDay(first, 7 * WEEKS - 1 + AHEAD);
  const calendar = useQuery({
    ...query(lending.calendar, { params: { id }, query: { from: first, until, delivery: cart.data?.delivery ?? 'pickup' } }),
    enabled: !borrows || cart.data !== undefined || cart.isError,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const add = useCall(lending.addToCart, { refreshes: [lending.cart, lending.calendar, lending.models] });
  const act = useKey();
  const loaded = model.data !== undefined && calendar.data !== undefined;
  useEffect(() => {
    if (!loaded) return;
    head.current?.focus({ preventScroll: true });
    // On a wide screen the panel is beside the list and usually in view.
    head.current?.scrollIntoView?.({ block: matchMedia('(width >= 72rem)').matches ? 'nearest' : 'start' });
  }, [loaded]);
  const error = model.error ?? calendar.error;
  if (!model.data || !calendar.data)
    return error ? <Failed error={error} onRetry={() => void Promise.all([model.refetch(), calendar.refetch()])} /> : <LateLines />;
  const { name, description, parts, devices, manual, replacement_cents, needs_briefing, briefing, teachers_only, can } = model.data;
  const fits = model.data.fits.filter((fit) => fit.devices > 0);
  const byLesson = calendar.data.timetable.length > 0;
  const { start, end } = chosen;
  const next = add.error && nextFree(add.error);
  const put = () => {
    const body = { model: id, ...chosen, quantity: Number(quantity) };
    add.mutate(
      { body: { ...body, key: act.keyOf(body) } },
      {
        onSuccess: () => {
          act.renew();
          setChosen(NOTHING);
          showSnackbar({ text: t('lending.inCart', { name }), type: 'success' });
        },
        // Another user may have taken the device: the calendar must show it.
        onError: () => void calendar.refetch(),
      },
    );
  };
  return (
    <section className="lending-one" aria-labelledby="lending-model-name">
      <h2 id="lending-model-name" ref={head} tabIndex={-1}>
        {name}
      </h2>
      <p className="small-print">
        {[
          t('lending.held', { count: devices }),
          byLesson
            ? t('lending.lessons.atMost', { count: calendar.data.max_lessons })
            : t('lending.atMost', { count: calendar.data.max_days }),
          ...(replacement_cents === null
            ? []
            : [
                t('lending.value', {
                  amount: formatMoney(replacement_cents, locale),
                }),
              ]),
        ].join(' · ')}
      </p>
      <div className="lending-does">{user && <FavouriteButton id={id} name={name} />}</div>
      <ModelPictures pictures={model.data.pictures} label={t('lending.pictures')} />
      {teachers_only && <p className="lending-state">{t('lending.openTo.teachers')}</p>}
      {needs_briefing && (
        <Note>
          <p>
            {briefing
              ? briefing.until
                ? t('lending.briefing.until', { day: formatDate(briefing.until, 'short', locale) })
                : t('lending.briefing.held')
              : t('lending.briefing.needed')}
          </p>
        </Note>
      )}
      {description && <p className="lending-words">{description}</p>}
      {parts.length > 0 && (
        <p>
          {t('lending.parts')}: {parts.map((part) => (part.count > 1 ? `${part.count} × ${part.name}` : part.name)).join(', ')}
        </p>
      )}
      {fits.length > 0 && (
        <div className="lending-fits">
          <h3 id="lending-fits">{t('lending.fits')}</h3>
          <ul aria-labelledby="lending-fits">
            {fits.map((fit) => (
              <li key={fit.id}>
                <Link href={lendingHref({ ...view, model: fit.id, from: chosen.start || view.from, until: chosen.end || view.until })}>
                  {fit.name}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      {(manual || model.data.manuals.length > 0) && <ManualLinks address={manual} manuals={model.data.manuals} />}
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
        <div className="lending-put" ref={actions}>
          <ChosenWords chosen={chosen} byLesson={byLesson} />
          {devices > 1 && (
            <Select
              label={t('lending.quantity')}
              value={quantity}
              options={Array.from({ length: Math.min(devices, 20) }, (_, i) => ({
                value: String(i + 1),
                label: t('lending.pieces', { count: i + 1 }),
              }))}
              onChange={setQuantity}
            />
          )}
          <Button variant="primary" icon={<ShoppingBasket />} disabled={!isChosen({ chosen, byLesson }) || add.isPending} onClick={put}>
            {t('lending.put')}
          </Button>
          {!byLesson && !pupil && mayLack(calendar.data, Number(quantity)) && (
            <Button flush="phone" icon={<Hourglass />} onClick={() => setWaiting(true)}>
              {t('lending.wait')}
            </Button>
          )}
          <FormProblem>{add.error && refusalWords(t, add.error, locale)}</FormProblem>
          {next && (
            <Button
              variant="line"
              onClick={() => {
                setChosen(next);
                add.reset();
                show({ week: mondayOf(next.start), page: view.page });
                // The pressed button is removed, so the focus moves to the button that adds the chosen days to the cart.
                actions.current?.querySelector<HTMLElement>('.btn-primary')?.focus();
              }}
            >
              {t('lending.next.take', { period: lentWords(t, next, locale) })}
            </Button>
          )}
        </div>
      )}
      {waiting && <WaitDialog model={model.data} start={start} end={end} quantity={quantity} onClose={() => setWaiting(false)} />}
    </section>
  );
}
