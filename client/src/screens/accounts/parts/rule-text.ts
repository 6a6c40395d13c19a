/** Error texts for broken rules by field. */
import { PASSWORD_LENGTH } from '@fundus/contract/accounts/password-length';
import type { AppError } from '@fundus/contract/errors';
import type { MessageKey } from '@fundus/contract/messages';
import type { Translate } from '../../../i18n/translate.ts';

const SENTENCES: Record<string, MessageKey> = {
  'email.required': 'account.error.email.format',
  'email.format': 'account.error.email.format',
  'email.throwaway': 'account.error.email.throwaway',
  'email.invitation': 'account.error.email.invitation',
  'email.same': 'account.error.email.same',
  'school_id.required': 'account.error.school.required',
  'school_id.unknown': 'account.error.school.unknown',
  'borrower_code.format': 'account.error.borrowerCode',
  'borrower_code.unknown': 'account.error.borrowerCode',
  'terms.required': 'account.error.terms',
  'vorname.required': 'account.error.vorname',
  'name.required': 'account.error.name',
  'login.required': 'login.name.missing',
  'old.required': 'login.password.missing',
  'old.wrong': 'account.error.old',
  'repeat.different': 'account.error.repeat',
  'code.required': 'account.error.code.required',
  'code.wrong': 'account.error.code.wrong',
};

const PASSWORD: Record<string, MessageKey> = {
  required: 'account.error.password.required',
  min: 'account.error.password.min',
  max: 'account.error.password.max',
  common: 'account.error.password.common',
  personal: 'account.error.password.personal',
  same: 'account.error.password.same',
};

export function ruleText(t: Translate, field: string, rule: string): string {
  if (field === 'password' && PASSWORD[rule]) return t(PASSWORD[rule], PASSWORD_LENGTH);
  return t(SENTENCES[`${field}.${rule}`] ?? (rule === 'max' ? 'account.error.long' : 'account.error.format'));
}

/** Returns a text that says how long to wait. */
export const waitText = (t: Translate, seconds: unknown): string =>
  t('account.error.tooMany', { count: Math.max(1, Math.ceil(Number(seconds ?? 60) / 60)) });

/** Returns the text of an error that concerns the whole form, or `null` if the fields show the error. */
export function formProblem(t: Translate, error: AppError | null): string | null {
  if (!error || (error.code === 'validation_failed' && error.field !== 'token')) return null;
  if (error.code === 'too_many_attempts') return waitText(t, error.details?.retry_after);
  return t(`error.${error.code}`, { name: '' });
}
