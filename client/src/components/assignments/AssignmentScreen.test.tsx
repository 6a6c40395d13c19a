/** Tests of an assignment on the page of its class: form, concurrent changes, and the learner's view. */
import { accounts } from '@fundus/contract/accounts/accounts';
import { assignments, type Assignment, type Step } from '@fundus/contract/assignments/assignments';
import { AppError } from '@fundus/contract/errors';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { classId, classOf } from '../../testing/class.ts';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { mediaItem } from '../../testing/media-item.ts';
import { person } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { readAssignmentView } from './assignment-href.ts';
import { AssignmentScreen } from './AssignmentScreen.tsx';

const id = '01890000-0000-7000-8000-000000000900';
const step = (n: number, about: Partial<Step> = {}): Step => ({
  ...{ id: `01890000-0000-7000-8000-00000000091${n}`, kind: 'text', identifier: null, item: null, title: `Frage ${n}`, start_s: null },
  ...{ end_s: null, url: null, task: '', completion: 'answer_text', pass_percent: null, open: true, work: null },
  ...about,
});
const assignment = (about: Partial<Assignment> = {}): Assignment => ({
  ...{ id, class: { id: classId, name: '8b Geografie' }, title: 'Vulkane', state: 'active', visible_from: null, due_at: null, steps: 2 },
  ...{
    cover: null,
    own: null,
    sums: { learners: 3, started: 0, completed: 0, needs_help: 0, help_step: null },
    instructions: '',
    attempts: null,
  },
  ...{ attempt_counts: 'best', remind_days: 1, contents: [step(1), step(2)], to: { groups: [], members: [], names: [] }, version: 1 },
  can: { edit: true, editSteps: true, remove: false, work: false, moves: ['close', 'archive'] },
  ...about,
});
const go = vi.fn();
const open = (search: string, user = person({ school_id: 'school-1' })) =>
  show(<AssignmentScreen cls={classOf()} view={readAssignmentView(search)} go={go} />, { user });
const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => go.mockReset());

it('shows an error at each missing field without losing input', async () => {
  const api = fakeApi();
  await open('assignment=new');
  write('Anleitung', 'Seht genau hin.');
  press('Freigeben');
  expect((await screen.findByText('Bitte fügen Sie mindestens einen Schritt hinzu.')).className).toBe('field-error');
  expect(document.activeElement).toBe(screen.getByLabelText('Titel'));
  expect((screen.getByLabelText('Anleitung') as HTMLTextAreaElement).value).toBe('Seht genau hin.');
  expect(api.calls).toEqual([]);
});

it('saves a draft without steps but does not offer to publish it', async () => {
  const draft = assignment({
    state: 'draft',
    contents: [],
    steps: 0,
    can: { edit: true, editSteps: true, remove: true, work: false, moves: [] },
  });
  const api = fakeApi(on(accounts.userinfo, person({ school_id: 'school-1' })), on(assignments.create, draft), on(assignments.read, draft));
  await open('assignment=new');
  write('Titel', 'Vulkane');
  press('Als Entwurf speichern');
  await waitFor(() => expect(go).toHaveBeenCalledWith(expect.stringContaining(id), { replace: true, top: true }));
  expect(api.to(assignments.create)[0]!.body).toMatchObject({ title: 'Vulkane', steps: [], publish: false });
  cleanup();
  await open(`assignment=${id}`);
  expect((await screen.findByRole('link', { name: 'Schritt hinzufügen' })).getAttribute('href')).toContain('edit=1');
  expect(screen.queryByRole('button', { name: 'Freigeben' })).toBeNull();
});

it('sends only the changed fields after steps are reordered', async () => {
  const api = fakeApi(on(assignments.read, assignment()), on(assignments.change, assignment({ version: 2 })));
  await open(`assignment=${id}&edit=1`);
  fireEvent.keyDown(await screen.findByRole('button', { name: 'Frage 2 verschieben' }), { key: 'ArrowUp' });
  press('Speichern');
  await waitFor(() => expect(go).toHaveBeenCalled());
  const [sent] = api.to(assignments.change);
  expect(Object.keys(sent!.body as object)).toEqual(['version', 'steps']);
  expect((sent!.body as { steps: { title: string }[] }).steps.map(({ title }) => title)).toEqual(['Frage 2', 'Frage 1']);
});

it('shows both values if another user changed the same field', async () => {
  const sent: unknown[] = [];
  const theirs = assignment({ title: 'Feuerberge', version: 2 });
  fakeApi(
    on(assignments.read, assignment()),
    on(assignments.change, ({ body }) => {
      sent.push(body);
      return sent.length === 1 ? new AppError('version_conflict', { field: 'version', details: { current: theirs } }) : theirs;
    }),
  );
  await open(`assignment=${id}&edit=1`);
  await screen.findByLabelText('Titel');
  write('Titel', 'Vulkane weltweit');
  press('Speichern');
  expect((await screen.findByRole('alert')).textContent).toContain('Feuerberge');
  expect((screen.getByLabelText('Titel') as HTMLInputElement).value).toBe('Vulkane weltweit');
  press('Meine Fassung speichern');
  await waitFor(() => expect(sent[1]).toEqual({ version: 2, title: 'Vulkane weltweit' }));
});

it('links a learner to the next unfinished step', async () => {
  const work = {
    state: 'not_started',
    watched: 0,
    attempts: 0,
    score: null,
    answer: '',
    late: false,
    needs_help: false,
    comment: '',
    unread: false,
  } as const;
  const film = step(1, { kind: 'media', identifier: 'FU-1', item: mediaItem(), title: 'Die Zelle', completion: 'viewed', work: { ...work, state: 'completed' } }); // oxfmt-ignore
  const own = assignment({
    ...{ sums: null, own: { state: 'started', completed: 1, late: false, unread: 0 }, due_at: '2026-01-08T07:00:00.000Z' },
    contents: [film, step(2, { work: { ...work, comment: 'Versuch es noch einmal.' } })],
    can: { edit: false, editSteps: false, remove: false, work: true, moves: [] },
  });
  const answers = [new AppError('unavailable'), { ...work, state: 'completed' as const, late: true, answer: 'Im Kern.' }];
  fakeApi(
    on(assignments.read, own),
    on(assignments.report, () => answers.shift()!),
  );
  await open(`assignment=${id}`, person({ role: 'S', school_id: 'school-1' }));
  expect((await screen.findByRole('link', { name: 'Weiter: Frage 2' })).getAttribute('href')).toContain(`#step-${own.contents[1]!.id}`);
  expect(screen.getByText('Der Termin ist vorbei. Du kannst die Aufgabe trotzdem noch fertig machen.')).toBeDefined();
  expect(screen.getByText('Versuch es noch einmal.')).toBeDefined();
  write('Deine Antwort', 'Im Kern.');
  press('Abgeben');
  await screen.findByRole('alert');
  expect((screen.getByLabelText('Deine Antwort') as HTMLTextAreaElement).value).toBe('Im Kern.');
  press('Abgeben');
  expect(await screen.findByText('Geschafft! Du hast alles erledigt, ein wenig später als geplant.')).toBeDefined();
});
