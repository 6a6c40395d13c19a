import type { Class } from '@fundus/contract/classes/classes';
import type { AppError } from '@fundus/contract/errors';
import type { ReactNode } from 'react';
import { useT } from '../../../i18n/translate.ts';
import { Link } from '../../../ui/Link.tsx';
import { Bar, ShowDelayed } from '../../../ui/Skeleton.tsx';
import { Failed } from '../../page/Failed.tsx';
import { PageHeading } from '../../page/PageHeading.tsx';
import { resultsHref } from '../assignment-href.ts';

/** Shows a placeholder while results are loading, or the error if they could not be loaded. */
export function ResultsWaiting({ cls, error, onRetry }: { cls: Class; error: AppError | null; onRetry: () => void }): ReactNode {
  const { t } = useT();
  if (!error)
    return (
      <ShowDelayed>
        <Bar width="50%" height="2.5rem" />
        <Bar width="100%" height="18rem" />
      </ShowDelayed>
    );
  if (error.code !== 'not_found')
    return (
      <>
        <PageHeading title={t('class.tab.results')} />
        <Failed error={error} onRetry={onRetry} />
      </>
    );
  return (
    <>
      <PageHeading title={t('assignment.results.unknown')} />
      <p>
        {t('assignment.results.unknown.hint')} <Link href={resultsHref(cls.id)}>{t('assignment.results.toAll')}</Link>
      </p>
    </>
  );
}
