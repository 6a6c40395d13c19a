import { expect, test } from 'vitest';
import { unitResult, startValues } from './scorm.ts';

test.each([
  ['1.2', { 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '8', 'cmi.core.score.max': '10' }, { status: 'passed', scaled: 0.8 }],
  ['1.2', { 'cmi.core.lesson_status': 'completed', 'cmi.core.score.raw': '' }, { status: 'completed', scaled: null }],
  ['1.2', { 'cmi.core.lesson_status': 'incomplete', 'cmi.core.score.raw': '120' }, { status: 'incomplete', scaled: 1 }],
  ['1.2', { 'cmi.core.lesson_status': 'not attempted', running: false }, { status: 'completed', scaled: null }],
  ['1.2', { 'cmi.core.lesson_status': 'not attempted', running: true }, { status: 'incomplete', scaled: null }],
  ['1.2', { 'cmi.core.lesson_status': 'browsed', running: false }, { status: 'incomplete', scaled: null }],
  [
    '2004',
    { 'cmi.success_status': 'failed', 'cmi.completion_status': 'completed', 'cmi.score.scaled': '-0.5' },
    { status: 'failed', scaled: 0 },
  ],
  [
    '2004',
    { 'cmi.success_status': 'unknown', 'cmi.completion_status': 'completed', 'cmi.score.raw': '5', 'cmi.score.max': '10' },
    { status: 'completed', scaled: 0.5 },
  ],
  ['2004', { 'cmi.success_status': 'unknown', 'cmi.completion_status': 'unknown', running: false }, { status: 'completed', scaled: null }],
] as const)('reads the outcome of a SCORM %s unit with %j as %j', (version, cmi, outcome) =>
  expect(unitResult(version, cmi)).toEqual(outcome),
);

test('starts a new attempt unless the last one was suspended or interrupted', () => {
  const entry = (cmi: Record<string, unknown> | null) => startValues('1.2', cmi, {})['cmi.core.entry'];
  expect([
    entry(null),
    entry({ 'cmi.core.exit': 'suspend' }),
    entry({ running: true }),
    entry({ 'cmi.core.exit': '', running: false }),
  ]).toEqual(['ab-initio', 'resume', 'resume', '']);
  const earlier = {
    'cmi.suspend_data': 'x',
    'cmi.core.session_time': '00:01:00',
    'cmi.core.credit': 'no-credit',
    'cmi.interactions.0.objectives': {},
    'cmi.comments': '',
  };
  // The session time is not restored, because it would be added twice.
  expect(startValues('1.2', earlier, { 'cmi.core.credit': 'credit' })).toEqual({
    'cmi.suspend_data': 'x',
    'cmi.core.credit': 'credit',
    'cmi.core.entry': '',
  });
});
