import { classMembers } from '@fundus/contract/classes/members';
import { classes } from '@fundus/contract/classes/classes';
import { AppError } from '@fundus/contract/errors';
import { learnerCodes, type CodeWithoutClass } from '@fundus/contract/classes/learner-codes';
import type { User } from '@fundus/contract/accounts/accounts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Snackbar } from '../../app/frame/Snackbar.tsx';
import { classId, classLine, classOf } from '../../testing/class.ts';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { person } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { Screen } from './ClassesScreen.tsx';

const go = vi.fn();
const open = (search = '', user: User = person({ school_id: 'school-1' })) =>
  show(
    <>
      <Screen name="classes" params={{}} search={search} go={go} from={null} />
      <Snackbar />
    </>,
    { user },
  );
const list = (items = [classLine()], more: object = {}) => ({
  total: items.length,
  offset: 0,
  limit: 24,
  items,
  years: ['2026/27'],
  counts: { own: items.length, shared: 0, archived: 0, school: 0, deleted: 0 },
  codes_without_class: 0,
  can: { create: true, seeSchool: false, join: true },
  ...more,
});

beforeEach(() => go.mockReset());

describe('classes', () => {
  it('asks for the target class of a scanned code sheet', async () => {
    const other = '01890000-0000-7000-8000-000000000002';
    const api = fakeApi(
      on(classes.list, list([classLine(), classLine({ id: other, name: '9c' })])),
      on(learnerCodes.addCodes, { added: 24, without_pictures: 1, name: '8b' }),
    );
    await open('sheet=abc_DEF-123');
    const dialog = await screen.findByRole('dialog', { name: 'Codes übernehmen' });
    fireEvent.change(await within(dialog).findByLabelText('Klasse'), { target: { value: other } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Übernehmen' }));
    await waitFor(() => expect(go).toHaveBeenCalledWith(`/class/${other}?tab=learners`));
    expect(api.to(learnerCodes.addCodes)[0]).toMatchObject({ params: { id: other }, body: { sheet: 'abc_DEF-123' } });
  });

  it('opens a class after creating it', async () => {
    const api = fakeApi(on(classes.list, list([classLine({ applied: 2 })])), on(classes.create, classOf({ name: '7a' })));
    await open();
    const card = (await screen.findByRole('link', { name: '8b Geografie' })).closest('article')!;
    expect(within(card).getByText('24 Lernende')).toBeDefined();
    expect(within(card).getByRole('link', { name: '2 Beitrittsanfragen' }).getAttribute('href')).toBe(`/class/${classId}?tab=learners`);
    expect(screen.queryByRole('navigation', { name: 'Klassen anzeigen' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Neue Klasse' }));
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: ' 7a ' } });
    expect(screen.getByLabelText<HTMLSelectElement>('Jahrgang').value, 'read from the name').toBe('7');
    fireEvent.click(screen.getByRole('button', { name: 'Klasse anlegen' }));
    await waitFor(() => expect(go).toHaveBeenCalledWith(`/class/${classId}?tab=learners`));
    expect(api.to(classes.create)[0]!.body).toMatchObject({ name: '7a', grade: 7, kind: 'class', join_policy: 'closed' });
  });

  it('keeps the chosen grade if the name changes', async () => {
    fakeApi(on(classes.list, list([classLine()])));
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Neue Klasse' }));
    const name = await screen.findByLabelText('Name');
    const grade = screen.getByLabelText<HTMLSelectElement>('Jahrgang');
    fireEvent.change(name, { target: { value: '6c' } });
    expect(grade.value).toBe('6');
    fireEvent.change(name, { target: { value: 'Chor' } });
    expect(grade.value).toBe('');
    fireEvent.change(grade, { target: { value: '9' } });
    fireEvent.change(name, { target: { value: '6c' } });
    expect(grade.value).toBe('9');
  });

  it('offers only lists that contain classes', async () => {
    fakeApi(
      on(
        classes.list,
        list([classLine()], {
          counts: { own: 1, shared: 2, archived: 3, school: 9, deleted: 0 },
          codes_without_class: 0,
          can: { create: true, seeSchool: true, join: false },
        }),
      ),
    );
    await open();
    const names = within(await screen.findByRole('navigation', { name: 'Klassen anzeigen' })).getAllByRole('link');
    expect(names.map((link) => link.textContent)).toEqual(['Meine Klassen1', 'Mit mir geteilt2', 'Archiv3', 'Alle Klassen9']);
    expect(screen.queryByRole('heading', { name: 'Klasse beitreten' })).toBeNull();
  });

  it('restores a deleted class', async () => {
    const gone = classLine({ state: 'deleted', restore_until: '2026-12-22' });
    const api = fakeApi(on(classes.list, list([gone], { counts: { ...list().counts, deleted: 1 } })), on(classes.setState, { version: 4 }));
    await open('show=deleted');
    expect(await screen.findByText('Wiederherstellbar bis 22.12.2026')).toBeDefined();
    expect(screen.queryByRole('link', { name: '8b Geografie' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '8b Geografie wiederherstellen' }));
    await waitFor(() => expect(api.to(classes.setState)[0]).toMatchObject({ params: { id: classId }, body: { to: 'active' } }));
  });

  it('adds a code without a class to the selected class', async () => {
    const code: CodeWithoutClass = {
      id: '01890000-0000-7000-8000-0000000000c0',
      label: '8b-07',
      valid_until: '2028-07-31',
      state: 'in_use',
      last_used_on: '2026-11-20',
      made_by: 'Miriam Falkner',
      made_on: '2026-09-01',
      was_in: ['8b Geografie'],
      can: { take: true, suspend: true, resume: false, revoke: true },
    };
    const api = fakeApi(
      on(classes.list, list([classLine({ id: classId.replace('1', '2'), name: '7a' }), classLine()], { codes_without_class: 1 })),
      on(learnerCodes.withoutClass, { total: 1, offset: 0, limit: 50, items: [code] }),
      on(learnerCodes.takeCodes, { added: 1, without_pictures: 0 }),
    );
    await open('show=codes');
    expect(await screen.findByText('erstellt von Miriam Falkner am 01.09.2026')).toBeDefined();
    expect(screen.getByText('zuletzt in 8b Geografie')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: '8b-07 in eine Klasse aufnehmen' }));
    const dialog = await screen.findByRole('dialog', { name: '8b-07 in welche Klasse aufnehmen?' });
    expect((await within(dialog).findByLabelText<HTMLSelectElement>('Klasse')).value).toBe(classId);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Aufnehmen' }));
    await waitFor(() => expect(api.to(learnerCodes.takeCodes)[0]).toMatchObject({ params: { id: classId }, body: { codes: [code.id] } }));
  });

  it('shows other teachers only that a class exists', async () => {
    fakeApi(on(classes.list, list([classLine({ role: null, owners: [] })])));
    await open('show=school');
    expect(await screen.findByRole('heading', { name: '8b Geografie' })).toBeDefined();
    expect(screen.queryByRole('link', { name: '8b Geografie' })).toBeNull();
  });

  it.each([
    ['teacher', person({ school_id: 's' }), 'Sie sind noch in keiner Klasse'],
    ['pupil', person({ role: '', school_id: 's' }), 'Du bist noch in keiner Klasse'],
    [
      'learner with a code',
      person({ role: 'S', school_id: 's', by_code: { label: '8b-07', valid_until: '2027-07-31' } }),
      'Zu deinem Code gehört noch keine Klasse',
    ],
  ])('shows instructions to a %s without classes', async (_, user, words) => {
    fakeApi(on(classes.list, list([], { can: { create: false, seeSchool: false, join: false } })));
    await open('', user);
    expect(await screen.findByRole('heading', { name: words })).toBeDefined();
  });

  it('prefills the join code from the address', async () => {
    let tries = 0;
    const api = fakeApi(
      on(classes.list, list([], { can: { create: false, seeSchool: false, join: true } })),
      on(classMembers.join, () => (++tries === 1 ? new AppError('expired') : { outcome: 'joined' as const, id: classId, name: '8b' })),
    );
    await open('code=CDF346', person({ role: '', school_id: 's' }));
    const field = await screen.findByLabelText<HTMLInputElement>('Code der Klasse');
    expect(field.value).toBe('CDF346');
    fireEvent.click(screen.getByRole('button', { name: 'Beitreten' }));
    expect(await screen.findByText(/Dieser Code ist nicht mehr gültig/)).toBeDefined();
    expect(field.value).toBe('CDF346');
    fireEvent.click(screen.getByRole('button', { name: 'Beitreten' }));
    await waitFor(() => expect(go).toHaveBeenCalledWith(`/class/${classId}`));
    expect(api.to(classMembers.join)[1]!.body).toEqual({ code: 'CDF346' });
  });

  it('stays on the page if a teacher must approve the request', async () => {
    fakeApi(
      on(classes.list, list([], { can: { create: false, seeSchool: false, join: true } })),
      on(classMembers.join, { outcome: 'applied', id: classId, name: '8b' }),
    );
    await open('', person({ role: '', school_id: 's' }));
    fireEvent.change(await screen.findByLabelText('Code der Klasse'), { target: { value: 'CDF346' } });
    fireEvent.click(screen.getByRole('button', { name: 'Beitreten' }));
    expect(await screen.findByText('Anfrage gesendet. Die Lehrkraft von 8b entscheidet darüber.')).toBeDefined();
    expect(go).not.toHaveBeenCalled();
  });
});
