import { routines } from '@fundus/contract/routines/routines';
import { signOn } from '@fundus/contract/accounts/sign-on';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { query, useCall } from '../../../api/query.ts';
import { Failed } from '../../../components/page/Failed.tsx';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { PlaceholderLines } from '../../../ui/Skeleton.tsx';
import { MetadataReader } from './MetadataReader.tsx';
import { SignOnPortal } from './SignOnPortal.tsx';
import './sign-on.css';

const LISTS = 'accounts.lists';

/** Shows the identity providers to the operator (docs/behaviour/accounts.md#sign-on-in-the-administration). */
export function Screen() {
  const { t } = useT();
  const { data, error, refetch } = useQuery({ ...query(signOn.list), staleTime: 0 });
  const run = useCall(routines.run, { refreshes: [signOn.list] });
  const compare = () =>
    run.mutate(
      { params: { name: LISTS } },
      {
        onSuccess: ({ items }) => {
          const failed = items.find(({ name }) => name === LISTS)?.state === 'failed';
          showSnackbar({ text: t(failed ? 'signOn.list.problem' : 'signOn.list.done'), type: failed ? 'error' : 'success' });
        },
        onError: ({ code }) =>
          showSnackbar({ text: t(code === 'state_conflict' ? 'signOn.list.busy' : 'error.unavailable'), type: 'error' }),
      },
    );
  return (
    <div className="wrap sign-on">
      <PageHeading title={t('signOn.title')} />
      <p className="small-print">{t('signOn.lead')}</p>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!error && !data && <PlaceholderLines />}
      {data && (
        <>
          {data.items.length === 0 && <p>{t('signOn.none')}</p>}
          {data.items.some(({ people_list }) => people_list !== null) && (
            <Button variant="line" icon={<RefreshCw />} disabled={run.isPending} onClick={compare}>
              {t('signOn.list.now')}
            </Button>
          )}
          {data.items.map((portal) => (
            <SignOnPortal key={portal.id} portal={portal} />
          ))}
          <MetadataReader />
        </>
      )}
    </div>
  );
}
