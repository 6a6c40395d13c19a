import { lendingCondition, type DamageReport } from '@fundus/contract/lending/condition/condition';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { damageAfter, liabilityAfter } from '@fundus/contract/lending/states';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { Pager } from '../../../components/lists/Pager.tsx';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../../components/lists/use-page.ts';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { formatDate } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { formatMoney } from '../../../i18n/money.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { Segment } from '../../../ui/fields/Segment.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import type { LendingView } from '../parts/lending-view.ts';
import { address } from '../../../api/call.ts';
import { ExportMenu } from '../../../components/lists/ExportMenu.tsx';
import { PhotoStrip } from './PhotoStrip.tsx';
import { EndList } from '../parts/EndList.tsx';
import { refusalText } from '../parts/words.ts';
import '../parts/desk.css';
import '../parts/lending.css';

const PAGE = 20;

type Props = { point: LendingPoint; view: LendingView; show: (about: Partial<LendingView>) => void };

/** Shows damage reports and suspended borrowers (docs/behaviour/lending.md#condition-and-damage). */
export function DamageTab({ point, view, show }: Props) {
  const { t } = useT();
  const [open, setOpen] = useState<DamageReport | null>(null);
  const list = usePage(lendingCondition.damage, { query: { point: point.id, show: view.show, ...rowsOf(view.page, PAGE) } });
  return (
    <>
      <div className="lending-bar">
        <Segment
          label={t('lending.tab.damage')}
          value={view.show}
          options={[
            { value: 'open', label: t('lending.damage.open') },
            { value: 'over', label: t('lending.damage.over') },
          ]}
          onChange={(value) => show({ show: value })}
        />
        <ExportMenu
          hrefOf={(wanted) => address(lendingCondition.exportDamage, { query: { point: point.id, show: view.show, ...wanted } })}
        />
      </div>
      <h2 className="sr">{t(`lending.damage.${view.show}`)}</h2>
      <PagedList
        list={list}
        label={t('lending.tab.damage')}
        onPage={(page) => show({ page })}
        empty={
          <EmptyState icon={<ShieldCheck />} title={t('lending.damage.none')}>
            <p>{t('lending.damage.none.hint')}</p>
          </EmptyState>
        }
      >
        {(reply) => (
          <ul className="lending-orders lending-damage">
            {reply.items.map((report) => (
              <li key={report.id}>
                <Report report={report} onChange={() => setOpen(report)} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <Suspensions point={point} />
      {open && <ChangeDialog report={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function Report({ report, onChange }: { report: DamageReport; onChange: () => void }) {
  const { t, locale } = useT();
  const { item, text, severity, state, liability, cost_cents, answer, photos, order, reported_by, in_time, created_at } = report;
  const may = damageAfter(state).length + liabilityAfter(liability).length > 0;
  return (
    <article className="lending-order">
      <header>
        <h3>
          <span className="lending-code">{item.code}</span> {item.model}
        </h3>
        <p className="small-print">
          {joinFacts([
            t('lending.damage.reported', { day: formatDate(created_at, 'short', locale), name: reported_by || t('lending.nobody') }),
            order && t('lending.damage.loan', { name: order.borrower || t('lending.nobody'), number: order.number }),
            order && t(in_time ? 'lending.damage.before' : 'lending.damage.during'),
          ])}
        </p>
      </header>
      <p className="lending-words">{text || t('lending.damage.noText')}</p>
      <PhotoStrip photos={photos} />
      <p>
        <strong>{t(`lending.damage.state.${state}`)}</strong>
        {' · '}
        {joinFacts([
          t(`lending.damage.${severity}`),
          liability !== 'none' && t(`lending.liability.${liability}`),
          cost_cents !== null && formatMoney(cost_cents, locale),
        ])}
      </p>
      {answer && <p className="lending-words">{answer}</p>}
      {may && (
        <Button variant="line" aria-label={t('lending.damage.change.name', { code: item.code })} onClick={onChange}>
          {t('lending.damage.change')}
        </Button>
      )}
    </article>
  );
}

function ChangeDialog({ report, onClose }: { report: DamageReport; onClose: () => void }) {
  const { t, locale } = useT();
  const [state, setState] = useState(report.state);
  const [liability, setLiability] = useState(report.liability);
  const [cost, setCost] = useState(report.cost_cents === null ? '' : String(report.cost_cents / 100));
  const [answer, setAnswer] = useState(report.answer);
  const change = useCall(lendingCondition.changeDamage, {
    refreshes: [lendingCondition.damage, lendingCondition.pass, lendingDesk.items, lendingDesk.desk],
  });
  const euro = Number(cost.replace(',', '.'));
  const cost_cents = cost.trim() === '' || Number.isNaN(euro) ? null : Math.round(euro * 100);
  return (
    <FormDialog
      title={t('lending.damage.change.name', { code: report.item.code })}
      action={t('app.save')}
      disabled={change.isPending}
      problem={change.error && refusalText(t, change.error, locale)}
      onSend={() =>
        change.mutate(
          { params: { id: report.id }, body: { state, liability, cost_cents, answer, version: report.version } },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <SelectField
        label={t('lending.damage.state')}
        value={state}
        options={[report.state, ...damageAfter(report.state)].map((value) => ({ value, label: t(`lending.damage.state.${value}`) }))}
        onChange={setState}
      />
      <SelectField
        label={t('lending.liability')}
        value={liability}
        options={[report.liability, ...liabilityAfter(report.liability)].map((value) => ({
          value,
          label: t(`lending.liability.${value}`),
        }))}
        onChange={setLiability}
      />
      <TextField label={t('lending.damage.cost')} inputMode="decimal" value={cost} onChange={(event) => setCost(event.target.value)} />
      <TextArea label={t('lending.damage.answer')} maxLength={1000} value={answer} onChange={(event) => setAnswer(event.target.value)} />
    </FormDialog>
  );
}

function Suspensions({ point }: { point: LendingPoint }) {
  const { t, locale } = useT();
  const [page, setPage] = useState(1);
  const list = usePage(lendingCondition.suspensions, { query: { point: point.id, ...rowsOf(page, PAGE) } });
  const end = useCall(lendingCondition.endSuspension, { refreshes: [lendingCondition.suspensions, lendingDesk.desk] });
  const items = list.data?.items ?? [];
  const nameOf = (id: string): string => items.find((item) => item.id === id)!.borrower;
  return (
    <>
      <EndList
        title={t('lending.suspended.list')}
        items={items.map(({ id, borrower, school, until, reason }) => ({
          ...{ id, name: borrower, endLabel: t('lending.suspended.end.name', { name: borrower }) },
          facts: [
            school,
            until ? t('lending.suspended.until', { day: formatDate(until, 'short', locale) }) : t('lending.suspended.open'),
            reason,
          ],
        }))}
        action={t('lending.suspended.end')}
        pending={end.isPending}
        problem={end.error && refusalText(t, end.error, locale)}
        onEnd={(id) =>
          end.mutate(
            { params: { id } },
            { onSuccess: () => showSnackbar({ text: t('lending.suspended.ended', { name: nameOf(id) }), type: 'success' }) },
          )
        }
      />
      {list.data && <Pager {...list.data} label={t('lending.suspended.list')} onTurn={(offset) => setPage(offset / PAGE + 1)} />}
    </>
  );
}
