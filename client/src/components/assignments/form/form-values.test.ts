/** Tests of the values of an assignment form: initial values, validation and request body. */
import { describe, expect, test } from 'vitest';
import {
  bodyOf,
  completionsOf,
  findProblems,
  linkStep,
  mediumStep,
  moveStep,
  NO_VALUES,
  partStep,
  stepsOfList,
  textStep,
} from './form-values.ts';

const film = { identifier: 'film', viewer: 'video' } as const;
const NOW = new Date('2026-11-23T08:00:00Z');
const titleOf = () => 'Vulkane';
const good = { ...NO_VALUES, title: 'Vulkane', steps: [mediumStep(film)] };

test('sends a medium with start and end times as a part', () => {
  const steps = [mediumStep(film), partStep(film, { title: '', start_s: 20, end_s: 41 }), linkStep('https://x.example', 'Karte'), textStep('Fasse zusammen.', 'answer_text')]; // oxfmt-ignore
  expect(bodyOf({ ...good, steps, due: '2026-11-30T08:00', attempts: '3' }, titleOf)).toEqual({
    title: 'Vulkane',
    instructions: '',
    visible_from: null,
    due_at: '2026-11-30T07:00:00.000Z',
    attempts: 3,
    attempt_counts: 'best',
    remind_days: 1,
    to: { groups: [], members: [] },
    steps: [
      { kind: 'medium', identifier: 'film', task: '', completion: 'viewed' },
      { kind: 'sequence', identifier: 'film', title: 'Vulkane', start_s: 20, end_s: 41, task: '', completion: 'viewed' },
      { kind: 'external', url: 'https://x.example', title: 'Karte', task: '', completion: 'self_marked' },
      { kind: 'text', title: 'Fasse zusammen.', task: '', completion: 'answer_text' },
    ],
  });
  expect(bodyOf({ title: ' Neu ' }, titleOf)).toEqual({ title: 'Neu' });
});

describe('validation', () => {
  const many = {
    ...good,
    steps: [linkStep('x', 'Karte'), textStep('', 'self_marked'), { ...mediumStep(film), start: '0:40', end: '0:20' }],
  };
  test.each([
    [good, []],
    [NO_VALUES, ['title', 'steps']],
    [{ ...good, due: '2026-11-22T08:00' }, ['due_at']],
    [{ ...good, due: '2026-11-30T99:00' }, ['due_at']],
    [{ ...good, from: '2026-12-02', due: '2026-12-01T08:00' }, ['due_at']],
    [{ ...good, from: 'bald' }, ['visible_from']],
    [{ ...good, to: { whole: false, groups: [], members: [] } }, ['to']],
    [many, ['steps.0', 'steps.1', 'steps.2']],
    [{ ...good, steps: [{ ...mediumStep(film), completion: 'score' as const, pass: '120' }] }, ['steps.0']],
  ])('%#', (values, fields) => expect(Object.keys(findProblems(values, { now: NOW, due: true, draft: false }))).toEqual(fields));

  test('accepts a past due date that was not changed', () =>
    expect(findProblems({ ...good, due: '2026-11-22T08:00' }, { now: NOW, due: false, draft: false })).toEqual({}));
});

test('offers completion rules that match the kind of step', () => {
  expect(completionsOf('medium', { viewer: 'h5p' })[0]).toBe('score');
  expect(completionsOf('medium', { viewer: 'video' })).not.toContain('score');
  expect(completionsOf('medium', { viewer: 'link' })[0]).toBe('self_marked');
  expect(completionsOf('text', undefined)).not.toContain('viewed');
});

test('converts the visible items of a list to steps with their notes as tasks', () => {
  const item = { id: '1', identifier: 'film', item: film, title: 'Vulkane', note_learner: 'Zähle.', visible_to_learners: true, url: null };
  const items = [
    { ...item, kind: 'media' },
    { ...item, kind: 'heading', identifier: null, item: null },
    { ...item, kind: 'sequence', title: 'Kern', start_s: 10, end_s: 30 },
    { ...item, kind: 'media', visible_to_learners: false },
    { ...item, kind: 'external', identifier: null, item: null, url: 'https://x.example', title: 'Karte' },
  ];
  expect(stepsOfList(items as never).map(({ kind, title, start, task }) => [kind, title, start, task])).toEqual([
    ['medium', '', '', 'Zähle.'],
    ['medium', 'Kern', '0:10', 'Zähle.'],
    ['external', 'Karte', '', 'Zähle.'],
  ]);
});

test('moves a step before the given position', () => {
  const steps = ['a', 'b', 'c'].map((key) => ({ key }));
  const order = (key: string, before: number) => moveStep(steps, key, before).map((step) => step.key).join(''); // oxfmt-ignore
  expect([order('a', 3), order('a', 2), order('c', 0), order('b', 1), order('b', 9), order('x', 0)]).toEqual([
    'bca',
    'bac',
    'cab',
    'abc',
    'acb',
    'abc',
  ]);
});
