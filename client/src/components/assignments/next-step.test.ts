/** Tests of the order in which a learner works on the steps. */
import type { Assignment, Step } from '@fundus/contract/assignments/assignments';
import { expect, it } from 'vitest';
import { nextStep, stepTargetHref } from './next-step.ts';

type About = { done?: boolean; open?: boolean; medium?: boolean };
const step = (id: string, { done = false, open = true, medium = true }: About = {}) =>
  ({ id, open, kind: medium ? 'media' : 'text', identifier: medium ? `FU-${id}` : null, item: medium ? {} : null, work: { state: done ? 'completed' : 'not_started' } }) as Step; // oxfmt-ignore
const one = (contents: Step[], work = true) => ({ id: 'a-1', class: { id: 'c-1', name: '8b' }, contents, can: { work } }) as Assignment;

it.each<[string, Step[], string, string | undefined]>([
  ['a question between two films', [step('1', { done: true }), step('2', { medium: false }), step('3')], '1', '2'],
  ['the following step before its own is done', [step('1'), step('2')], '1', '2'],
  ['the next unfinished step behind a finished one', [step('1'), step('2', { done: true }), step('3')], '1', '3'],
  ['an unfinished step before the last one', [step('1'), step('2', { done: true }), step('3', { done: true })], '3', '1'],
  ['no step that cannot be opened', [step('1'), step('2', { open: false }), step('3')], '1', '3'],
  ['nothing after the last unfinished step', [step('1', { done: true }), step('2')], '2', undefined],
])('returns %s', (_, contents, from, to) => expect(nextStep(one(contents), from)?.id).toBe(to));

it('returns the following step of a closed assignment, finished or not', () => {
  const closed = one([step('1'), step('2', { done: true, medium: false }), step('3')], false);
  expect(nextStep(closed, '1')?.id).toBe('2');
  expect(nextStep(closed, '3')).toBeUndefined();
});

it('links to the page of a medium or to the anchor of a question', () => {
  expect(stepTargetHref(one([]), step('1'))).toContain('step=1');
  expect(stepTargetHref(one([]), step('2', { medium: false }))).toMatch(/assignment=a-1#step-2$/);
});
