import { library } from '@fundus/contract/library/library';
import { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Snackbar } from '../../app/frame/Snackbar.tsx';
import { classId, classMedium } from '../../testing/class.ts';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { person } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { sharedList, sharedMedium } from '../../testing/shared.ts';
import { Screen } from './LibraryScreen.tsx';

const teacher = person({ school_id: 'school-1' });
const open = async (search = '', { user = teacher, go = vi.fn() } = {}) => {
  await show(
    <>
      <Screen name="library" params={{ tab: 'shared' }} search={search} go={go} from={null} />
      <Snackbar />
    </>,
    { user },
  );
  return go;
};
const tabs = () => on(library.tabs, { items: ['licences', 'bookmarks', 'shared'] });
const row = async (name: string) => within((await screen.findByRole('heading', { name: new RegExp(name) })).closest('li')!);
const choose = async (name: string, action: string) => {
  fireEvent.click((await row(name)).getByRole('button', { name: new RegExp(`^Aktionen|${name}`) }));
  fireEvent.click(await screen.findByRole('menuitem', { name: action }));
};

it('marks new shares until the user opens them', async () => {
  const api = fakeApi(
    tabs(),
    on(
      sharedMedia.list,
      sharedList([
        sharedMedium(1, { received: 'unread', message: 'Für die 8b', can: { archive: true } }),
        sharedMedium(2, { received: 'read' }),
      ]),
    ),
    on(sharedMedia.mark, { ok: true }),
  );
  await open();
  const first = await row('Medium 1');
  expect(first.getByText('Neu')).toBeDefined();
  expect(first.getByText('Für die 8b')).toBeDefined();
  expect(first.getByText(/von Meltem Demir am/)).toBeDefined();
  expect((await row('Medium 2')).queryByText('Neu')).toBeNull();
  expect(screen.getByRole('button', { name: 'Für mich (1 neu)' }).getAttribute('aria-pressed')).toBe('true');
  expect(await screen.findByRole('link', { name: /Empfohlen\s*1 neu/ })).toBeDefined();
  fireEvent.click(first.getByRole('link', { name: 'Medium 1' }));
  await waitFor(() => expect(api.to(sharedMedia.mark)).toHaveLength(1));
  expect(api.to(sharedMedia.mark)[0]).toMatchObject({ params: { id: sharedMedium(1).id }, body: { to: 'read' } });
  fireEvent.click((await row('Medium 2')).getByRole('link', { name: 'Medium 2' }));
  expect(api.to(sharedMedia.mark)).toHaveLength(1);
});

it('restores an archived share when the user undoes archiving', async () => {
  const api = fakeApi(
    tabs(),
    on(sharedMedia.list, sharedList([sharedMedium(1, { received: 'unread', can: { archive: true } })])),
    on(sharedMedia.mark, { ok: true }),
  );
  await open();
  fireEvent.click((await row('Medium 1')).getByRole('button', { name: '„Medium 1“ archivieren' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }));
  await waitFor(() => expect(api.to(sharedMedia.mark).map(({ body }) => body)).toEqual([{ to: 'archived' }, { to: 'unarchived' }]));
});

it('keeps the focus in the list when the focused row is removed', async () => {
  let there = [1, 2, 3].map((n) => sharedMedium(n, { received: 'read', can: { archive: true } }));
  fakeApi(
    tabs(),
    on(sharedMedia.list, () => sharedList(there)),
    on(sharedMedia.mark, () => {
      there = there.filter(({ id }) => id !== sharedMedium(2).id);
      return { ok: true as const };
    }),
  );
  const stop = keepFocus();
  await open();
  const away = (await row('Medium 2')).getByRole('button', { name: '„Medium 2“ archivieren' });
  away.focus();
  fireEvent.click(away);
  await waitFor(() => expect(screen.queryByRole('heading', { name: /Medium 2/ })).toBeNull());
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Medium 3'));
  stop();
});

it('shows an empty state if no share is archived', async () => {
  const api = fakeApi(tabs(), on(sharedMedia.list, sharedList([])));
  const go = await open('?archived=true');
  expect(await screen.findByText('Nichts archiviert')).toBeDefined();
  expect(api.to(sharedMedia.list).map(({ query }) => query)).toContainEqual(expect.objectContaining({ show: 'to_me', archived: 'true' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Archivierte anzeigen' }));
  expect(go).toHaveBeenCalledWith('/library/shared', { replace: true });
  fireEvent.click(screen.getByRole('button', { name: 'Von mir' }));
  expect(go).toHaveBeenCalledWith('/library/shared?show=by_me', { replace: true });
});

const receivers = [
  { id: '01890000-0000-7000-8000-000000000501', name: 'Ben Buche', opened: true },
  { id: '01890000-0000-7000-8000-000000000502', name: 'Cleo Curth', opened: false },
];
const mine = { mine: true, from: '', can: { change: true, revoke: true } };

it('shows the sender who has opened a share', async () => {
  fakeApi(
    tabs(),
    on(
      sharedMedia.list,
      sharedList([
        sharedMedium(1, { ...mine, receivers }),
        sharedMedium(2, { ...mine, to: 'school', opened: 3 }),
        sharedMedium(3, { ...mine, state: 'waiting', visible_from: '2098-01-01', receivers: [receivers[1]!] }),
      ]),
    ),
  );
  await open('?show=by_me');
  expect((await row('Medium 1')).getByText('Ben Buche hat es geöffnet')).toBeDefined();
  expect((await row('Medium 1')).getByText('Cleo Curth hat es noch nicht geöffnet')).toBeDefined();
  expect((await row('Medium 2')).getByText(/3 Personen haben es geöffnet/)).toBeDefined();
  expect((await row('Medium 3')).getByText(/Sichtbar ab 1\. Januar 2098/)).toBeDefined();
  expect((await row('Medium 3')).getByText('Cleo Curth hat es noch nicht geöffnet')).toBeDefined();
});

it('recreates a withdrawn share when the user undoes the withdrawal', async () => {
  const api = fakeApi(
    tabs(),
    on(sharedMedia.list, sharedList([sharedMedium(1, { ...mine, receivers, message: 'Schau', visible_until: '2099-01-01' })])),
    on(sharedMedia.revoke, { ok: true }),
    on(sharedMedia.share, { shared: 2, given: [], unlicensed: [] }),
  );
  await open('?show=by_me');
  await choose('Medium 1', 'Zurückziehen');
  await waitFor(() => expect(api.to(sharedMedia.revoke)).toHaveLength(1));
  fireEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }));
  await waitFor(() => expect(api.to(sharedMedia.share)).toHaveLength(1));
  expect(api.to(sharedMedia.share)[0]!.body).toEqual({
    media: ['FU-1'],
    people: receivers.map(({ id }) => id),
    school: false,
    message: 'Schau',
    visible_from: null,
    visible_until: '2099-01-01',
  });
});

it('rejects a last day in the past', async () => {
  const api = fakeApi(
    tabs(),
    on(sharedMedia.list, sharedList([sharedMedium(1, { mine: true, from: '', message: 'Alt', to: 'school', can: { change: true } })])),
    on(sharedMedia.change, sharedMedium(1)),
  );
  await open('?show=by_me');
  await choose('Medium 1', 'Nachricht und Zeitraum ändern');
  fireEvent.change(await screen.findByLabelText('Nachricht an alle'), { target: { value: ' Neu ' } });
  fireEvent.change(screen.getByLabelText('Sichtbar bis'), { target: { value: '2020-01-01' } });
  expect(screen.getByText('Der letzte Tag liegt in der Vergangenheit.')).toBeDefined();
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Speichern' });
  expect(save.disabled).toBe(true);
  fireEvent.change(screen.getByLabelText('Sichtbar bis'), { target: { value: '2099-01-01' } });
  fireEvent.click(save);
  await waitFor(() =>
    expect(api.to(sharedMedia.change)[0]?.body).toEqual({ message: 'Neu', visible_from: null, visible_until: '2099-01-01' }),
  );
});

it('shows learners the media of their classes instead of received shares', async () => {
  fakeApi(
    tabs(),
    on(sharedMedia.list, sharedList([], { lists: ['classes', 'school'], can: { share: false } })),
    on(sharedMedia.classes, {
      total: 1,
      offset: 0,
      limit: 24,
      items: [{ ...classMedium(4, { note: 'Bis Minute 4', shared_by: '' }), class: { id: classId, name: '8b' } }],
    }),
  );
  await open('', { user: person({ role: 'S', school_id: 'school-1' }) });
  const line = await row('Medium 4');
  expect(line.getByRole('link', { name: 'Medium 4' }).getAttribute('href')).toBe(`/class/${classId}/media/FU-4`);
  expect(line.getByRole('link', { name: '8b' }).getAttribute('href')).toBe(`/class/${classId}`);
  expect(screen.queryByRole('button', { name: 'Für mich' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Klassen' }).getAttribute('aria-pressed')).toBe('true');
});
