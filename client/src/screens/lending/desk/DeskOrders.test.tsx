import { accounts } from '@fundus/contract/accounts/accounts';
import { AppError } from '@fundus/contract/errors';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import type { DeskOrder } from '@fundus/contract/lending/desk/desk-orders';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { deskCounts, lendingPoint } from '../../../testing/lending.ts';
import { person } from '../../../testing/people.ts';
import { show } from '../../../testing/render.tsx';
import { lendingHref, readLending, type LendingView } from '../parts/lending-view.ts';
import { DeskTab } from './DeskTab.tsx';

const id = (nth: number): string => `019b0000-0000-7000-8000-${String(nth).padStart(12, '0')}`;
const TOTAL = 45;

const orderOf = (nth: number): DeskOrder => ({
  ...{ id: id(nth), number: String(5_000_000_000 + nth), point: { id: id(900), name: 'Ausleihe' }, borrower: `Person ${nth}`, school: '' },
  ...{
    title: `Projekt ${nth}`,
    purpose: '',
    contact: '',
    delivery: 'pickup',
    walk_up: false,
    private: null,
    fee: null,
    state: 'requested',
  },
  ...{ reason: '', submitted_at: null, responsible: null, suspended: null, unbriefed: [], borrower_id: null },
  lines: [
    {
      ...{
        id: id(nth + 100),
        model: { id: id(901), name: 'Kamera', picture: null },
        start: '2026-03-04',
        end: '2026-03-05',
        lessons: null,
      },
      ...{
        state: 'requested',
        overdue: false,
        lapsed: false,
        item_code: 'K-1',
        collect_until: null,
        pickup_on: null,
        unkept: false,
        renewals: 0,
        needed_on: null,
      },
      ...{ courier: null, courier_days: null, note: '' },
      can: { cancel: true, change: false, renew: false },
    },
  ],
  can: { cancel: true, decide: true, agree: false },
});

async function openDesk(search = '') {
  const api = fakeApi(
    on(accounts.userinfo, person()),
    on(
      lendingDesk.desk,
      deskCounts({
        orders: TOTAL,
        tasks: 2,
        parts: { ...deskCounts().parts, requests: TOTAL },
        devices: { ...deskCounts().devices, check: 3 },
      }),
    ),
    on(lendingDesk.deskOrders, ({ query }) => {
      const [offset, limit] = [Number(query.offset ?? 0), Number(query.limit ?? 20)];
      const items = Array.from({ length: Math.min(limit, TOTAL - offset) }, (_, i) => orderOf(offset + i + 1));
      return { total: TOTAL, offset, limit, items, schools: [] };
    }),
    on(lendingDesk.approve, ({ params }) => {
      if (params.id === id(2)) return new AppError('briefing_missing', { details: { model: 'Kamera' } });
      const { suspended: _, unbriefed: __, ...order } = orderOf(1);
      return order;
    }),
  );
  const shown: Partial<LendingView>[] = [];
  await show(<DeskTab point={lendingPoint()} view={readLending(search)} show={(about) => shown.push(about)} go={() => {}} />);
  await screen.findByRole('table');
  return { api, shown };
}

describe('list of orders', () => {
  it('requests the next page from the server', async () => {
    const { api, shown } = await openDesk('page=2');
    expect(api.to(lendingDesk.deskOrders).at(-1)?.query).toMatchObject({ offset: '20', limit: '20' });
    fireEvent.click(screen.getByRole('button', { name: 'Weiter' }));
    expect(shown).toEqual([{ page: 3 }]);
  });

  it('sends the filters in the URL to the server', async () => {
    const { api, shown } = await openDesk('part=requests&step=unbriefed&delivery=courier&on=2026-03-04&sort=-borrower&q=Kamera');
    expect(api.to(lendingDesk.deskOrders).at(-1)?.query).toMatchObject({
      ...{ part: 'requests', step: 'unbriefed', delivery: 'courier', on: '2026-03-04', sort: '-borrower', q: 'Kamera' },
    });
    fireEvent.change(screen.getByRole('combobox', { name: 'Status' }), { target: { value: 'ready' } });
    fireEvent.click(screen.getByRole('button', { name: 'Filter aufheben' }));
    expect(shown).toEqual([{ step: 'ready' }, { q: '', step: '', delivery: '', school: '', on: '' }]);
  });

  it('empties the search field when the words are removed from the URL', async () => {
    fakeApi(
      on(accounts.userinfo, person()),
      on(lendingDesk.desk, deskCounts()),
      on(lendingDesk.deskOrders, { total: 0, offset: 0, limit: 20, items: [], schools: [] }),
    );
    function Desk() {
      const [search, setSearch] = useState('q=Kamera');
      return <DeskTab point={lendingPoint()} view={readLending(search)} show={() => setSearch('')} go={() => {}} />;
    }
    await show(<Desk />);
    const field = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Name, Schule, Nummer oder Gerät' });
    expect(field.value).toBe('Kamera');
    fireEvent.click(screen.getByRole('button', { name: 'Filter aufheben' }));
    expect(field.value).toBe('');
  });

  it('links to each non-empty work list', async () => {
    await openDesk();
    const work = within(screen.getByRole('navigation', { name: 'Arbeit an Geräten' }));
    expect(work.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Zu klären 2', lendingHref({ tab: 'desk', work: 'tasks' })],
      ['Zu prüfen 3', lendingHref({ tab: 'desk', work: 'check' })],
    ]);
  });

  it('approves all orders that match the filter', async () => {
    const { api } = await openDesk();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Alle auf dieser Seite auswählen' }));
    fireEvent.click(screen.getByRole('button', { name: `Alle ${TOTAL} auswählen` }));
    const approve = await screen.findByRole('button', { name: `Genehmigen (${TOTAL})` });
    await act(async () => void fireEvent.click(approve));
    await screen.findByText(`Genehmigen: ${TOTAL - 1} von ${TOTAL} erledigt.`);
    expect(new Set(api.to(lendingDesk.approve).map(({ params }) => params.id)).size).toBe(TOTAL);
    expect(screen.getByText(/Person 2, 5000000002: /).textContent).toContain('Kamera');
  });

  it('moves between rows with the arrow keys', async () => {
    await openDesk();
    const opens = screen.getAllByRole('button', { name: /Einzelheiten$/ });
    opens[0]!.focus();
    fireEvent.keyDown(opens[0]!, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(opens[1]);
    fireEvent.keyDown(opens[1]!, { key: 'End' });
    expect(document.activeElement).toBe(opens.at(-1));
    fireEvent.click(opens[1]!);
    expect(screen.getByRole('article').textContent).toContain('Projekt 2');
    fireEvent.keyDown(opens[1]!, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  });
});
