/** Which fields are wrong and why, from the contract's own check or from the server's refusal. */
import { AppError, type FieldProblem } from '@fundus/contract/errors';
import type { MessageKey } from '@fundus/contract/messages';
import { problemsIn } from '@fundus/contract/problems';
import type { z } from 'zod';
import type { Translate } from '../../i18n/translate.ts';

/** Field → broken rule. Of several problems of a field the first one counts. */
function rulesOf(problems: readonly FieldProblem[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { field, rule } of problems) if (field) found[field] ??= rule;
  return found;
}

/** What the contract's own check found. */
export const findProblems = (issues: readonly z.core.$ZodIssue[] = []): Record<string, string> => rulesOf(problemsIn(issues));

const listProblems = ({ details }: AppError): FieldProblem[] => (Array.isArray(details?.problems) ? details.problems : []);

/** What the server refused. */
export const findRefused = (error: AppError): Record<string, string> => rulesOf(listProblems(error));

const isAt = (field: string | undefined, name: string): boolean => field?.split('.')[0] === name;

/**
 * What is wrong with one field, of all a refusal names; what is wrong with one of a list is said at the list. `words` are the form's own; where
 * it has none for the field the broken rule is said. Null for a field that is right.
 */
export function sayAt(t: Translate, error: AppError | null, name: string, words: (error: AppError) => string): string | null {
  const problem = error && listProblems(error).find(({ field }) => isAt(field, name));
  if (!error || !problem) return error && isAt(error.field, name) ? words(error) : null;
  const own = words(new AppError(error.code, { field: problem.field, details: { ...error.details, problems: [problem] } }));
  const key = problem.message_key as MessageKey | undefined;
  return key && own === t('error.validation_failed') ? t(key as 'error.rule.max.string', { count: problem.limit ?? 0 }) : own;
}

/** Whether every field a refusal names is one of these. */
export function isSaidAt(error: AppError, names: readonly string[]): boolean {
  const fields = [...listProblems(error).map(({ field }) => field), ...(error.field === undefined ? [] : [error.field])];
  return fields.length > 0 && fields.every((field) => names.some((name) => isAt(field, name)));
}
