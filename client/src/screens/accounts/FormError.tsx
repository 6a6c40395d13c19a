import type { AppError } from '@fundus/contract/errors';
import { useT } from '../../i18n/translate.ts';
import { FormProblem } from '../../ui/FormProblem.tsx';
import './accounts.css';
import { waitText } from './rule-text.ts';

/** What went wrong with a form as a whole; nothing where its fields say it. */
export function FormError({ error }: { error: AppError | null }) {
  const { t } = useT();
  if (!error || (error.code === 'validation_failed' && error.field !== 'token')) return null;
  const text = error.code === 'too_many_attempts' ? waitText(t, error.details?.retry_after) : t(`error.${error.code}`, { name: '' });
  return <FormProblem>{text}</FormProblem>;
}
