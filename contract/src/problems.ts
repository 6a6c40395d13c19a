/**
 * Represents validation problems as data: the broken rule and the message key of its text. Only this file converts issues of zod, so users never see
 * zod's English messages.
 */
import type { z } from 'zod';

/**
 * One invalid field of a form. `rule` is the broken rule, such as `required` or `max`. `limit` is the maximum or minimum, `value` the invalid entry
 * of a list.
 */
export type FieldProblem = { field: string; rule: string; message_key?: string; limit?: number; value?: string };

/** Rules with a message of their own (`error.rule.<rule>`). All other rules share `error.rule.other`. */
export const RULES_WITH_MESSAGES = ['required', 'min', 'max', 'format', 'choice', 'range', 'unknown', 'wrong', 'same', 'taken'] as const;
/** Types whose limits are reported. Limits of dates are reported by their domains. */
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
      // Checks of the contract use the name of the rule as the message. Any other message comes from zod.
      return /^[a-z_]+$/i.test(issue.message) ? issue.message : 'format';
    default:
      return 'format';
  }
}

/** Returns the message key of a rule, depending on the unit of its limit. */
export function messageKeyOf(rule: string, counted?: string): string {
  if (rule === 'type') return 'error.rule.format';
  if (!(RULES_WITH_MESSAGES as readonly string[]).includes(rule)) return 'error.rule.other';
  return counted === undefined ? `error.rule.${rule}` : `error.rule.${rule}.${counted}`;
}

/** Converts issues of zod to field problems. Each unknown property becomes a separate problem. */
export function toFieldProblems(issues: readonly Issue[]): FieldProblem[] {
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
