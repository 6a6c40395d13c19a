import type { AppError } from '@fundus/contract/errors';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';

/** Shows why a read failed, with a retry button. */
export function Failed({ error, onRetry }: { error: AppError; onRetry: () => void }) {
  const { t } = useT();
  return (
    <FormProblem>
      <p>{t(`error.${error.code}`, { name: '' })}</p>
      <Button variant="line" onClick={onRetry}>
        {t('app.retry')}
      </Button>
    </FormProblem>
  );
}
