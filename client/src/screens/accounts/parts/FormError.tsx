import type { AppError } from '@fundus/contract/errors';
import { useT } from '../../../i18n/translate.ts';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { formProblem } from './rule-text.ts';

/** Shows the error that concerns the whole form. Renders nothing if the fields show the error. */
export function FormError({ error }: { error: AppError | null }) {
  const { t } = useT();
  return <FormProblem>{formProblem(t, error)}</FormProblem>;
}
