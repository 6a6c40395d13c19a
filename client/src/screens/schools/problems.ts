/** Error messages for schools. */
import type { AppError } from '@fundus/contract/errors';
import type { MessageKey } from '@fundus/contract/messages';
import { t as translate, type Translate } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';

const RULES: Record<string, MessageKey> = {
  required: 'schools.rule.required',
  format: 'schools.rule.format',
  min: 'schools.rule.min',
};

export function schoolErrorText(t: Translate, error: AppError): string {
  if (error.code === 'state_conflict' && error.details?.reason === 'last_admin') return t('people.lastAdmin');
  if (error.code === 'state_conflict' && error.details?.reason === 'admin') return t('people.role.notLearner');
  if (error.code === 'validation_failed' && (error.field === 'vorname' || error.field === 'name')) return t('people.rename.format');
  if (error.code === 'already_exists' && error.field === 'number') return t('schools.number.taken');
  if (error.field === 'number' && typeof error.details?.pattern === 'string')
    return t('schools.number.pattern', { pattern: error.details.pattern });
  const [first] = (error.details?.problems ?? []) as { rule?: string }[];
  const rule = error.code === 'validation_failed' && first?.rule ? RULES[first.rule] : undefined;
  return t(rule ?? `error.${error.code}`, { name: '' });
}

/** Shows an error in a snackbar. */
export const showError = (error: AppError): void => showSnackbar({ text: schoolErrorText(translate, error), type: 'error' });
