import type { TableFormat } from '@fundus/contract/table-file';
import { ExportMenu } from '../../../components/lists/ExportMenu.tsx';
import { INVENTORY_GROUPS, lendingInventory, type Inventory, type InventoryGroup } from '@fundus/contract/lending/inventory/inventory';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ClipboardCheck, Printer, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { address } from '../../../api/call.ts';
import { keyOf, query, useCall } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { PagedList } from '../../../components/lists/PagedList.tsx';
import { rowsOf, usePage } from '../../../components/lists/use-page.ts';
import { EmptyState } from '../../../components/page/EmptyState.tsx';
import { Failed } from '../../../components/page/Failed.tsx';
import { formatDate, formatNumber } from '../../../i18n/format.ts';
import { joinFacts } from '../../../i18n/join-facts.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { PlaceholderLines } from '../../../ui/Skeleton.tsx';
import { InventoryFinish } from './InventoryFinish.tsx';
import { InventoryScan } from './InventoryScan.tsx';
import { refusalText } from '../parts/words.ts';
import '../parts/desk.css';
import '../parts/lending.css';
import '../parts/stock.css';

const PAGE = 50;
const READS = { refreshes: [lendingInventory.inventories, lendingInventory.inventory] };

/** Shows the running inventory of a lending point and its past inventories (docs/behaviour/lending.md#inventory). */
export function InventoryTab({ point }: { point: LendingPoint }) {
  const { t, locale } = useT();
  const [page, setPage] = useState(1);
  const list = usePage(lendingInventory.inventories, { query: { point: point.id, ...rowsOf(page, 20) } });
  // A running inventory is always the newest one. It is loaded separately, because the list may show an older page.
  const newest = useQuery({ ...query(lendingInventory.inventories, { query: { point: point.id, limit: 1 } }), staleTime: 0 });
  const begin = useCall(lendingInventory.beginInventory, READS);
  const [shelf, setShelf] = useState('');
  if (!list.data) return list.error ? <Failed error={list.error} onRetry={() => void list.refetch()} /> : <PlaceholderLines />;
  const open = newest.data?.items.find(({ finished_at }) => finished_at === null);
  const past = list.data.items.filter(({ finished_at }) => finished_at !== null);
  const start = (
    <>
      <TextField
        label={t('desk.shelf')}
        hint={t('desk.inventory.shelf.hint')}
        maxLength={60}
        value={shelf}
        onChange={({ target }) => setShelf(target.value)}
      />
      <Button
        variant="primary"
        icon={<ClipboardCheck />}
        disabled={begin.isPending}
        onClick={() => begin.mutate({ body: { point: point.id, shelf } })}
      >
        {t('lending.inventory.begin')}
      </Button>
    </>
  );
  return (
    <>
      {begin.error && <FormProblem>{refusalText(t, begin.error, locale)}</FormProblem>}
      {open && <Running key={open.id} inventory={open} />}
      {!open && past.length > 0 && <div className="lending-bar">{start}</div>}
      {!open && past.length === 0 && (
        <EmptyState icon={<ClipboardCheck />} title={t('lending.inventory.none')}>
          <p>{t('lending.inventory.none.hint')}</p>
          {start}
        </EmptyState>
      )}
      {past.length > 0 && (
        <section aria-labelledby="inventory-past">
          <h2 id="inventory-past">{t('lending.inventory.past')}</h2>
          <PagedList list={list} label={t('lending.inventory.past')} onPage={setPage} empty={null}>
            {() => (
              <ul className="lending-lines">
                {past.map((each) => (
                  <FinishedInventory key={each.id} inventory={each} />
                ))}
              </ul>
            )}
          </PagedList>
        </section>
      )}
    </>
  );
}

/** Returns the groups that contain devices. */
const groupsOf = ({ counts }: Inventory): InventoryGroup[] => INVENTORY_GROUPS.filter((group) => counts[group] > 0);

function FinishedInventory({ inventory }: { inventory: Inventory }) {
  const { t, locale } = useT();
  const { begun_at, finished_at, counts, corrected } = inventory;
  const words = groupsOf(inventory).map((group) => `${t(`lending.inventory.${group}`)}: ${formatNumber(counts[group], locale)}`);
  return (
    <li>
      <span>
        <strong>{t('lending.inventory.title', { day: formatDate(begun_at, 'berlin', locale) })}</strong>
        {inventory.shelf && <span className="small-print">{t('desk.inventory.shelf', { shelf: inventory.shelf })}</span>}
        <span className="small-print">{t('lending.inventory.finished', { day: formatDate(finished_at!, 'berlin', locale) })}</span>
        <span className="small-print">{joinFacts(words)}</span>
        {corrected && <span className="small-print">{t('lending.inventory.corrected', corrected)}</span>}
      </span>
      <Papers id={inventory.id} />
    </li>
  );
}

function Papers({ id }: { id: string }) {
  const { t, locale } = useT();
  const at = (query: { format: TableFormat | 'pdf'; lang: string }): string =>
    address(lendingInventory.inventoryReport, { params: { id }, query });
  return (
    <span className="lending-bar">
      <a href={at({ format: 'pdf', lang: locale })} target="_blank" rel="noreferrer">
        <Printer /> {t('lending.inventory.pdf')}
      </a>
      <ExportMenu name={t('lending.inventory.table')} hrefOf={at} />
    </span>
  );
}

function Running({ inventory: first }: { inventory: Inventory }) {
  const { t, locale } = useT();
  const { id } = first;
  const client = useQueryClient();
  const [group, setGroup] = useState<InventoryGroup>('missing');
  const [page, setPage] = useState(1);
  const [asking, setAsking] = useState<'finish' | 'drop' | null>(null);
  const drop = useCall(lendingInventory.dropInventory, READS);
  const list = usePage(lendingInventory.inventory, { params: { id }, query: { show: group, ...rowsOf(page, PAGE) } });
  const inventory = list.data?.inventory ?? first;
  const { counts } = inventory;
  const number = (value: number): string => formatNumber(value, locale);
  // Devices are called uncounted until the inventory is finished, and missing afterwards.
  const nameOf = (one: InventoryGroup): string => t(one === 'missing' ? 'lending.inventory.uncounted' : `lending.inventory.${one}`);
  const seen = counts.found + counts.moved;
  const groups = [...new Set<InventoryGroup>(['missing', group, ...groupsOf(inventory)])];
  return (
    <div className="desk">
      <InventoryScan id={id} onSeen={() => void client.invalidateQueries({ queryKey: keyOf(lendingInventory.inventory) })} />
      <div className="desk-board">
        <section aria-labelledby="inventory-open">
          <h2 id="inventory-open">{t('lending.inventory.title', { day: formatDate(inventory.begun_at, 'berlin', locale) })}</h2>
          <p>{t('lending.inventory.about')}</p>
          {inventory.shelf && <p>{t('desk.inventory.shelf', { shelf: inventory.shelf })}</p>}
          <p className="inventory-seen">
            <progress
              className="inventory-progress"
              max={Math.max(1, seen + counts.missing)}
              value={seen}
              aria-labelledby="inventory-seen"
            />{' '}
            <strong id="inventory-seen">
              {t('lending.inventory.progress', { seen: number(seen), all: number(seen + counts.missing) })}
            </strong>
          </p>
          <div className="lending-bar">
            <Button variant="primary" icon={<ClipboardCheck />} onClick={() => setAsking('finish')}>
              {t('lending.inventory.finish')}
            </Button>
            <Button variant="line" icon={<Trash2 />} onClick={() => setAsking('drop')}>
              {t('lending.inventory.drop')}
            </Button>
          </div>
          <Papers id={id} />
        </section>
        <section aria-labelledby="inventory-lists">
          <h2 id="inventory-lists">{t('lending.inventory.lists')}</h2>
          <div className="lending-point">
            <Select
              label={t('lending.inventory.group')}
              value={group}
              options={groups.map((value) => ({ value, label: `${nameOf(value)} (${number(counts[value])})` }))}
              onChange={(next) => {
                setGroup(next);
                setPage(1);
              }}
            />
          </div>
          <PagedList list={list} label={nameOf(group)} onPage={setPage} empty={<p>{t('lending.inventory.nothing')}</p>}>
            {(reply) => (
              <ul className="lending-lines">
                {reply.items.map(({ code, model, shelf, seen: at, point }) => (
                  <li key={code}>
                    <span>
                      <strong className="lending-code">{code}</strong> {model}
                      <span className="small-print">
                        {joinFacts([shelf && t('lending.inShelf', { shelf }), at && t('lending.inventory.seenAt', { shelf: at }), point])}
                      </span>
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </PagedList>
        </section>
      </div>
      {asking === 'finish' && <InventoryFinish inventory={inventory} onClose={() => setAsking(null)} />}
      {asking === 'drop' && (
        <ConfirmDialog
          title={t('lending.inventory.drop')}
          action={t('lending.inventory.drop')}
          disabled={drop.isPending}
          onClose={() => setAsking(null)}
          onAction={() => drop.mutate({ params: { id } }, { onSuccess: () => setAsking(null) })}
        >
          {drop.error && <FormProblem>{refusalText(t, drop.error, locale)}</FormProblem>}
          <p>{t('lending.inventory.drop.ask')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
