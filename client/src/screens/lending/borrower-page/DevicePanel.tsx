import type { DevicePage } from '@fundus/contract/lending/desk/borrower-page';
import { ClipboardCheck, ClipboardList, Pencil, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Link } from '../../../ui/Link.tsx';
import { ConditionDialog } from '../condition/ConditionDialog.tsx';
import { DamageDialog } from '../condition/DamageDialog.tsx';
import { PassDialog } from '../condition/PassDialog.tsx';
import { borrowerHref } from '../parts/desk-href.ts';
import { isAway, periodText } from '../parts/words.ts';
import type { ScanQueue } from '../scan/scan-queue.ts';
import { ItemDialog } from '../stock/ItemDialog.tsx';
import { DeskOrder } from '../desk/DeskOrder.tsx';
import '../parts/desk.css';
import '../parts/lending.css';

/** Shows the state of a device, its current loan, the next reservations, and its damage reports. */
export function DevicePanel({ device, queue }: { device: DevicePage; queue: ScanQueue }) {
  const { t, locale } = useT();
  const [open, setOpen] = useState<'pass' | 'check' | 'damage' | 'change' | null>(null);
  const { item, model, loan, damage } = device;
  const close = () => setOpen(null);
  const facts = [
    item.shelf && t('lending.inShelf', { shelf: item.shelf }),
    item.not_lendable && t('lending.device.notLendable'),
    item.next_check_on && t('lending.device.check', { day: formatDate(item.next_check_on, 'short', locale) }),
    isAway(item) && item.away_until && t('lending.device.away', { day: formatDate(item.away_until, 'short', locale) }),
    model.parts.length > 0 && t('lending.back.parts', { parts: model.parts.map(({ name, count }) => `${count} × ${name}`).join(', ') }),
  ].filter((words) => typeof words === 'string');
  return (
    <div className="desk-board">
      <header className="borrower-head">
        <PageHeading title={`${model.name} ${item.code}`} />
        <p
          className="lending-state"
          data-tone={
            loan?.lines.some(({ overdue }) => overdue) || item.state === 'lost' ? 'bad' : item.state === 'available' ? undefined : 'warn'
          }
        >
          {loan ? t('lending.device.out') : t(`lending.item.${item.state}`)}
        </p>
        {facts.map((words) => (
          <p key={words} className="small-print">
            {words}
          </p>
        ))}
        {item.note && <p className="lending-words">{item.note}</p>}
        <div className="lending-bar">
          {!loan && (
            <Button variant="line" icon={<ClipboardCheck />} onClick={() => setOpen('check')}>
              {t('lending.pass.check')}
            </Button>
          )}
          <Button variant="line" icon={<TriangleAlert />} onClick={() => setOpen('damage')}>
            {t('lending.damage.report')}
          </Button>
          <Button variant="line" icon={<Pencil />} onClick={() => setOpen('change')}>
            {t('lending.change')}
          </Button>
          <Button variant="line" icon={<ClipboardList />} onClick={() => setOpen('pass')}>
            {t('lending.pass')}
          </Button>
        </div>
      </header>
      <section aria-labelledby="device-loan">
        <h2 id="device-loan">{t('lending.device.who')}</h2>
        {loan ? (
          <DeskOrder order={loan} chosen={false} onChoose={null} onReturn={({ item_code }) => queue.add({ mode: 'in', code: item_code })} />
        ) : (
          <p>{t('lending.device.nobody')}</p>
        )}
      </section>
      <NextLoans device={device} />
      {damage.length > 0 && <DamageReports damage={damage} />}
      {open === 'pass' && <PassDialog item={item.id} code={item.code} onClose={close} />}
      {open === 'check' && <ConditionDialog item={{ ...item, model: model.name }} kind="check" line={null} onClose={close} />}
      {open === 'damage' && <DamageDialog of={{ item: item.id }} name={item.code} onClose={close} />}
      {open === 'change' && <ItemDialog item={item} model={model} onClose={close} />}
    </div>
  );
}

/** Shows for whom a device is reserved next. */
function NextLoans({ device: { point, next, waiting } }: { device: DevicePage }) {
  const { t, locale } = useT();
  return (
    <section aria-labelledby="device-next">
      <h2 id="device-next">{t('lending.device.next')}</h2>
      {next.length === 0 && <p>{t('lending.device.next.none')}</p>}
      <ol className="lending-lines">
        {next.map(({ line_id, order_id, number, borrower_id, borrower, start, end, state }) => (
          <li key={line_id}>
            <span>
              <strong>
                {borrower_id ? (
                  <Link href={borrowerHref(borrower_id, point.id, order_id)}>{borrower || t('lending.nobody')}</Link>
                ) : (
                  borrower || t('lending.nobody')
                )}
              </strong>
              <span className="small-print">{joinFacts([periodText(t, start, end, locale), t('lending.number', { number })])}</span>
              <span className="lending-state">{t(`lending.device.state.${state as 'approved'}`)}</span>
            </span>
          </li>
        ))}
      </ol>
      {waiting > 0 && <p>{t('lending.device.waiting', { count: waiting })}</p>}
    </section>
  );
}

function DamageReports({ damage }: Pick<DevicePage, 'damage'>) {
  const { t, locale } = useT();
  return (
    <section aria-labelledby="device-damage">
      <h2 id="device-damage">{t('lending.tab.damage')}</h2>
      <ul className="lending-lines">
        {damage.map(({ id, text, severity, state, created_at, order }) => (
          <li key={id}>
            <span>
              <strong>{t(`lending.damage.${severity}`)}</strong>
              <span className="lending-words">{text || t('lending.damage.noText')}</span>
              <span className="small-print">
                {joinFacts([t(`lending.damage.state.${state}`), formatDate(created_at, 'short', locale), order?.borrower])}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
