import { hasAccount } from '@fundus/contract/access';
import { lending } from '@fundus/contract/lending/lending';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { PackageOpen, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { query } from '../../api/query.ts';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Failed } from '../../components/page/Failed.tsx';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import { PageTabs } from '../../components/page/PageTabs.tsx';
import type { Go, ScreenProps } from '../../components/page/screen.ts';
import { useSession } from '../../stores/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Note } from '../../ui/Note.tsx';
import { Select } from '../../ui/fields/Select.tsx';
import { PlaceholderLines } from '../../ui/Skeleton.tsx';
import { FavouritesTab } from './models/FavouritesTab.tsx';
import { DevicesTab } from './cart/DevicesTab.tsx';
import { SignInToBorrow } from './parts/SignInToBorrow.tsx';
import { lendingHref, readLending, type LendingTab, type LendingView } from './parts/lending-view.ts';
import { LoansTab } from './orders/LoansTab.tsx';
import { useBorrowerTexts } from './parts/use-borrower-words.ts';
import './parts/lending.css';
import { loadLater } from '../../ui/load-later.tsx';

// Loaded only for staff of a lending desk. All tabs of the desk are in one file, because the first script lists the names of all lazy files.
const loadDesk = () => import('./desk-tabs.ts');
const DeskTab = loadLater(async () => (await loadDesk()).DeskTab, PlaceholderLines);
const StockTab = loadLater(async () => (await loadDesk()).StockTab, PlaceholderLines);
const PrivateTab = loadLater(async () => (await loadDesk()).PrivateTab, PlaceholderLines);
const ToursTab = loadLater(async () => (await loadDesk()).ToursTab, PlaceholderLines);
const TimelineTab = loadLater(async () => (await loadDesk()).TimelineTab, PlaceholderLines);
const DamageTab = loadLater(async () => (await loadDesk()).DamageTab, PlaceholderLines);
const InventoryTab = loadLater(async () => (await loadDesk()).InventoryTab, PlaceholderLines);
const NumbersTab = loadLater(async () => (await loadDesk()).NumbersTab, PlaceholderLines);
const MigrationTab = loadLater(async () => (await loadDesk()).MigrationTab, PlaceholderLines);
const PointDialog = loadLater(async () => (await loadDesk()).PointDialog);

/** Tabs that show the user's own entries of all lending points, so that they have no choice of a point. */
const OF_ALL_POINTS: ReadonlySet<LendingTab> = new Set(['favourites', 'loans']);

/** Redirects from a medium of the catalogue to the matching model that is available first, or to the page of the medium, which says whom to ask. */
function RedirectToModel({ identifier, go }: { identifier: string; go: Go }) {
  const lent = useQuery({ ...query(lending.ofMedium, { params: { identifier } }), staleTime: 0 });
  const [first] = (lent.data?.items ?? []).toSorted((a, b) => ((a.free_from ?? '9999') < (b.free_from ?? '9999') ? -1 : 1));
  const to = first ? lendingHref({ point: first.point.id, model: first.id }) : lent.data && href('media', { id: identifier });
  useEffect(() => {
    if (to) go(to, { replace: true });
  }, [to, go]);
  return lent.error && <Failed error={lent.error} onRetry={() => void lent.refetch()} />;
}

/** Shows the devices that can be borrowed and the user's own loans. Staff also see the tabs of the lending desk (docs/behaviour/lending.md). */
export function Screen({ search, go }: ScreenProps<'tech-rental'>) {
  const { t } = useBorrowerTexts();
  const session = useSession();
  const user = hasAccount(session.user);
  const [opening, setOpening] = useState(false);
  const view = readLending(search);
  const points = useQuery({ ...query(lending.points), staleTime: 0 });
  const items = points.data?.items ?? [];
  const point = items.find(({ id }) => id === view.point) ?? items[0];
  const clerk = items.some(({ can }) => can.desk);
  const tabs: LendingTab[] = [
    ...(point ? (['devices'] as const) : []),
    ...(point && user ? (['favourites'] as const) : []),
    ...(user ? (['loans'] as const) : []),
    ...(point?.can.desk ? (['desk', 'timeline', 'tours'] as const) : []),
    ...(point?.can.desk && (point.private_borrowers || view.tab === 'private') ? (['private'] as const) : []),
    ...(point?.can.desk ? (['stock', 'damage', 'inventory', 'numbers'] as const) : []),
    // Needed only once per lending point. The stock tab links to it with this parameter.
    ...(point?.can.desk && view.tab === 'migration' ? (['migration'] as const) : []),
  ];
  const tab = tabs.includes(view.tab) ? view.tab : tabs[0]!;
  const show = (about: Partial<LendingView>) => go(lendingHref({ ...view, page: 1, ...about }), { replace: true });
  const open = points.data?.can.create && (
    <Button flush="phone" variant={items.length > 0 ? 'quiet' : 'primary'} icon={<Plus />} onClick={() => setOpening(true)}>
      {t('lending.point.new')}
    </Button>
  );
  return (
    <div className="wrap lending-page">
      <div className="lending-title">
        <PageHeading title={t(clerk ? 'lending.title.desk' : 'lending.title')} />
        {point && items.length > 1 && !OF_ALL_POINTS.has(tab) && (
          <div className="lending-at">
            <Select
              label={t('lending.point')}
              value={point.id}
              options={items.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(id) => go(lendingHref({ tab, point: id }), { replace: true })}
            />
          </div>
        )}
        {/* Administrators need it rarely, so it is only on the tab with the other settings, if there is one. */}
        {items.length > 0 && (tab === 'stock' || !point?.can.desk) && open}
      </div>
      {points.error && !points.data && <Failed error={points.error} onRetry={() => void points.refetch()} />}
      {points.data && !point && (
        <EmptyState icon={<PackageOpen />} title={t('lending.noPoint')}>
          <p>{t(points.data.can.create ? 'lending.noPoint.create' : user ? 'lending.noPoint.hint' : 'lending.guest.noPoint')}</p>
          {user ? open : <SignInToBorrow />}
        </EmptyState>
      )}
      {point && (
        <>
          {!user && (
            <Note>
              <p>{t('lending.guest')}</p>
              <SignInToBorrow />
            </Note>
          )}
          {tabs.length > 1 && (
            <PageTabs
              label={t('lending.tabs')}
              tabs={tabs.map((name) => ({
                href: lendingHref({ tab: name, point: view.point }),
                label: t(`lending.tab.${name}`),
                current: name === tab,
              }))}
            />
          )}

          {view.medium && user && <RedirectToModel identifier={view.medium} go={go} />}
          {tab === 'devices' && <DevicesTab key={point.id} point={point} view={view} show={show} go={go} />}
          {tab === 'favourites' && <FavouritesTab point={point.id} />}
          {tab === 'loans' && <LoansTab points={items} view={view} show={show} />}
          {tab === 'desk' && <DeskTab key={point.id} point={point} view={{ ...view, point: point.id }} show={show} go={go} />}
          {tab === 'timeline' && <TimelineTab key={point.id} point={point} view={view} show={show} />}
          {tab === 'tours' && <ToursTab key={point.id} point={point} />}
          {tab === 'private' && <PrivateTab key={point.id} point={point} view={view} show={show} />}
          {tab === 'stock' && <StockTab key={point.id} point={point} view={view} show={show} />}
          {tab === 'inventory' && <InventoryTab key={point.id} point={point} />}
          {tab === 'numbers' && <NumbersTab key={point.id} point={point} />}
          {tab === 'migration' && <MigrationTab key={point.id} point={point} />}
          {tab === 'damage' && <DamageTab key={point.id} point={point} view={view} show={show} />}
        </>
      )}
      {opening && (
        <PointDialog
          onClose={() => setOpening(false)}
          onDone={({ id }) => {
            setOpening(false);
            go(lendingHref({ tab: 'stock', point: id }));
          }}
        />
      )}
    </div>
  );
}
