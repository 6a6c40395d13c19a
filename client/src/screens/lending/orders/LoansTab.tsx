import { lendingFeed } from '@fundus/contract/lending/calendar/feed';
import { lending } from '@fundus/contract/lending/lending';
import type { RentalOrder } from '@fundus/contract/lending/orders/orders';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { CalendarArrowDown, IdCard, PackageCheck, Repeat } from 'lucide-react';
import { useState } from 'react';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../../components/lists/use-page.ts';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { useCall } from '../../../api/query.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import type { Translate } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { loadLater } from '../../../ui/load-later.tsx';
import { Segment } from '../../../ui/fields/Segment.tsx';
import { formatDate } from '../../../i18n/format.ts';
import type { LendingView } from '../parts/lending-view.ts';
import { address } from '../../../api/call.ts';
import { BarActions } from '../../../components/lists/BarActions.tsx';
import { AnswersDue } from './AnswersDue.tsx';
import { OrderLines } from './OrderLines.tsx';
import { STEP_TONES, stepOf } from './order-step.ts';
import { ResponsibleList } from './ResponsibleList.tsx';
import { ResponsibleTeacher } from '../borrowers/ResponsibleTeacher.tsx';
import { useSideColumn } from './use-beside.ts';
import { WaitList } from './WaitList.tsx';
import { refusalText, titleOf } from '../parts/words.ts';
import { useBorrowerTexts } from '../parts/use-borrower-words.ts';
import '../parts/borrow.css';
import '../parts/lending.css';

const DatesDialog = loadLater(async () => (await import('../calendar/DatesDialog.tsx')).DatesDialog);
const CardDialog = loadLater(async () => (await import('../borrowers/CardDialog.tsx')).CardDialog);
const RepeatDialog = loadLater(async () => (await import('./RepeatDialog.tsx')).RepeatDialog);
const CancelDevicesDialog = loadLater(async () => (await import('./CancelDevicesDialog.tsx')).CancelDevicesDialog);
const PAGE = 20;

type Props = { points: readonly LendingPoint[]; view: LendingView; show: (about: Partial<LendingView>) => void };

/** Shows the user's orders and loans. The next pick-up or return comes first. Waiting list entries and learners' orders are shown next to them. */
export function LoansTab({ points, view, show }: Props) {
  const { t, pupil } = useBorrowerTexts();
  const [dates, setDates] = useState(false);
  const [card, setCard] = useState(false);
  const hasBeside = view.show === 'open' && !pupil;
  const beside = useSideColumn(hasBeside);
  const list = usePage(lending.orders, { query: { show: view.show, ...rowsOf(view.page, PAGE) } });
  return (
    <>
      <div className="lending-bar">
        <Segment
          label={t('lending.tab.loans')}
          value={view.show}
          options={[
            { value: 'open', label: t('lending.loans.open') },
            { value: 'over', label: t('lending.loans.over') },
          ]}
          onChange={(value) => show({ show: value })}
        />
        {pupil ? (
          <a href={lendingFeed.dates.path} download>
            {t('lending.dates.file')}
          </a>
        ) : (
          <BarActions
            exportTo={(wanted) => address(lending.exportOrders, { query: { show: view.show, ...wanted } })}
            actions={[
              { label: t('lending.dates'), icon: <CalendarArrowDown />, onSelect: () => setDates(true) },
              { label: t('lending.card'), icon: <IdCard />, onSelect: () => setCard(true) },
            ]}
          />
        )}
        {card && <CardDialog onClose={() => setCard(false)} />}
        {dates && <DatesDialog onClose={() => setDates(false)} />}
      </div>
      <div className="lending-loans" data-beside={beside.some || undefined}>
        <div>
          <AnswersDue {...beside} />
          <PagedList
            // The orders are rendered together with the column next to them, so that they do not move.
            list={beside.loaded ? list : { ...list, data: undefined }}
            label={t('lending.tab.loans')}
            onPage={(page) => show({ page })}
            empty={
              <EmptyState icon={<PackageCheck />} title={t(`lending.loans.none.${view.show}`)}>
                <p>{view.show === 'open' ? t('lending.loans.none.open.hint') : retentionText(t, points)}</p>
              </EmptyState>
            }
          >
            {({ items }) => (
              <ul className="lending-orders">
                {items.map((order) => (
                  <li key={order.id}>
                    <OwnOrder order={order} />
                  </li>
                ))}
              </ul>
            )}
          </PagedList>
        </div>
        {hasBeside && (
          <div>
            <ResponsibleList />
            <WaitList />
          </div>
        )}
      </div>
    </>
  );
}

/** Returns how long the lending points store loans with the names of their borrowers. */
function retentionText(t: Translate, points: readonly LendingPoint[]): string {
  const days = points.map(({ keep_days }) => keep_days);
  const [least, most] = [Math.min(...days), Math.max(...days)];
  return least === most ? t('lending.loans.none.over.kept', { count: most }) : t('lending.loans.none.over.between', { least, most });
}

function OwnOrder({ order }: { order: RentalOrder }) {
  const { t, locale } = useBorrowerTexts();
  const step = stepOf(order);
  const [repeating, setRepeating] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const cancel = useCall(lending.cancelOrder, { refreshes: [lending.orders] });
  return (
    <article className="lending-order">
      <header>
        <div className="lending-order-title">
          <h2>{titleOf(t, order)}</h2>
          <span className="lending-step" data-tone={STEP_TONES[step]}>
            {t(`lending.step.${step}`)}
          </span>
        </div>
        <p className="small-print">
          {joinFacts([
            t('lending.number', { number: order.number }),
            order.point.name,
            ...(order.delivery === 'pickup' ? [] : [t(`lending.delivery.${order.delivery}`)]),
            ...(order.submitted_at ? [t('lending.sentOn', { day: formatDate(order.submitted_at, 'long', locale) })] : []),
          ])}
        </p>
      </header>
      <FormProblem>{cancel.error && refusalText(t, cancel.error, locale)}</FormProblem>
      <ResponsibleTeacher order={order} />
      {order.reason && <p className="lending-words">{t('lending.reason', { reason: order.reason })}</p>}
      <OrderLines order={order} refreshes={[lending.orders]} own />
      <div className="lending-does">
        {order.can.cancel && (
          <Button
            variant="line"
            disabled={cancel.isPending}
            onClick={() =>
              order.lines.filter(({ can }) => can.cancel).length > 1
                ? setChoosing(true)
                : cancel.mutate(
                    { params: { id: order.id }, body: {} },
                    { onSuccess: () => showSnackbar({ text: t('lending.cancelled', { title: titleOf(t, order) }), type: 'success' }) },
                  )
            }
          >
            {t('lending.cancel')}
          </Button>
        )}
        {order.state !== 'requested' && (
          <Button variant="line" icon={<Repeat />} onClick={() => setRepeating(true)}>
            {t('lending.repeat')}
          </Button>
        )}
      </div>
      {choosing && <CancelDevicesDialog order={order} onClose={() => setChoosing(false)} />}
      {repeating && <RepeatDialog order={order} onClose={() => setRepeating(false)} />}
    </article>
  );
}
