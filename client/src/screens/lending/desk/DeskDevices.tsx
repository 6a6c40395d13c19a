import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import type { DeviceWork } from '@fundus/contract/lending/desk/desk-orders';
import type { DeviceItem, LendingPoint } from '@fundus/contract/lending/points/points';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { FindInAddress } from '../../../components/lists/FindInAddress.tsx';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { rowsOf } from '../../../components/lists/use-page.ts';
import { formatDate, formatNumber } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { ConditionDialog } from '../condition/ConditionDialog.tsx';
import type { LendingView } from '../parts/lending-view.ts';
import { refusalText } from '../parts/words.ts';
import { ItemDialog } from '../stock/ItemDialog.tsx';
import { boardQuery } from './board-query.ts';
import { InspectionDialog } from './InspectionDialog.tsx';
import '../parts/lending.css';
import '../parts/find.css';
import '../../../ui/button.css';
import './desk-orders.css';

const PAGE = 20;
const READS = { refreshes: [lendingDesk.desk, lendingDesk.items] };

type Props = {
  point: LendingPoint;
  work: DeviceWork;
  today: string;
  view: LendingView;
  show: (about: Partial<LendingView>) => void;
};

/** Shows devices that need work, each with an action that completes it (docs/behaviour/lending.md#work-lists). */
export function DeskDevices({ point, work, today, view, show }: Props) {
  const { t, locale } = useT();
  const [open, setOpen] = useState<{ what: 'check' | 'inspect' | 'change'; item: DeviceItem } | null>(null);
  const list = useQuery({
    ...boardQuery(lendingDesk.items, { query: { point: point.id, show: work, q: view.q, ...rowsOf(view.page, PAGE) } }),
    placeholderData: keepPreviousData,
  });
  const move = useCall(lendingDesk.moveItem, READS);
  const change = useCall(lendingDesk.changeItem, READS);
  const error = move.error ?? change.error;
  const showDone = (done: 'release' | 'find' | 'again', code: string) => () =>
    showSnackbar({ text: t(`desk.act.done.${done}`, { code }), type: 'success' });
  const moved = ({ id, code }: DeviceItem, event: 'release' | 'find') =>
    move.mutate({ params: { id }, body: { event } }, { onSuccess: showDone(event, code) });
  /** Returns the action that completes the work. All other actions are in the dialog of the device. */
  const actOf = (item: DeviceItem): { name: 'check' | 'release' | 'find' | 'inspect' | 'parts' | 'again'; run: () => void } => {
    if (work === 'repair' || work === 'expected') return { name: 'release', run: () => moved(item, 'release') };
    if (work === 'lost') return { name: 'find', run: () => moved(item, 'find') };
    if (work === 'inspection') return { name: 'inspect', run: () => setOpen({ what: 'inspect', item }) };
    if (work === 'set_aside') {
      const body = { not_lendable: false };
      const again = () => change.mutate({ params: { id: item.id }, body }, { onSuccess: showDone('again', item.code) });
      return { name: 'again', run: again };
    }
    return { name: work === 'parts' ? 'parts' : 'check', run: () => setOpen({ what: 'check', item }) };
  };
  const factOf = ({ next_check_on, away_until, on_loan }: DeviceItem): string => {
    const day = (value: string): string => formatDate(value, 'weekday', locale);
    if (on_loan)
      return t('lending.item.on_loan', { name: on_loan.borrower || t('lending.nobody'), day: formatDate(on_loan.end, 'short', locale) });
    if (work === 'inspection' && next_check_on)
      return t(next_check_on < today ? 'desk.inspection.late' : 'desk.inspection.due', { day: day(next_check_on) });
    if (work !== 'repair' && work !== 'expected') return '';
    if (away_until === null) return t('desk.repair.open');
    return t(away_until <= today ? 'desk.repair.late' : 'desk.repair.expected', { day: day(away_until) });
  };
  return (
    <section aria-labelledby="desk-devices">
      <h2 id="desk-devices">{t(`desk.work.${work}`)}</h2>
      <div className="lending-find">
        <FindInAddress key={work} label={t('lending.items.find')} value={view.q} onFind={(q) => show({ q })} />
      </div>
      <FormProblem>{error && refusalText(t, error, locale)}</FormProblem>
      <PagedList
        list={list}
        label={t(`desk.work.${work}`)}
        onPage={(page) => show({ page })}
        count={({ total }) => t('desk.devices.count', { count: total, number: formatNumber(total, locale) })}
        empty={<p>{t('desk.devices.none')}</p>}
      >
        {({ items }) => (
          <ul className="lending-lines">
            {items.map((item) => {
              const { name, run } = actOf(item);
              return (
                <li key={item.id}>
                  <span>
                    <strong className="lending-code">{item.code}</strong> {item.model.name}
                    <span className="small-print">
                      {joinFacts([factOf(item), item.shelf && t('lending.inShelf', { shelf: item.shelf }), item.note])}
                    </span>
                  </span>
                  <span className="desk-device btn-flush-phone">
                    {(item.on_loan === null || name === 'again') && (
                      <Button
                        variant="line"
                        disabled={move.isPending || change.isPending}
                        aria-label={t(`desk.act.${name}.name`, { code: item.code })}
                        onClick={run}
                      >
                        {t(`desk.act.${name}`)}
                      </Button>
                    )}
                    <Button aria-label={t('desk.act.change.name', { code: item.code })} onClick={() => setOpen({ what: 'change', item })}>
                      {t('lending.change')}
                    </Button>
                  </span>
                </li>
              );
            })}
          </ul>
        )}
      </PagedList>
      {open?.what === 'check' && (
        <ConditionDialog item={{ ...open.item, model: open.item.model.name }} kind="check" line={null} onClose={() => setOpen(null)} />
      )}
      {open?.what === 'inspect' && <InspectionDialog item={open.item} today={today} onClose={() => setOpen(null)} />}
      {open?.what === 'change' && <ItemDialog item={open.item} model={open.item.model} onClose={() => setOpen(null)} />}
    </section>
  );
}
