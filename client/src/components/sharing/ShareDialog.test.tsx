import { classMedia } from '@fundus/contract/classes/media';
import { classes, type ClassLine } from '@fundus/contract/classes/classes';
import { library } from '@fundus/contract/library/library';
import { AppError } from '@fundus/contract/errors';
import { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Snackbar } from '../../app/frame/Snackbar.tsx';
import { classLine } from '../../testing/class.ts';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { mediaItem } from '../../testing/media-item.ts';
import { frontendConfig, person } from '../../testing/people.ts';
import { simulatePhone } from '../../testing/phone.ts';
import { show } from '../../testing/render.tsx';
import { mayShare } from './may-share.ts';
import { ShareDialog } from './ShareDialog.tsx';

const second = '01890000-0000-7000-8000-000000000002';
const third = '01890000-0000-7000-8000-000000000003';
const list = (items: ReturnType<typeof classLine>[]) => ({
  total: items.length,
  offset: 0,
  limit: 100,
  items,
  years: [],
  counts: { own: 0, shared: 0, archived: 0, school: 0, deleted: 0 },
  codes_without_class: 0,
  can: { create: true, seeSchool: false, join: true },
});

it('shares a medium with several classes', async () => {
  const api = fakeApi(
    on(classes.list, ({ query }) =>
      list(
        query.show === 'shared'
          ? [classLine({ id: second, name: '9a Erdkunde', last_activity: '2026-11-21' })]
          : [classLine({ last_activity: null }), classLine({ id: third, name: 'Alte', state: 'locked' })],
      ),
    ),
    on(library.appearances, { items: [] }),
    on(classMedia.share, {
      shared: 2,
      had: 0,
      given: ['01890000-0000-7000-8000-0000000000e1'],
      seated: 0,
      without_seat: 0,
      unlicensed: [{ identifier: 'FU-1', title: 'Die Zelle' }],
    }),
  );
  const onClose = vi.fn();
  await show(
    <>
      <ShareDialog media={[mediaItem()]} onClose={onClose} />
      <Snackbar />
    </>,
  );
  await screen.findByRole('checkbox', { name: /9a Erdkunde/ });
  const names = screen.getAllByRole('checkbox').map((box) => box.closest('label')!.textContent);
  expect(names.slice(0, 2).map((name) => name?.slice(0, 2))).toEqual(['9a', '8b']);
  expect(names.join()).not.toContain('Alte');
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Freigeben' });
  expect(send.disabled).toBe(true);
  fireEvent.click(screen.getByRole('checkbox', { name: /9a/ }));
  fireEvent.click(screen.getByRole('checkbox', { name: /8b/ }));
  fireEvent.change(screen.getByLabelText('Hinweis für die Klasse'), { target: { value: ' Bis Minute 4 ' } });
  fireEvent.change(screen.getByLabelText('Sichtbar ab'), { target: { value: '2027-03-03' } });
  expect(screen.getByText('mit Hinweis · sichtbar ab 03.03.2027')).toBeDefined();
  fireEvent.change(screen.getByLabelText('Sichtbar bis'), { target: { value: '2027-03-01' } });
  expect(send.disabled).toBe(true);
  fireEvent.change(screen.getByLabelText('Sichtbar bis'), { target: { value: '' } });
  fireEvent.click(send);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(api.to(classMedia.share)[0]!.body).toEqual({
    classes: [second, classLine().id],
    media: ['FU-1'],
    note: 'Bis Minute 4',
    visible_from: '2027-03-03',
  });
  expect(screen.getByText(/wurde für 9a Erdkunde, 8b Geografie freigegeben\. Lernende sehen das Medium erst/)).toBeDefined();
});

it('assigns seats to the learners by default', async () => {
  const api = fakeApi(
    on(classes.list, ({ query }) => list(query.show === 'own' ? [classLine()] : [])),
    on(library.appearances, { items: [] }),
    on(classMedia.needs, { items: [{ identifier: 'FU-1', title: 'Die Zelle', needed: 28, free: 89, may: true }] }),
    on(classMedia.unshare, { removed: 1 }),
    on(classMedia.share, {
      shared: 1,
      had: 0,
      given: ['01890000-0000-7000-8000-0000000000e1'],
      seated: 28,
      without_seat: 0,
      unlicensed: [],
    }),
  );
  const onClose = vi.fn();
  await show(
    <>
      <ShareDialog media={[mediaItem()]} onClose={onClose} />
      <Snackbar />
    </>,
  );
  fireEvent.click(await screen.findByRole('checkbox', { name: /8b/ }));
  expect(await screen.findByText('28 Plätze nötig, 89 frei')).toBeDefined();
  const taking = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Plätze für die Lernenden gleich vergeben' });
  expect(taking.checked).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Freigeben' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(api.to(classMedia.share)[0]!.body).toMatchObject({ seats: true });
  expect(screen.getByText(/28 Plätze wurden vergeben/)).toBeDefined();
  // The message contains a link to the class and an undo that returns the seats.
  expect(screen.getByRole('link', { name: 'Zur Klasse' }).getAttribute('href')).toBe(`/class/${classLine().id}`);
  fireEvent.click(screen.getByRole('button', { name: 'Rückgängig' }));
  await waitFor(() =>
    expect(api.to(classMedia.unshare)[0]!.body).toEqual({ given: ['01890000-0000-7000-8000-0000000000e1'], seats: true }),
  );
});

it("lists a school administrator's own classes before the others", async () => {
  const seeSchool = { create: true, seeSchool: true, join: false };
  fakeApi(
    on(classes.list, ({ query }) => ({ ...list(query.show === 'own' ? [classLine()] : []), can: seeSchool })),
    on(classes.ofSchool, ({ query }) => {
      const found =
        query.q === '9'
          ? [classLine({ id: second, name: '9x', role: null })]
          : [classLine({ id: third, name: '5c', role: null }), classLine()];
      return { ...list(found), provider_groups: false };
    }),
    on(library.appearances, { items: [] }),
  );
  await show(<ShareDialog media={[mediaItem()]} onClose={vi.fn()} />, { user: person({ school_id: 's', school_admin: '1' }) });
  await screen.findByRole('checkbox', { name: /5c/ });
  const names = screen.getAllByRole('checkbox').map((box) => box.closest('label')!.textContent.slice(0, 2));
  expect(names.slice(0, 2)).toEqual(['8b', '5c']);
});

it('marks classes that already have the medium', async () => {
  fakeApi(
    on(classes.list, ({ query }) => list(query.show === 'own' ? [classLine(), classLine({ id: second, name: '9a Erdkunde' })] : [])),
    on(library.appearances, {
      items: [{ kind: 'classes', at: '2026-11-20T08:00:00Z', count: 1, note: '', classes: [{ id: second, name: '9a' }] }],
    }),
  );
  await show(<ShareDialog media={[mediaItem()]} onClose={() => {}} />);
  const link = await screen.findByRole('link', { name: 'In 9a Erdkunde ansehen' });
  expect(link.getAttribute('href')).toBe(`/class/${second}/media/FU-1`);
  expect(screen.getByRole('checkbox', { name: /9a Erdkunde.*Hat dieses Medium schon/ })).toBeDefined();
  expect(screen.getAllByText(/Hat dieses Medium schon/)).toHaveLength(1);
});

it('lists classes with unmet needs at the end', async () => {
  const needs = (id: string, name: string, wanted: ClassLine['needs']) =>
    classLine({ id, name, needs: wanted, last_activity: `2026-11-${name === '5c' ? '01' : '20'}` });
  const lines = [needs(second, '9a', ['captions', 'easy_language']), needs(third, '5c', ['captions'])];
  fakeApi(
    on(classes.list, ({ query }) => list(query.show === 'own' ? lines : [])),
    on(library.appearances, { items: [] }),
  );
  await show(<ShareDialog media={[mediaItem({ meets: ['captions', 'no_sound'] })]} onClose={() => {}} />);
  expect(await screen.findByRole('checkbox', { name: /9a.*in der Klasse nötig, fehlt hier: Leichte Sprache/ })).toBeDefined();
  expect(screen.getByRole('checkbox', { name: /5c.*barrierefrei für diese Klasse/ })).toBeDefined();
  const names = screen.getAllByRole('checkbox').map((box) => box.closest('label')!.textContent.slice(0, 2));
  expect(names.slice(0, 2)).toEqual(['5c', '9a']);
});

it('offers no download option for an excerpt', async () => {
  const api = fakeApi(
    on(classes.list, ({ query }) => list(query.show === 'own' ? [classLine()] : [])),
    on(classMedia.needs, { items: [] }),
    on(classMedia.share, {
      shared: 1,
      had: 0,
      given: ['01890000-0000-7000-8000-0000000000e1'],
      seated: 0,
      without_seat: 0,
      unlicensed: [],
    }),
  );
  const onClose = vi.fn();
  await show(
    <>
      <ShareDialog media={[{ ...mediaItem(), excerpt: { id: third, title: 'Der Ausbruch' } }]} onClose={onClose} />
      <Snackbar />
    </>,
  );
  fireEvent.click(await screen.findByRole('checkbox', { name: /8b/ }));
  expect(screen.queryByRole('checkbox', { name: /herunterladen/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Freigeben' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(api.to(classMedia.share)[0]!.body).toEqual({ classes: [classLine().id], excerpts: [third] });
  expect(screen.getByText(/„Der Ausbruch“ wurde für 8b Geografie freigegeben/)).toBeDefined();
});

it('links a user without classes to the class list', async () => {
  fakeApi(on(classes.list, list([])));
  await show(<ShareDialog media={[mediaItem()]} onClose={() => {}} />);
  expect((await screen.findByRole('link', { name: 'Zu den Klassen' })).getAttribute('href')).toBe('/classes');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Freigeben' }).disabled).toBe(true);
});

const ben = { id: '01890000-0000-7000-8000-000000000501', name: 'Ben Buche', detail: 'ben@a.example' };
const cleo = { id: '01890000-0000-7000-8000-000000000502', name: 'Cleo Curth', detail: '' };

it('shares a medium with recently used and newly found colleagues', async () => {
  const api = fakeApi(
    on(classes.list, list([])),
    on(sharedMedia.colleagues, ({ query }) => ({ items: query.q === 'cur' ? [cleo] : [ben] })),
    on(sharedMedia.revoke, { ok: true }),
    on(sharedMedia.share, { shared: 2, given: ['01890000-0000-7000-8000-0000000000e1'], unlicensed: [] }),
  );
  const onClose = vi.fn();
  await show(
    <>
      <ShareDialog media={[mediaItem()]} first="people" onClose={onClose} />
      <Snackbar />
    </>,
  );
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Empfehlen' });
  expect(send.disabled).toBe(true);
  fireEvent.click(await screen.findByRole('checkbox', { name: /Ben Buche/ }));
  fireEvent.change(screen.getByRole('searchbox', { name: 'Name suchen' }), { target: { value: 'cur' } });
  fireEvent.click(await screen.findByRole('checkbox', { name: /Cleo Curth/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Ben Buche entfernen' }));
  expect(screen.queryByRole('button', { name: 'Ben Buche entfernen' })).toBeNull();
  fireEvent.change(screen.getByLabelText('Nachricht'), { target: { value: ' Schau mal ' } });
  fireEvent.click(send);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(api.to(sharedMedia.share)[0]!.body).toEqual({
    media: ['FU-1'],
    people: [cleo.id],
    message: 'Schau mal',
    visible_from: null,
    visible_until: null,
  });
  expect(screen.getByText('„Die Zelle“ wurde Cleo Curth empfohlen.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Anzeigen' }).getAttribute('href')).toBe('/library/shared?show=by_me');
  fireEvent.click(screen.getByRole('button', { name: 'Rückgängig' }));
  await waitFor(() => expect(api.to(sharedMedia.revoke)[0]!.params).toEqual({ id: '01890000-0000-7000-8000-0000000000e1' }));
});

it('does not send a message entered for colleagues to the school', async () => {
  const api = fakeApi(
    on(classes.list, ({ query }) => list(query.show === 'own' ? [classLine()] : [])),
    on(sharedMedia.colleagues, { items: [ben] }),
    on(sharedMedia.share, { shared: 1, given: [], unlicensed: [{ identifier: 'FU-1', title: 'Die Zelle' }] }),
  );
  const onClose = vi.fn();
  await show(
    <>
      <ShareDialog media={[mediaItem()]} onClose={onClose} />
      <Snackbar />
    </>,
    { user: person({ school_id: 'school-1' }) },
  );
  fireEvent.click(await screen.findByRole('checkbox', { name: /8b/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Kollegium' }));
  fireEvent.click(await screen.findByRole('checkbox', { name: /Ben/ }));
  fireEvent.change(screen.getByLabelText('Nachricht'), { target: { value: 'Nur für Ben' } });
  fireEvent.click(screen.getByRole('button', { name: 'Ganze Schule' }));
  expect(screen.getByText('Gymnasium am Lindenhof')).toBeDefined();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Nachricht an alle').value).toBe('');
  fireEvent.click(screen.getByRole('button', { name: 'Empfehlen' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(api.to(classMedia.share)).toHaveLength(0);
  expect(api.to(sharedMedia.share).map(({ body }) => body)).toEqual([
    { media: ['FU-1'], school: true, message: '', visible_from: null, visible_until: null },
  ]);
  expect(screen.getByText(/wurde der ganzen Schule empfohlen\. Lernende sehen das Medium erst/)).toBeDefined();
});

it('offers the targets as a select on phones', async () => {
  simulatePhone();
  fakeApi(on(classes.list, list([])), on(sharedMedia.colleagues, { items: [ben] }));
  await show(<ShareDialog media={[mediaItem()]} onClose={() => undefined} />);
  const targets = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Für wen' });
  expect([...targets.options].map(({ text }) => text)).toEqual(['Klassen', 'Gruppen', 'Kollegium', 'Ganze Schule', 'Liste', 'Link']);
  fireEvent.change(targets, { target: { value: 'people' } });
  expect(await screen.findByRole('checkbox', { name: /Ben/ })).toBeDefined();
});

it('keeps the input if sharing fails', async () => {
  fakeApi(
    on(classes.list, list([])),
    on(sharedMedia.colleagues, { items: [ben] }),
    on(sharedMedia.share, new AppError('not_found', { field: 'people' })),
  );
  const onClose = vi.fn();
  await show(<ShareDialog media={[mediaItem()]} first="people" onClose={onClose} />);
  fireEvent.click(await screen.findByRole('checkbox', { name: /Ben/ }));
  fireEvent.change(screen.getByLabelText('Nachricht'), { target: { value: 'Bitte' } });
  fireEvent.click(screen.getByRole('button', { name: 'Empfehlen' }));
  expect(await screen.findByText(/arbeiten noch an Ihrer Schule/)).toBeDefined();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Nachricht').value).toBe('Bitte');
  expect(onClose).not.toHaveBeenCalled();
});

it.each([
  ['a teacher', person({ school_id: 's' }), true],
  ['a teacher without school', person(), false],
  ['a pupil', person({ role: '', school_id: 's' }), false],
  ['an administrator', person({ role: '', school_id: 's', school_admin: '1' }), true],
  ['an administrator in the basic view', person({ role: '', school_id: 's', school_admin: '2' }), false],
  ['a guest', false as const, false],
])('allows %s to share media with classes: %s', (_, user, may) => expect(mayShare({ user, config: frontendConfig() })).toBe(may));

it('preselects colleagues for a medium that does not open on a screen', async () => {
  fakeApi(on(classes.list, list([])));
  await show(<ShareDialog media={[mediaItem({ fn_typ: '46', viewer: 'none' })]} onClose={() => undefined} />);
  expect(screen.getByRole('dialog', { name: '„Die Zelle“ empfehlen' })).toBeDefined();
});
