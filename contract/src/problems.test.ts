import { expect, test } from 'vitest';
import { z } from 'zod';
import { AppError, errorBody, invalid, rejectInvalidFields } from './errors.ts';
import { dayOrEmpty, line } from './fields.ts';
import { TEXTS } from './messages.ts';
import { toFieldProblems, RULES_WITH_MESSAGES } from './problems.ts';

const find = (schema: z.ZodType, value: unknown) => toFieldProblems(schema.safeParse(value, { reportInput: true }).error?.issues ?? []);

/** Returns whether both languages have a text for the key, possibly in plural forms. */
const isSaid = (key: string): boolean =>
  [TEXTS['.'].de, TEXTS['.'].en].every((texts) => [key, `${key}_other`].some((each) => each in texts));

test.each<[string, z.ZodType, unknown, object]>([
  ['nothing', z.string(), undefined, { rule: 'required', message_key: 'error.rule.required' }],
  ['another type', z.string(), 7, { rule: 'type', message_key: 'error.rule.format' }],
  ['an empty name', line(60).min(1), '  ', { rule: 'required', message_key: 'error.rule.required' }],
  ['a short word', z.string().min(4), 'abc', { rule: 'min', message_key: 'error.rule.min.string', limit: 4 }],
  ['a long one', line(3), 'abcd', { rule: 'max', message_key: 'error.rule.max.string', limit: 3 }],
  ['a large number', z.int().max(5), 6, { rule: 'max', message_key: 'error.rule.max.number', limit: 5 }],
  ['a small number', z.int().min(2), 1, { rule: 'min', message_key: 'error.rule.min.number', limit: 2 }],
  ['many', z.array(z.int()).max(1), [1, 2], { rule: 'max', message_key: 'error.rule.max.array', limit: 1 }],
  ['none', z.array(z.int()).min(1), [], { rule: 'required', message_key: 'error.rule.required' }],
  ['no day', z.iso.date(), 'heute', { rule: 'format', message_key: 'error.rule.format' }],
  ['neither of two', dayOrEmpty, 'heute', { rule: 'format', message_key: 'error.rule.format' }],
  ['no choice', z.enum(['a']), 'b', { rule: 'choice', message_key: 'error.rule.choice' }],
  ['a rule of ours', z.string().refine(() => false, { message: 'throwaway' }), 'x', { rule: 'throwaway', message_key: 'error.rule.other' }],
  ['a check without a name', z.string().refine(() => false), 'x', { rule: 'format', message_key: 'error.rule.format' }],
  ['a fraction', z.int(), 1.5, { rule: 'type' }],
])('maps %s to a rule with a message key', (_, schema, value, expected) => {
  const [problem] = find(z.object({ a: schema }), { a: value });
  expect(problem).toMatchObject({ field: 'a', ...expected });
  expect(isSaid(problem!.message_key!)).toBe(true);
  expect(Object.keys(problem!)).not.toContain('message');
});

test('reports each unknown property separately with its path', () => {
  const schema = z.object({ days: z.array(z.strictObject({ from: z.iso.date() })) });
  expect(find(schema, { days: [{ from: '2026-01-01', x: 1, y: 2 }, {}] }).map(({ field, rule }) => [field, rule])).toEqual([
    ['days.0.x', 'unknown'],
    ['days.0.y', 'unknown'],
    ['days.1.from', 'required'],
  ]);
});

test('has texts for all rules in both languages', () => {
  for (const rule of [...RULES_WITH_MESSAGES, 'other']) expect(isSaid(`error.rule.${rule}`), rule).toBe(true);
});

test('adds message keys to the details of domain errors', () => {
  const problemsOf = (error: AppError) => errorBody(error).error.details?.problems;
  expect(problemsOf(invalid('name', 'max'))).toEqual([{ field: 'name', rule: 'max', message_key: 'error.rule.max' }]);
  expect(problemsOf(new AppError('validation_failed', { field: 'q' }))).toEqual([
    { field: 'q', rule: 'format', message_key: 'error.rule.format' },
  ]);
  expect(errorBody(new AppError('not_found', { field: 'id' })).error.details).toBeUndefined();
});

test('reports all problems of a form in one error', () => {
  expect(() => rejectInvalidFields([false, false])).not.toThrow();
  const problems = [
    { field: 'seats', rule: 'required' },
    { field: 'valid_to', rule: 'range' },
  ];
  expect(() => rejectInvalidFields([false, ...problems])).toThrow(expect.objectContaining({ field: 'seats', details: { problems } }));
});
