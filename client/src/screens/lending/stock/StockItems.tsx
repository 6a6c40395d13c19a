import type { TableQuery } from '@fundus/contract/table-file';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { DEVICE_WORK, ITEM_FILTERS, type ItemFilter } from '@fundus/contract/lending/desk/desk-orders';
import { LABELS_A_SHEET, lendingPaper, MAX_LABELS } from '@fundus/contract/lending/desk/paper';
import type { DeviceItem, LendingPoint } from '@fundus/contract/lending/points/points';
import { lendingStock } from '@fundus/contract/lending/stock/stock';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { address } from '../../../api/call.ts';
import { BarActions } from '../../../components/lists/BarActions.tsx';
import { ExportMenu } from '../../../components/lists/ExportMenu.tsx';
import { FindInAddress } from '../../../components/lists/FindInAddress.tsx';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../../components/lists/use-page.ts';
import { formatDate, formatNumber } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { usePhone } from '../../../ui/use-width.ts';
import type { LendingView } from '../parts/lending-view.ts';
import { isAway } from '../parts/words.ts';
import { RowActs } from './RowActs.tsx';
import type { OpenStockDialog } from './stock-dialogs.ts';
import '../parts/lending.css';
import '../parts/find.css';

const PAGE = 50;
const isWork = (show: ItemFilter): show is (typeof DEVICE_WORK)[number] => (DEVICE_WORK as readonly string[]).includes(show);

type Props = {
  point: LendingPoint;
  view: LendingView;
  show: (about: Partial<LendingView>) => void;
  onOpen: (open: OpenStockDialog) => void;
};

/** Lists the devices of a lending point with filters. */
export function StockItems({ point, view, show, onOpen }: Props) {
  const { t, locale } = useT();
  const work = ITEM_FILTERS.find((each) => each === view.work) ?? '';
  const asked = { point: point.id, q: view.q, model: view.model, show: work, shelf: view.shelf };
  const items = usePage(lendingDesk.items, { query: { ...asked, ...rowsOf(view.page, PAGE) } });
  const filtered = view.q !== '' || view.model !== '' || work !== '' || view.shelf !== '';
  return (
    <section aria-labelledby="lending-items">
      <div className="lending-title">
        <h2 id="lending-items">{t('lending.items')}</h2>
        <div className="lending-bar">
          <Tools asked={asked} total={items.data?.total ?? 0} />
        </div>
      </div>
      <div className="lending-find">
        <FindInAddress label={t('lending.items.find')} value={view.q} onFind={(q) => show({ q })} />
        <Select
          label={t('desk.show')}
          value={work}
          options={ITEM_FILTERS.map((value) => ({
            value,
            label: isWork(value) ? t(`desk.work.${value}`) : t(`desk.show.${value === '' ? 'all' : value}`),
          }))}
          onChange={(next) => show({ work: next })}
        />
        <FindInAddress label={t('desk.shelf')} value={view.shelf} onFind={(shelf) => show({ shelf })} />
        {view.model && (
          <Button variant="line" onClick={() => show({ model: '' })}>
            {t('lending.timeline.model.all')}
          </Button>
        )}
      </div>
      <PagedList
        list={items}
        label={t('lending.items')}
        onPage={(page) => show({ page })}
        count={({ total }) => t('desk.devices.count', { count: total, number: formatNumber(total, locale) })}
        empty={<p>{t(filtered ? 'lending.nothing' : 'lending.items.none')}</p>}
      >
        {(reply) => (
          <ul className="lending-lines">
            {reply.items.map((item) => (
              <li key={item.id}>
                <span>
                  <strong className="lending-code">{item.code}</strong> {item.model.name}
                  <span className="small-print">
                    {joinFacts([deviceStateText(item), item.shelf && t('lending.inShelf', { shelf: item.shelf })])}
                  </span>
                </span>
                <RowActs
                  name={item.code}
                  acts={[
                    {
                      label: t('lending.pass'),
                      name: t('lending.pass.of', { code: item.code }),
                      onSelect: () => onOpen({ what: 'pass', item: item.id, code: item.code }),
                    },
                    {
                      label: t('lending.change'),
                      name: t('lending.change.name', { name: item.code }),
                      onSelect: () => onOpen({ what: 'item', item, model: item.model }),
                    },
                  ]}
                />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );

  function deviceStateText({ on_loan, state, not_lendable, away_until }: DeviceItem): string {
    if (on_loan)
      return t('lending.item.on_loan', { name: on_loan.borrower || t('lending.nobody'), day: formatDate(on_loan.end, 'short', locale) });
    if (state === 'available' && not_lendable) return t('lending.item.not_lendable');
    if (away_until && isAway({ state, away_until }))
      return t('lending.item.away', { state: t(`lending.item.${state}`), day: formatDate(away_until, 'short', locale) });
    return t(`lending.item.${state}`);
  }
}

type Asked = { point: string; q: string; model: string; show: ItemFilter; shelf: string };

/**
 * Links to printable labels of the listed devices, up to `MAX_LABELS` per file, and the export. The user selects the first free position on the
 * sheet. On phones one menu contains both, and the labels begin at the first position.
 */
function Tools({ asked, total }: { asked: Asked; total: number }) {
  const { t, locale } = useT();
  const [first, setFirst] = useState(1);
  const phone = usePhone();
  const offsets = Array.from({ length: Math.max(1, Math.ceil(total / MAX_LABELS)) }, (_, i) => i * MAX_LABELS);
  const files = offsets.map((offset) => ({
    href: address(lendingPaper.labels, { query: { ...asked, offset, first: offset === 0 ? first : 1, lang: locale } }),
    label:
      offsets.length === 1
        ? t('lending.print.labels')
        : t('desk.labels.from', { from: offset + 1, until: Math.min(offset + MAX_LABELS, total) }),
  }));
  const exportTo = (wanted: TableQuery) => address(lendingStock.exportItems, { query: { point: asked.point, ...wanted } });
  if (phone) {
    const links = files.map((file) => ({ ...file, kind: 'link' as const, newTab: true, icon: <Printer /> }));
    return <BarActions name={t('lending.items')} actions={links} exportTo={exportTo} />;
  }
  return (
    <>
      {files.map(({ href, label }) => (
        <a key={href} href={href} target="_blank" rel="noreferrer">
          <Printer /> {label}
        </a>
      ))}
      <Select
        label={t('desk.labels.first')}
        value={String(first)}
        options={Array.from({ length: LABELS_A_SHEET }, (_, i) => ({
          value: String(i + 1),
          label: `${t('desk.labels.first')} ${i + 1}`,
        }))}
        onChange={(value) => setFirst(Number(value))}
      />
      <ExportMenu name={t('lending.items')} hrefOf={exportTo} />
    </>
  );
}
