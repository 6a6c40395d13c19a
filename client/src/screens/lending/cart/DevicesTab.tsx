import { shiftDay } from '@fundus/contract/days';
import { lending } from '@fundus/contract/lending/lending';
import type { Lessons } from '@fundus/contract/lending/calendar/lessons';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { dateLocale } from '@fundus/contract/locale';
import { useQuery } from '@tanstack/react-query';
import { Boxes, SearchX, ShoppingBasket } from 'lucide-react';
import { useEffect, useRef, type RefObject } from 'react';
import { query } from '../../../api/query.ts';
import { FindInAddress } from '../../../components/lists/FindInAddress.tsx';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../../components/lists/use-page.ts';
import { DateField } from '../../../components/forms/DateField.tsx';
import { BackLink } from '../../../components/page/BackLink.tsx';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import type { Go } from '../../../components/page/screen.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { Button } from '../../../ui/Button.tsx';
import { Fold } from '../../../ui/Fold.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { usePhone } from '../../../ui/use-width.ts';
import { CartPanel } from './CartPanel.tsx';
import { LessonFields } from '../calendar/LessonFields.tsx';
import { lendingHref, type LendingView } from '../parts/lending-view.ts';
import { haveModelPictures, ModelCard } from '../models/ModelCard.tsx';
import { ModelPanel } from './ModelPanel.tsx';
import { indentCategory } from '../parts/in-tree.ts';
import { Templates } from './Templates.tsx';
import { useBorrowerTexts } from '../parts/use-borrower-words.ts';
import '../parts/lending.css';
import '../parts/cart.css';
import '../parts/find.css';

const PAGE = 24;

type Props = { point: LendingPoint; view: LendingView; show: (about: Partial<LendingView>) => void; go: Go };

/**
 * Finds devices by words, category and days, with the cart beside them. A chosen model is shown beside the list, or instead of it on narrow screens.
 */
export function DevicesTab({ point, view, show, go }: Props) {
  const { t } = useBorrowerTexts();
  const { q, category, page, model } = view;
  const byLesson = point.mode === 'periods';
  const last = byLesson ? view.from : view.until;
  const dated = view.from !== '' && last !== '' && view.from <= last;
  const [from, until] = dated ? [view.from, last] : ['', ''];
  const lessons = byLesson && view.first ? { first: view.first, last: Math.max(view.first, view.last) } : null;
  const list = usePage(lending.models, {
    query: { point: point.id, q, category, from, until, order: 'picture', ...lessons, ...rowsOf(page, PAGE) },
  });
  const categories = list.data?.categories ?? [];
  const phone = usePhone();
  // On phones the column of the cart is below the list.
  const templates = point.can.borrow && !model && <Templates point={point} view={view} />;
  const beside = useRef<HTMLDivElement>(null);
  useCurrentInView(beside, model, list.data);
  return (
    <div className="lending-two" data-cart={point.can.borrow || undefined} data-chosen={model !== '' || undefined}>
      <div>
        {model ? (
          <div className="lending-back">
            <BackLink href={lendingHref({ ...view, model: '', week: '' })}>{t('lending.allDevices')}</BackLink>
          </div>
        ) : (
          <PointContact point={point} />
        )}
        <div className="lending-find" data-chosen={model !== '' || undefined}>
          <FindInAddress label={t('lending.find')} value={q} onFind={(words) => show({ q: words, model: '' })} />
          {phone && point.can.borrow && <JumpToCart point={point.id} />}
          <Select
            label={t('lending.category')}
            value={category}
            options={[
              { value: '', label: t('lending.category.all') },
              ...categories.map(({ name, models }) => ({ value: name, label: `${indentCategory(name)} (${models})` })),
            ]}
            onChange={(value) => show({ category: value, model: '' })}
          />
          <PeriodFields {...{ point, view, lessons, show }} />
        </div>
        {phone && templates}
        <div className="lending-choose" data-chosen={model !== '' || undefined}>
          <div ref={beside}>
            <PagedList
              list={list}
              label={t('lending.tab.devices')}
              onPage={(to) => show({ page: to })}
              empty={
                <EmptyState
                  icon={q || category ? <SearchX /> : <Boxes />}
                  title={t(q || category ? 'lending.nothing' : 'lending.noDevices')}
                >
                  <p>{t(q || category ? 'lending.nothing.hint' : 'lending.noDevices.hint')}</p>
                </EmptyState>
              }
            >
              {({ items }) => (
                <ul className="lending-models">
                  {items.map((item) => (
                    <li key={item.id}>
                      <ModelCard
                        model={item}
                        href={lendingHref({ ...view, model: item.id, week: '' })}
                        current={item.id === model}
                        pictured={haveModelPictures(items)}
                        says={
                          item.free === null
                            ? t('lending.held', { count: item.devices })
                            : item.free > 0
                              ? t('lending.freeThen', { count: item.free })
                              : t('lending.noneThen')
                        }
                      />
                    </li>
                  ))}
                </ul>
              )}
            </PagedList>
          </div>
          {model && <ModelPanel key={model} id={model} point={point} view={view} show={show} />}
        </div>
      </div>
      {point.can.borrow && (
        <div className="lending-side">
          <CartPanel point={point} go={go} />
          {!phone && templates}
        </div>
      )}
    </div>
  );
}

/** Scrolls to the cart, which is below the list on phones, and shows the number of its devices. */
function JumpToCart({ point }: { point: string }) {
  const { t, locale } = useBorrowerTexts();
  const cart = useQuery({ ...query(lending.cart, { query: { point } }), staleTime: 0 });
  const count = cart.data?.lines.length ?? 0;
  return (
    <Button variant="line" icon={<ShoppingBasket />} onClick={() => document.getElementById('lending-cart-name')?.focus()}>
      {count > 0 ? `${t('lending.cart')} (${formatNumber(count, locale)})` : t('lending.cart')}
    </Button>
  );
}

/** Scrolls the list to the selected model, because a link can select a model near the end of the list. */
function useCurrentInView(beside: RefObject<HTMLElement | null>, model: string, list: unknown): void {
  useEffect(() => {
    const [box, card] = [beside.current, beside.current?.querySelector('[aria-current]')];
    if (!box || !card) return;
    const [{ top, bottom }, view] = [card.getBoundingClientRect(), box.getBoundingClientRect()];
    if (top < view.top || bottom > view.bottom) box.scrollTop += top - view.top;
  }, [beside, model, list]);
}

/** Shows the notice of a lending point, and its address and opening hours when opened. */
function PointContact({ point }: { point: LendingPoint }) {
  const { t, locale } = useBorrowerTexts();
  const weekday = new Intl.DateTimeFormat(dateLocale(locale), { weekday: 'short', timeZone: 'UTC' });
  // 5 January 2026 is a Monday.
  const hours = point.week.flatMap(({ open, words }, i) =>
    open ? [`${weekday.format(new Date(shiftDay('2026-01-05', i)))} ${words}`.trim()] : [],
  );
  return (
    <>
      {point.words && <p className="lending-words quiet small">{point.words}</p>}
      <div className="lending-contact">
        <Fold title={t('lending.contact')} says={point.address}>
          <p className="small">
            {t('lending.week')}: {hours.join(', ')}
            <br />
            {joinFacts([point.phone, point.email])}
          </p>
        </Fold>
      </div>
    </>
  );
}

type PeriodProps = Pick<Props, 'point' | 'view' | 'show'> & { lessons: Lessons | null };

/** Fields for the period in which devices must be free: a range of days, or one day and its lessons. */
function PeriodFields({ point, view, lessons, show }: PeriodProps) {
  const { t } = useBorrowerTexts();
  if (point.mode === 'periods')
    return (
      <>
        <DateField label={t('lending.lessons.day')} value={view.from} onChange={({ target }) => show({ from: target.value })} />
        <LessonFields
          timetable={point.timetable}
          value={lessons}
          onChange={(value) => show({ first: value?.first ?? 0, last: value?.last ?? 0 })}
          optional
        />
      </>
    );
  return (
    <>
      <DateField label={t('lending.from')} value={view.from} onChange={({ target }) => show({ from: target.value })} />
      <DateField
        label={t('lending.until')}
        value={view.until}
        error={view.from !== '' && view.until !== '' && view.until < view.from ? t('lending.until.before') : null}
        onChange={({ target }) => show({ until: target.value })}
      />
    </>
  );
}
