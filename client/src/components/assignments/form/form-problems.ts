/** Assigns errors to fields of the assignment form. */
import type { AppError } from '@fundus/contract/errors';
import type { MessageKey } from '@fundus/contract/messages';
import type { Translate } from '../../../i18n/translate.ts';
import { isShownAtField, problemTextAt } from '../../forms/form-problems.ts';
import { errorText } from '../assignment-reads.ts';
import type { AssignmentValues } from './form-values.ts';

/** Request names of form fields that are named differently in the request. */
const NAMED: Partial<Record<keyof AssignmentValues, string>> = { from: 'visible_from', due: 'due_at' };
const FIELDS = ['title', 'instructions', 'visible_from', 'due_at', 'attempts', 'to', 'steps'];

/** Returns the request names of form fields, including the names of single steps with errors. */
export const namesOf = (some: Partial<AssignmentValues>, found: Record<string, string>): string[] =>
  (Object.keys(some) as (keyof AssignmentValues)[]).flatMap((field) => {
    const name = NAMED[field] ?? field;
    return [name, ...Object.keys(found).filter((known) => known.startsWith(`${name}.`))];
  });

const isStep = (field: string): boolean => /^steps\.\d+$/.test(field);

/** Returns functions and texts for the errors of a form. Errors found by the form take precedence over the server's error. */
export function formProblemTexts(t: Translate, found: Record<string, string>, refusal: AppError | null) {
  return {
    problemAt: (field: string): string | null => {
      if (found[field]) return t(found[field] as MessageKey);
      if (!refusal) return null;
      const ofStep = /^steps\.\d+/.exec(refusal.field ?? '')?.[0];
      // The error of a single step is shown at that step.
      if (isStep(field)) return ofStep === field ? errorText(t, refusal) : null;
      return field === 'steps' && ofStep ? null : problemTextAt(t, refusal, field, (error) => errorText(t, error));
    },
    problem: refusal && !isShownAtField(refusal, FIELDS) ? errorText(t, refusal) : null,
  };
}
