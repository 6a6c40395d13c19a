import type { Reply } from '@fundus/contract/endpoint';
import type { Licence } from '@fundus/contract/licences/licences';
import { licenceSeats, type Seat } from '@fundus/contract/licences/seats';
import { useQuery } from '@tanstack/react-query';
import { Undo2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { query, useCall } from '../../api/query.ts';
import { LICENCE_READS } from '../../components/licences/refreshes.ts';
import { licenceError } from '../../components/licences/words.ts';
import { useUndo } from '../../stores/use-undo.ts';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/fields/Field.tsx';
import '../../ui/fields/field.css';
import './licence-screen.css';
import { loadLater } from '../../ui/load-later.tsx';

const AssignSeatsDialog = loadLater(async () => (await import('./AssignSeatsDialog.tsx')).AssignSeatsDialog);
const PAGE = 50;
const isClass = (kind: Seat['to']['kind']): boolean => kind === 'class' || kind === 'group';

/** Assigns and returns seats. Shows the holders by name for the user's school, and totals by school for a district. */
export function SeatsSection({ licence }: { licence: Licence }) {
  const { t } = useT();
  const [giving, setGiving] = useState(false);
  const [offset, setOffset] = useState(0);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { id, can, share, audience, owner } = licence;
  const seats = useQuery({
    ...query(licenceSeats.seats, { params: { id }, query: { offset, limit: PAGE } }),
    staleTime: 0,
    placeholderData: (before) => before,
  });
  const items = seats.data?.items ?? [];
  const total = seats.data?.total ?? 0;
  const back = useReleaseSeats(id, () => {
    setChosen(new Set());
    setOffset(0);
  });
  const inForce = (licence.state === 'active' || licence.state === 'expiring') && !licence.hidden;
  const toggle = ({ id: seat }: Seat) =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(seat)) next.add(seat);
      return next;
    });
  return (
    <section className="block-s">
      <div className="licence-section-head">
        <h2>{t('licence.seats')}</h2>
        {can.assign && inForce && (
          <Button variant="primary" icon={<UserPlus />} onClick={() => setGiving(true)}>
            {t('licence.give')}
          </Button>
        )}
      </div>
      {share && <p>{t(`licence.share.${audience}`, { district: owner.name })}</p>}
      {can.assign && !inForce && <p className="quiet small">{t('licence.give.notNow')}</p>}
      {seats.error && !seats.data && <p className="field-error">{t(`error.${seats.error.code}`)}</p>}
      {items.length > 0 && <SeatTable seats={items} chosen={can.assign ? chosen : null} onToggle={toggle} />}
      {!can.seeNames && seats.data && seats.data.sums.length > 0 && <SeatsBySchool sums={seats.data.sums} />}
      {seats.data && items.length === 0 && seats.data.sums.length === 0 && <p className="quiet">{t('licence.seats.none')}</p>}
      {total > PAGE && <Pages offset={offset} total={total} onTurn={setOffset} />}
      {chosen.size > 0 && (
        <div className="licence-bulk" role="region" aria-label={t('licence.chosen.count', { count: chosen.size })}>
          <span>{t('licence.chosen.count', { count: chosen.size })}</span>
          <Button
            variant="line"
            icon={<Undo2 />}
            disabled={back.isPending}
            onClick={() => back.takeBack(items.filter((seat) => chosen.has(seat.id)))}
          >
            {t('licence.takeBack')}
          </Button>
        </div>
      )}
      {giving && <AssignSeatsDialog licence={licence} onClose={() => setGiving(false)} />}
    </section>
  );
}

/** Returns a function that takes back seats, by holder for classes and groups and by ID for all others. */
function useReleaseSeats(id: string, onDone: () => void): { takeBack: (seats: readonly Seat[]) => void; isPending: boolean } {
  const { t } = useT();
  const back = useCall(licenceSeats.takeBack, LICENCE_READS);
  const undo = useUndo(LICENCE_READS);
  const takeBack = (going: readonly Seat[]) => {
    const places = going.filter(({ to }) => isClass(to.kind));
    const own = going.filter(({ to }) => !isClass(to.kind));
    back.mutate(
      {
        params: { id },
        body: {
          ...(own.length > 0 && { seats: own.map((seat) => seat.id) }),
          ...(places.length > 0 && { from: places.map(({ to: { kind, id: holder } }) => ({ kind, id: holder })) }),
        },
      },
      {
        onSuccess: ({ returned, kept }) => {
          onDone();
          const to = going.map(({ to: { kind, id: holder } }) => ({ kind, id: holder }));
          showSnackbar({
            text: [t('licence.seats.takenBack', { count: returned }), kept > 0 && t('licence.seats.kept', { count: kept })]
              .filter(Boolean)
              .join(' '),
            type: 'success',
            action: undo(
              licenceSeats.assignSeats,
              { params: { id }, body: { to, partial: true } },
              { wordsOf: (error) => licenceError(error, t) },
            ),
          });
        },
        onError: (error) => showSnackbar({ text: licenceError(error, t), type: 'error' }),
      },
    );
  };
  return { takeBack, isPending: back.isPending };
}

/** Lists the holders of seats. `chosen` is `null` if the user may not take back seats. */
function SeatTable({ seats, chosen, onToggle }: { seats: Seat[]; chosen: ReadonlySet<string> | null; onToggle: (seat: Seat) => void }) {
  const { t, locale } = useT();
  return (
    <table className="seats">
      <thead>
        <tr>
          <th scope="col">{t('licence.holder')}</th>
          <th scope="col">{t('licence.state')}</th>
          <th scope="col">{t('licence.since')}</th>
        </tr>
      </thead>
      <tbody>
        {seats.map((seat) => (
          <tr key={seat.id}>
            <th scope="row">
              {chosen ? (
                <Checkbox
                  label={seat.to.name}
                  {...(!seat.can.takeBack && { hint: t('licence.seat.stays') })}
                  disabled={!seat.can.takeBack}
                  checked={chosen.has(seat.id)}
                  onChange={() => onToggle(seat)}
                />
              ) : (
                seat.to.name
              )}
            </th>
            <td data-label={t('licence.state')}>
              {t(`licence.seat.${seat.state}`)}
              {(seat.to.kind === 'school' || isClass(seat.to.kind)) && seat.taken > 0 && (
                <span className="small-print">{t('library.seats', { count: seat.taken })}</span>
              )}
            </td>
            <td data-label={t('licence.since')}>{formatDate(seat.first_used_at ?? seat.assigned_at, 'short', locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Shows the number of seats of each school. */
function SeatsBySchool({ sums }: Pick<Reply<typeof licenceSeats.seats>, 'sums'>) {
  const { t } = useT();
  return (
    <table className="seats">
      <thead>
        <tr>
          <th scope="col">{t('licence.school')}</th>
          <th scope="col">{t('licence.seats')}</th>
          <th scope="col">{t('licence.seat.in_use')}</th>
        </tr>
      </thead>
      <tbody>
        {sums.map((sum) => (
          <tr key={sum.school}>
            <th scope="row">{sum.school}</th>
            <td data-label={t('licence.seats')}>{sum.taken}</td>
            <td data-label={t('licence.seat.in_use')}>{sum.in_use}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Pages({ offset, total, onTurn }: { offset: number; total: number; onTurn: (offset: number) => void }) {
  const { t } = useT();
  return (
    <div className="licence-pages">
      <Button variant="line" disabled={offset === 0} onClick={() => onTurn(Math.max(0, offset - PAGE))}>
        {t('texts.pages.back')}
      </Button>
      <span>{t('texts.pages.at', { page: offset / PAGE + 1, pages: Math.ceil(total / PAGE) })}</span>
      <Button variant="line" disabled={offset + PAGE >= total} onClick={() => onTurn(offset + PAGE)}>
        {t('texts.pages.next')}
      </Button>
    </div>
  );
}
