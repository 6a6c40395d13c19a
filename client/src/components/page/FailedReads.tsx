import { AppError, ERRORS } from '@fundus/contract/errors';
import { useQueryClient, type Query } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';

const SERVER_FAULT = 500;

/** Returns whether a visible read failed because of a server error. A refused read is not a failure, because the page omits that part. */
const hasFailed = (read: Query): boolean =>
  read.isActive() && read.state.data === undefined && read.state.error instanceof AppError && ERRORS[read.state.error.code] >= SERVER_FAULT;

/**
 * Reports failed reads of a page that hides empty parts, so that a failed part is not mistaken for an empty one. The button retries only the failed
 * reads.
 */
export function FailedReads() {
  const { t } = useT();
  const cache = useQueryClient().getQueryCache();
  const failed = useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => cache.getAll().some(hasFailed),
  );
  const again = () => {
    for (const read of cache.getAll().filter(hasFailed)) void read.fetch().catch(() => undefined);
  };
  return (
    failed && (
      <div className="block-s">
        <FormProblem>
          <p>{t('app.partFailed')}</p>
          <Button variant="line" onClick={again}>
            {t('app.retry')}
          </Button>
        </FormProblem>
      </div>
    )
  );
}
