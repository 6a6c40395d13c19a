import { shiftDay, today } from '@fundus/contract/days';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { lendingTours, type Tour, type TourLine } from '@fundus/contract/lending/courier/tours';
import { useQuery } from '@tanstack/react-query';
import { Plus, Printer, Truck } from 'lucide-react';
import { useState } from 'react';
import { address } from '../../../api/call.ts';
import { query, useCall } from '../../../api/query.ts';
import { DateField } from '../../../components/forms/DateField.tsx';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { Failed } from '../../../components/page/Failed.tsx';
import { formatDays } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { PlaceholderLines } from '../../../ui/Skeleton.tsx';
import { TourDialog } from './TourDialog.tsx';
import { refusalText, weekdayNames } from '../parts/words.ts';
import '../parts/lending.css';
import '../parts/tours.css';

/** Returns the next day on which a tour takes place, which can be today. */
function nextDay({ weekday }: Tour): string {
  const day = today(new Date());
  return shiftDay(day, (weekday - ((new Date(day).getUTCDay() + 6) % 7) + 7) % 7);
}

/** Shows what each courier tour delivers to and collects from each school, on screen and for printing (docs/behaviour/lending.md#tours). */
export function ToursTab({ point }: { point: LendingPoint }) {
  const { t, locale } = useT();
  const [chosen, setChosen] = useState('');
  const [editing, setEditing] = useState<Tour | 'new' | null>(null);
  const tours = useQuery({ ...query(lendingTours.tours, { query: { point: point.id } }), staleTime: 0 });
  if (!tours.data) return tours.error ? <Failed error={tours.error} onRetry={() => void tours.refetch()} /> : <PlaceholderLines />;
  const { items, schools } = tours.data;
  const tour = items.find(({ id }) => id === chosen) ?? items[0];
  return (
    <>
      <div className="lending-bar">
        {items.length > 1 && tour && (
          <div className="tour-choice">
            <Select
              label={t('lending.tour')}
              value={tour.id}
              options={items.map(({ id, name, weekday }) => ({ value: id, label: `${name} (${weekdayNames([weekday], locale)})` }))}
              onChange={setChosen}
            />
          </div>
        )}
        {point.can.manage && (
          <Button variant="line" icon={<Plus />} onClick={() => setEditing('new')}>
            {t('lending.tour.new')}
          </Button>
        )}
      </div>
      {tour ? (
        <TourDay key={tour.id} tour={tour} {...(point.can.manage && { onChange: () => setEditing(tour) })} />
      ) : (
        <EmptyState icon={<Truck />} title={t('lending.tour.none')}>
          <p>{t('lending.tour.none.hint')}</p>
        </EmptyState>
      )}
      {editing && <TourDialog point={point} tour={editing === 'new' ? null : editing} schools={schools} onClose={() => setEditing(null)} />}
    </>
  );
}

function TourDay({ tour, onChange }: { tour: Tour; onChange?: () => void }) {
  const { t, locale } = useT();
  const [date, setDate] = useState(() => nextDay(tour));
  const day = useQuery({
    ...query(lendingTours.tourDay, { params: { id: tour.id }, query: { date } }),
    enabled: date !== '',
    staleTime: 0,
  });
  const mark = useCall(lendingTours.markTour, { refreshes: [lendingTours.tourDay] });
  const stops = (day.data?.stops ?? []).filter(({ bring, fetch }) => bring.length + fetch.length > 0);
  return (
    <section aria-labelledby="lending-tour">
      <div className="lending-bar">
        <h2 id="lending-tour">{tour.name}</h2>
        {onChange && (
          <Button aria-label={t('lending.change.name', { name: tour.name })} onClick={onChange}>
            {t('lending.change')}
          </Button>
        )}
      </div>
      <div className="tour-day">
        <DateField label={t('lending.tour.day')} value={date} onChange={({ target }) => setDate(target.value)} />
        <p className="lending-bar">
          <a
            href={address(lendingTours.tourSheet, { params: { id: tour.id }, query: { date: date || nextDay(tour), lang: locale } })}
            target="_blank"
            rel="noreferrer"
          >
            <Printer /> {t('lending.tour.sheet')}
          </a>
        </p>
      </div>
      <FormProblem>{(mark.error ?? day.error) && refusalText(t, (mark.error ?? day.error)!, locale)}</FormProblem>
      {day.data && stops.length === 0 && <p>{t('lending.tour.nothing')}</p>}
      <ol className="lending-orders">
        {stops.map(({ school, bring, fetch }) => (
          <li key={school.id}>
            <article className="lending-order">
              <h3>{school.name}</h3>
              {(
                [
                  ['bring', bring, 'brought', 'out'],
                  ['fetch', fetch, 'fetched', 'brought'],
                ] as const
              ).map(([what, lines, to, from]) => {
                const open = lines.filter(({ courier }) => courier === from);
                return (
                  lines.length > 0 && (
                    <section key={what} className="tour-part" aria-label={`${school.name}: ${t(`lending.tour.${what}`)}`}>
                      <h4>{t(`lending.tour.${what}`)}</h4>
                      <Lines lines={lines} />
                      {open.length > 0 && (
                        <Button
                          variant="line"
                          disabled={mark.isPending}
                          aria-label={t(`lending.tour.mark.${to}.name`, { name: school.name })}
                          onClick={() => mark.mutate({ params: { id: tour.id }, body: { lines: open.map(({ id }) => id), to } })}
                        >
                          {t(`lending.tour.mark.${to}`)}
                        </Button>
                      )}
                    </section>
                  )
                );
              })}
            </article>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Lines({ lines }: { lines: readonly TourLine[] }) {
  const { t, locale } = useT();
  return (
    <ul className="lending-lines">
      {lines.map(({ id, model, code, borrower, number, start, end, state, courier, bring, fetch }) => (
        <li key={id}>
          <span>
            <strong>{model}</strong> {code && <span className="lending-code">{code}</span>}
            <span className="small-print">
              {joinFacts([
                borrower || t('lending.nobody'),
                t('lending.number', { number }),
                formatDays(bring ?? start, fetch ?? end, locale, 'long'),
              ])}
            </span>
          </span>
          <span className="lending-state">{courier ? t(`lending.courier.${courier}`) : t(`lending.timeline.${state as 'approved'}`)}</span>
        </li>
      ))}
    </ul>
  );
}
