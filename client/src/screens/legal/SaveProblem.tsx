import type { AppError } from '@fundus/contract/errors';
import { formatDate } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';

/** Shows why saving failed. After a concurrent change, the user decides whether to overwrite it. */
export function SaveProblem({ error, onReplace }: { error: AppError | null; onReplace: (version: number) => void }) {
  const { t, locale } = useT();
  if (!error) return null;
  if (error.code !== 'version_conflict') {
    return <FormProblem>{t(`error.${error.code}`)}</FormProblem>;
  }
  const { version, changed_by, changed_at } = error.details as { version: number; changed_by: string | null; changed_at: string | null };
  return (
    <FormProblem>
      <p>
        {t('legal.edit.conflict', {
          name: changed_by ?? t('legal.edit.conflict.somebody'),
          date: changed_at ? formatDate(changed_at, 'long', locale) : '–',
        })}
      </p>
      <Button variant="line" onClick={() => onReplace(version)}>
        {t('legal.edit.conflict.action')}
      </Button>
    </FormProblem>
  );
}
