import { isAdministrator } from '@fundus/contract/access';
import { licences } from '@fundus/contract/licences/licences';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { FileX2 } from 'lucide-react';
import { useEffect } from 'react';
import { isUnknown } from '../../api/is-unknown.ts';
import { query } from '../../api/query.ts';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import type { ScreenProps } from '../../components/page/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Bar, ShowDelayed } from '../../ui/Skeleton.tsx';
import './licence-screen.css';
import { LicencePage } from './LicencePage.tsx';

/** Shows managers of a school or district a licence with its seats, holders, codes and history (docs/behaviour/licences.md#page). */
export function Screen({ params, go }: ScreenProps<'school-media-detail'>) {
  const { t } = useT();
  const { user } = useSession();
  const result = useQuery({ ...query(licences.read, { params: { id: params.codeId } }), staleTime: 0, retry: false });
  const licence = result.data?.medium.identifier === params.mediaId ? result.data : undefined;
  const missing = result.data ? !licence : isUnknown(result.error);
  // Users who do not manage licences are redirected to the page of the medium, which opens it with their own licence.
  const visitor = missing && !result.data && user && !isAdministrator(user) && !user.capabilities?.includes('cap_licences');
  const { mediaId, codeId } = params;
  useEffect(() => {
    if (visitor) go(href('library-media-detail', { mediaType: 'media', mediaId, codeId }), { replace: true });
  }, [visitor, go, mediaId, codeId]);
  return (
    <div className="wrap licence">
      {licence ? (
        <LicencePage licence={licence} />
      ) : missing && !visitor ? (
        <EmptyState icon={<FileX2 />} title={t('licence.missing')} heading={(words) => <PageHeading title={words} />}>
          <p>{t('licence.missing.text')}</p>
          <ButtonLink variant="primary" href={href('library', { tab: 'licences' })}>
            {t('library.licences')}
          </ButtonLink>
        </EmptyState>
      ) : result.error && !visitor ? (
        <EmptyState icon={<FileX2 />} title={t('library.failed')} heading={(words) => <PageHeading title={words} />}>
          <p>{t(`error.${result.error.code}`)}</p>
          <Button variant="primary" onClick={() => void result.refetch()}>
            {t('app.retry')}
          </Button>
        </EmptyState>
      ) : (
        <ShowDelayed>
          <div className="licence-bones" aria-hidden="true">
            <Bar width="9em" />
            <Bar width="60%" height="2.5rem" />
            <Bar width="40%" />
            <Bar width="100%" height="14rem" />
          </div>
        </ShowDelayed>
      )}
    </div>
  );
}
