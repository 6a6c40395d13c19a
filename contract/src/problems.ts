/**
 * What is wrong with a field, as data: the broken rule, and the key of the sentence that says it in the reader's language. The one place where
 * findings of zod become ours; its own sentences are English and reach nobody.
 */
import type { z } from 'zod';

/**
 * One wrong field of a form. `rule` is the broken rule: `required`, `max`, `format` …; `limit` the most or the least there may be; `value` which
 * one of a list. */
export type FieldProblem = { field: string; rule: string; message_key?: string; limit?: number; value?: string };

/** Rules with a sentence of their own (`error.rule.<rule>`); of another one is said that it is not possible here. */
export const RULES_WITH_WORDS = ['required', 'min', 'max', 'format', 'choice', 'range', 'unknown', 'wrong', 'same', 'taken'] as const;
/** Of what a limit is told; a day is told by its domain. */
const COUNTED = ['string', 'number', 'array'] as const;

type Issue = z.core.$ZodIssue;

const isCounted = (origin: string): origin is (typeof COUNTED)[number] => (COUNTED as readonly string[]).includes(origin);

function ruleOf(issue: Issue): string {
  switch (issue.code) {
    case 'too_big':
      return 'max';
    case 'too_small':
      return Number(issue.minimum) === 1 && (issue.origin === 'string' || issue.origin === 'array') ? 'required' : 'min';
    case 'invalid_type':
      return issue.input === undefined ? 'required' : 'type';
    case 'invalid_value':
      return 'choice';
    case 'unrecognized_keys':
      return 'unknown';
    case 'custom':
      // A check of ours names its rule; one that does not leaves a sentence of zod here.
      return /^[a-z_]+$/i.test(issue.message) ? issue.message : 'format';
    default:
      return 'format';
  }
}

/** The sentence of a rule, for what its limit counts. */
export function messageKeyOf(rule: string, counted?: string): string {
  if (rule === 'type') return 'error.rule.format';
  if (!(RULES_WITH_WORDS as readonly string[]).includes(rule)) return 'error.rule.other';
  return counted === undefined ? `error.rule.${rule}` : `error.rule.${rule}.${counted}`;
}

/** What zod found, in our words. Of unknown parts each is a problem of its own. */
export function problemsIn(issues: readonly Issue[]): FieldProblem[] {
  return issues.flatMap((issue) => {
    const rule = ruleOf(issue);
    const path = issue.path.map(String);
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ field: [...path, key].join('.'), rule, message_key: messageKeyOf(rule) }));
    const limit = issue.code === 'too_big' ? issue.maximum : issue.code === 'too_small' ? issue.minimum : undefined;
    const counted =
      rule !== 'required' && limit !== undefined && 'origin' in issue && isCounted(issue.origin ?? '') ? issue.origin : undefined;
    const problem = { field: path.join('.'), rule, message_key: messageKeyOf(rule, counted) };
    return [counted === undefined ? problem : { ...problem, limit: Number(limit) }];
  });
}
