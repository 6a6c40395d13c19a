import { AppError } from '@fundus/contract/errors';
import { licences, type Licence } from '@fundus/contract/licences/licences';
import { licenceLoss } from '@fundus/contract/licences/loss';
import { type Candidate, licenceSeats, type Seat } from '@fundus/contract/licences/seats';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Go } from '../../components/page/screen.ts';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { licenceOf } from '../../testing/licence.ts';
import { person } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { Screen } from './LicenceScreen.tsx';

const ID = licenceOf().id;
const uuid = (n: number) => `01890000-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`;
const seat = (n: number, name: string, more: Partial<Seat> = {}): Seat => ({
  id: uuid(n),
  to: { kind: 'person', id: uuid(n + 20), name },
  taken: 1,
  state: 'assigned',
  assigned_at: '2026-05-04T08:00:00.000Z',
  first_used_at: null,
  can: { takeBack: true },
  ...more,
});
const candidate = (n: number, name: string, more: Partial<Candidate> = {}): Candidate => ({
  kind: 'person',
  id: uuid(n),
  name,
  about: 'learner',
  has: false,
  members: 1,
  ...more,
});
const seatsOf = (items: Seat[], sums: { school: string; taken: number; in_use: number }[] = []) => ({
  total: items.length,
  offset: 0,
  limit: 50,
  items,
  sums,
});

async function open(about: Partial<Licence> = {}, items: Seat[] = [], mediaId = 'FU-1') {
  const event = { at: '2026-05-04T08:00:00.000Z', what: 'given' as const, count: 2, by: 'Ada Min' };
  const api = fakeApi(
    on(licences.read, { ...licenceOf(about), events: [event] }),
    on(licenceSeats.seats, seatsOf(items)),
    on(licenceSeats.codes, { items: [] }),
    on(licenceSeats.candidates, { items: [candidate(1, 'Emil'), candidate(2, 'Aylin'), candidate(3, 'Noah', { has: true })] }),
    on(licenceSeats.assignSeats, ({ body }) =>
      (body as { partial?: boolean }).partial
        ? { given: 1, had: 0, left_out: 1, remaining: 0 }
        : new AppError('no_seats_left', { details: { free: 1, wanted: 2 } }),
    ),
    on(licenceLoss.loss, {
      ...{ others: 0, classes: 2, lists: 0, assignments: 1 },
      similar: { total: 1, items: [{ identifier: 'm-2', fn_titel: 'Meere' }] },
    }),
    on(licenceSeats.takeBack, { returned: 1, kept: 0 }),
    on(licences.change, ({ body }) =>
      (body as { seats?: number }).seats === 3
        ? new AppError('validation_failed', { field: 'seats', details: { taken: 12 } })
        : licenceOf({ ...about, ...(body as Partial<Licence>), version: 2 }),
    ),
    on(licences.withdraw, licenceOf({ state: 'withdrawn' })),
    on(licenceSeats.makeCode, { id: uuid(9), code: 'ABCD-EFGH-JKLM-NPQR', quantity: 3, redeemed: 0, redeem_until: '2029-05-04' }),
  );
  await show(<Screen name="school-media-detail" params={{ mediaId, codeId: ID }} search="" go={vi.fn()} from={null} />);
  return api;
}

describe('page of a licence', () => {
  it('shows terms, usage and history of the licence', async () => {
    await open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Lebenslinien' })).toBeTruthy();
    expect(screen.getByText('12 von 30 Plätzen vergeben')).toBeTruthy();
    expect(screen.getByText('davon 8 genutzt')).toBeTruthy();
    expect(screen.getByText('Abspielen im Unterricht, Nutzung zu Hause')).toBeTruthy();
    expect(screen.getByText('2 Plätze vergeben')).toBeTruthy();
    expect(screen.getByText('Ada Min')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Zurückziehen' })).toBeNull();
  });

  it('reports a missing licence if the URL names another medium', async () => {
    await open({}, [], 'FU-2');
    expect(await screen.findByRole('heading', { name: 'Lizenz nicht gefunden' })).toBeTruthy();
  });

  it('shows a district licence to a school without actions', async () => {
    const school = seat(5, 'Gymnasium am Lindenhof', { taken: 30, to: { kind: 'school', id: 'school-a', name: 'Gymnasium am Lindenhof' } });
    await open(
      {
        share: true,
        scope: 'school',
        owner: { kind: 'district', id: 'demo', name: 'Kreis Lindenau' },
        seats: 30,
        taken: 30,
        in_use: 0,
        remaining: false,
        can: { edit: false, price: false, hide: false, withdraw: false, assign: false, seeNames: false },
      },
      [{ ...school, can: { takeBack: false } }],
    );
    expect(await screen.findByText(/^Kreis Lindenau stellt der Schule diese Lizenz bereit. Sie gilt für alle an der Schule/)).toBeTruthy();
    expect(screen.getByText('30 Plätze für die Schule')).toBeTruthy();
    expect(await screen.findByRole('rowheader', { name: 'Gymnasium am Lindenhof' })).toBeTruthy();
    // Only the button that shows what depends on the licence remains.
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Anzeigen']);
  });

  it('loads dependent objects only on request', async () => {
    await open({}, []);
    const ask = await screen.findByRole('button', { name: 'Anzeigen', expanded: false });
    expect(screen.queryByText('2 Klassen')).toBeNull();
    fireEvent.click(ask);
    await screen.findByText('2 Klassen');
    const rows = within(ask.parentElement!).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual(['2 Klassen', '1 offener Aufgabe', 'Meere']);
  });

  it('offers to assign only the free seats if too many people are selected', async () => {
    const api = await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Plätze vergeben' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect((await dialog.findByRole<HTMLInputElement>('checkbox', { name: /Noah.*hat schon einen Platz/ })).disabled).toBe(true);
    fireEvent.click(dialog.getByRole('checkbox', { name: /Emil/ }));
    fireEvent.click(dialog.getByRole('checkbox', { name: /Aylin/ }));
    fireEvent.click(dialog.getByRole('button', { name: '2 Plätze vergeben' }));
    expect(await dialog.findByText(/nur noch 1 Platz frei; benötigt werden 2/)).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'So viele wie möglich vergeben' }));
    await waitFor(() => expect(api.to(licenceSeats.assignSeats)).toHaveLength(2));
    expect(api.to(licenceSeats.assignSeats)[1]?.body).toEqual({
      to: [
        { kind: 'person', id: uuid(1) },
        { kind: 'person', id: uuid(2) },
      ],
      partial: true,
    });
  });

  it('returns only the selected seats that can be returned', async () => {
    const api = await open({}, [
      seat(1, 'Emil Yıldırım'),
      seat(2, 'Aylin Kaya', { state: 'in_use', first_used_at: '2026-05-06T08:00:00.000Z', can: { takeBack: false } }),
    ]);
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Emil Yıldırım' }));
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Aylin Kaya.*Rücknahme nicht möglich/ }).disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Zurücknehmen' }));
    await waitFor(() => expect(api.to(licenceSeats.takeBack)).toHaveLength(1));
    expect(api.to(licenceSeats.takeBack)[0]?.body).toEqual({ seats: [uuid(1)] });
  });

  it('shows the seats of a district licence as totals by school', async () => {
    fakeApi(
      on(licences.read, {
        ...licenceOf({ can: { edit: true, price: true, hide: false, withdraw: true, assign: false, seeNames: false } }),
        events: [],
      }),
      on(licenceSeats.seats, { ...seatsOf([], [{ school: 'Schule am Talblick', taken: 7, in_use: 3 }]), total: 7 }),
    );
    await show(<Screen name="school-media-detail" params={{ mediaId: 'FU-1', codeId: ID }} search="" go={vi.fn()} from={null} />);
    expect(await screen.findByRole('rowheader', { name: 'Schule am Talblick' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Plätze vergeben' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Codes' })).toBeNull();
  });

  it('asks for confirmation before withdrawing the licence', async () => {
    const api = await open({ can: { edit: true, price: true, hide: true, withdraw: true, assign: true, seeNames: true } });
    fireEvent.click(await screen.findByRole('button', { name: 'Ausblenden' }));
    await waitFor(() => expect(api.to(licences.change)[0]?.body).toEqual({ version: 1, hidden: true }));
    fireEvent.click(screen.getByRole('button', { name: 'Zurückziehen' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Lizenz für „Lebenslinien“ zurückziehen?' }));
    expect(dialog.getByText(/12 vergebene Plätze gehen verloren/)).toBeTruthy();
    expect(api.to(licences.withdraw)).toHaveLength(0);
    fireEvent.click(dialog.getByRole('button', { name: 'Zurückziehen' }));
    await waitFor(() => expect(api.to(licences.withdraw)).toHaveLength(1));
  });

  it('lets the user change only the warning threshold of a catalogue licence', async () => {
    const api = await open({
      origin: 'record',
      can: { edit: false, price: false, hide: true, withdraw: false, assign: true, seeNames: true },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Bearbeiten' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByLabelText('Plätze')).toBeNull();
    fireEvent.change(dialog.getByLabelText('Benachrichtigen bei wenigen freien Plätzen'), { target: { value: '5' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Speichern' }));
    await waitFor(() => expect(api.to(licences.change)[0]?.body).toEqual({ version: 1, warn_below: 5 }));
  });

  it('shows an error at the field if fewer seats than assigned are entered', async () => {
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Bearbeiten' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('Plätze'), { target: { value: '3' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Speichern' }));
    expect(await dialog.findByText(/12 Plätze sind bereits vergeben/)).toBeTruthy();
  });

  it('creates a code for several seats', async () => {
    const api = await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Neuer Code' }));
    const dialog = within(screen.getByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('Wie oft kann der Code eingelöst werden?'), { target: { value: '3' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Code erstellen' }));
    await waitFor(() => expect(api.to(licenceSeats.makeCode)[0]?.body).toEqual({ quantity: 3 }));
  });
});

describe('page of a licence for users who do not manage it', () => {
  const visit = async (about: Parameters<typeof person>[0]) => {
    fakeApi(on(licences.read, new AppError('not_found')));
    const go = vi.fn<Go>();
    await show(<Screen name="school-media-detail" params={{ mediaId: 'FU-1', codeId: ID }} search="" go={go} from={null} />, {
      user: person(about),
    });
    return go;
  };

  it("redirects to the medium with the user's own licence", async () => {
    const go = await visit({});
    await waitFor(() => expect(go).toHaveBeenCalledWith(`/library/media/FU-1/${ID}`, { replace: true }));
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  });

  it('shows an administrator that the licence does not exist', async () => {
    const go = await visit({ school_admin: '1' });
    await screen.findByRole('heading', { level: 1 });
    expect(go).not.toHaveBeenCalled();
  });
});
