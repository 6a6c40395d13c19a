/** Tests of the results of one assignment: matrix, sort order, bulk actions and the results of a single step. */
import { assignments, type Assignment } from '@fundus/contract/assignments/assignments';
import { assignmentResults, type WorkOf } from '@fundus/contract/assignments/results';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { classId, classOf } from '../../../testing/class.ts';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { person } from '../../../testing/people.ts';
import { show } from '../../../testing/render.tsx';
import { readAssignmentView } from '../assignment-href.ts';
import { ResultsDetail } from './ResultsDetail.tsx';

const id = '01890000-0000-7000-8000-000000000900';
const stepId = (n: number) => `01890000-0000-7000-8000-00000000091${n}`;
const memberId = (n: number) => `01890000-0000-7000-8000-00000000092${n}`;
const step = (n: number) => ({
  ...{ id: stepId(n), kind: 'text' as const, identifier: null, item: null, title: `Frage ${n}`, start_s: null, end_s: null, url: null },
  ...{ task: '', completion: 'answer_text' as const, pass_percent: null, open: true, work: null },
});
const assignment: Assignment = {
  ...{ id, class: { id: classId, name: '8b' }, title: 'Vulkane', state: 'active', visible_from: null, due_at: '2030-01-08T07:00:00.000Z' },
  ...{ steps: 2, cover: null, own: null, instructions: '', attempts: null, attempt_counts: 'best', remind_days: 1 },
  sums: { learners: 3, started: 2, completed: 1, needs_help: 1, help_step: stepId(2) },
  ...{ contents: [step(1), step(2)], to: { groups: [], members: [], names: [] }, version: 1 },
  can: { edit: true, editSteps: false, remove: false, work: false, moves: [] },
};
const NAMES = ['Ada', 'Ben', 'Cem'];
const work = (member: number, at: number, about: Partial<WorkOf> = {}): WorkOf => ({
  ...{ step_id: stepId(at), member_id: memberId(member), name: NAMES[member]!, state: 'not_started', watched: 0, attempts: 0, score: null },
  ...{ answer: '', late: false, needs_help: false, doubt: false, by_teacher: false, comment: '' },
  ...about,
});
const done = { state: 'completed' as const };
const WORK = [
  ...[work(0, 1, done), work(1, 1, done), work(2, 1)],
  ...[work(0, 2, { ...done, answer: 'Lava' }), work(1, 2, { comment: 'Lies nach.' }), work(2, 2, { needs_help: true })],
];
const sums = (at: number) => {
  const own = WORK.filter(({ step_id }) => step_id === stepId(at));
  const completed = own.filter(({ state }) => state === 'completed').length;
  const needs_help = own.filter((each) => each.needs_help).length;
  return { step_id: stepId(at), completed, started: 0, not_started: 3 - completed, needs_help, scores: null, heat: null };
};
const open = async (more = '', results = WORK) => {
  const api = fakeApi(
    on(assignments.read, assignment),
    on(assignmentResults.ofAssignment, { steps: [sums(1), sums(2)], work: results }),
    on(assignmentResults.remind, { reminded: 1, before: 0 }),
    on(assignmentResults.commentAll, { commented: 1, kept: 1 }),
  );
  const view = readAssignmentView(`tab=results&assignment=${id}${more}`);
  await show(<ResultsDetail cls={classOf()} view={view} go={() => undefined} />, { user: person({ school_id: 'school-1' }) });
  await screen.findByRole('heading', { level: 1 });
  return api;
};
const names = () => screen.getAllByRole('rowheader').map((head) => within(head).getByRole('link').textContent);

it('lists learners who need help before all others', async () => {
  await open();
  expect(screen.getByText(/^fällig/).textContent).toContain('2030');
  expect(names()).toEqual(['Cem', 'Ada', 'Ben']);
  expect(screen.getByRole('row', { name: /Ben/ }).textContent).toContain('1 von 2');
  expect(screen.getByRole('columnheader', { name: /Frage 2/ }).textContent).toContain('1 von 3 fertig');
  expect(screen.getByRole('link', { name: '1 braucht Hilfe' }).getAttribute('href')).toContain(`step=${stepId(2)}`);
});

it('counts the comments on each step', async () => {
  await open();
  expect(screen.getByRole('columnheader', { name: /Frage 2.*1 von 3 fertig · 1 braucht Hilfe · 1 Kommentar/ })).toBeDefined();
  expect(screen.getByRole('columnheader', { name: /Frage 1/ }).textContent).not.toContain('Kommentar');
});

it('sorts learners by name and by progress', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Lernende' }));
  expect(names()).toEqual(['Ada', 'Ben', 'Cem']);
  fireEvent.click(screen.getByRole('button', { name: 'Erledigt' }));
  expect(names()).toEqual(['Cem', 'Ben', 'Ada']);
  fireEvent.change(screen.getByLabelText('Reihenfolge'), { target: { value: '-done' } });
  expect(names()).toEqual(['Ada', 'Ben', 'Cem']);
});

it('reminds the selected learners who have not finished', async () => {
  const api = await open();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Alle auf dieser Seite auswählen' }));
  fireEvent.click(screen.getByRole('button', { name: 'Erinnern (2)' }));
  await waitFor(() => expect(api.to(assignmentResults.remind)[0]!.body).toEqual({ members: [memberId(2), memberId(1)] }));
});

it('sends one comment to all selected learners', async () => {
  const api = await open();
  fireEvent.click(screen.getByLabelText(/Ben/));
  fireEvent.click(screen.getByLabelText(/Cem/));
  fireEvent.click(screen.getByRole('button', { name: 'Kommentieren (2)' }));
  expect((screen.getByLabelText('Zu welchem Schritt?') as HTMLSelectElement).value).toBe(stepId(2));
  expect(screen.getByLabelText('Den vorhandenen Kommentar ersetzen')).toHaveProperty('checked', false);
  fireEvent.change(screen.getByLabelText('Kommentar'), { target: { value: 'Schau noch einmal ins Buch.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Kommentar senden' }));
  await waitFor(() =>
    expect(api.to(assignmentResults.commentAll)[0]!.body).toEqual({
      members: [memberId(2), memberId(1)],
      comment: 'Schau noch einmal ins Buch.',
      replace: false,
    }),
  );
});

it('ignores steps added after the assignment was loaded', async () => {
  const added = WORK.map((each) => ({ ...each, step_id: stepId(3) }));
  await open('', [...WORK, ...added]);
  expect(screen.getByRole('row', { name: /Ben/ }).textContent).toContain('1 von 2');
});

it("opens a learner's work on a step from its cell", async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: /Ada, Frage 2/ }));
  const dialog = screen.getByRole('dialog');
  expect(within(dialog).getByText('Lava')).toBeDefined();
  expect(within(dialog).getByRole('button', { name: /^Kommentar/ })).toBeDefined();
});

it("lists the learners' results for one step", async () => {
  await open(`&step=${stepId(2)}`);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Frage 2');
  expect(screen.getAllByRole('heading', { level: 3 })[0]!.textContent).toBe('Cem');
  expect(screen.getByRole('link', { name: 'Voriger Schritt' }).getAttribute('href')).toContain(`step=${stepId(1)}`);
});
