/** Broken rules by field, from the client-side check or from the server. */
import { AppError, type FieldProblem } from '@fundus/contract/errors';
import type { MessageKey } from '@fundus/contract/messages';
import { toFieldProblems } from '@fundus/contract/problems';
import type { z } from 'zod';
import type { Translate } from '../../i18n/translate.ts';

/** Returns the broken rule of each field. Only the first error of a field counts. */
function rulesOf(problems: readonly FieldProblem[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { field, rule } of problems) if (field) found[field] ??= rule;
  return found;
}

/** Returns the broken rules by field, as found by a contract schema. */
export const findProblems = (issues: readonly z.core.$ZodIssue[] = []): Record<string, string> => rulesOf(toFieldProblems(issues));

const listProblems = ({ details }: AppError): FieldProblem[] => (Array.isArray(details?.problems) ? details.problems : []);

/** Returns the broken rules by field, as reported by the server. */
export const listServerProblems = (error: AppError): Record<string, string> => rulesOf(listProblems(error));

const isAt = (field: string | undefined, name: string): boolean => field?.split('.')[0] === name;

/**
 * Returns the error text of one field, or `null`. An error of a list item is shown at the list. `words` returns the form's own texts; if it has no
 * specific text, the text of the broken rule is returned.
 */
export function problemTextAt(t: Translate, error: AppError | null, name: string, words: (error: AppError) => string): string | null {
  const problem = error && listProblems(error).find(({ field }) => isAt(field, name));
  if (!error || !problem) return error && isAt(error.field, name) ? words(error) : null;
  const own = words(new AppError(error.code, { field: problem.field, details: { ...error.details, problems: [problem] } }));
  const key = problem.message_key as MessageKey | undefined;
  return key && own === t('error.validation_failed') ? t(key as 'error.rule.max.string', { count: problem.limit ?? 0 }) : own;
}

/** Returns whether all fields that an error names are among `names`. Returns `false` if it names none. */
export function isShownAtField(error: AppError, names: readonly string[]): boolean {
  const fields = [...listProblems(error).map(({ field }) => field), ...(error.field === undefined ? [] : [error.field])];
  return fields.length > 0 && fields.every((field) => names.some((name) => isAt(field, name)));
}
