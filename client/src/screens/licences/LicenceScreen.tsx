import { licences } from '@fundus/contract/licences';
import { href } from '@fundus/contract/screens';
import { useQuery } from '@tanstack/react-query';
import { FileX2 } from 'lucide-react';
import { query } from '../../api/query.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { PageHeading } from '../../components/PageHeading.tsx';
import type { ScreenProps } from '../../components/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Bar, Late } from '../../ui/Skeleton.tsx';
import './licence-screen.css';
import { LicencePage } from './LicencePage.tsx';

/** A licence in the context of school or district (behaviour.md 5.3): seats, who has them, codes, history. */
export function Screen({ params }: ScreenProps<'school-media-detail'>) {
  const { t } = useT();
  const asked = useQuery({ ...query(licences.read, { params: { id: params.codeId } }), staleTime: 0, retry: false });
  const licence = asked.data?.medium.identifier === params.mediaId ? asked.data : undefined;
  const missing = asked.data ? !licence : asked.error?.code === 'not_found' || asked.error?.code === 'validation_failed';
  return (
    <div className="wrap licence">
      {licence ? (
        <LicencePage licence={licence} />
      ) : missing ? (
        <EmptyState icon={<FileX2 />} title={t('licence.missing')} heading={(words) => <PageHeading title={words} />}>
          <p>{t('licence.missing.text')}</p>
          <ButtonLink variant="primary" href={href('library', { tab: 'licences' })}>
            {t('library.licences')}
          </ButtonLink>
        </EmptyState>
      ) : asked.error ? (
        <EmptyState icon={<FileX2 />} title={t('library.failed')} heading={(words) => <PageHeading title={words} />}>
          <p>{t(`error.${asked.error.code}`)}</p>
          <Button variant="primary" onClick={() => void asked.refetch()}>
            {t('app.retry')}
          </Button>
        </EmptyState>
      ) : (
        <Late>
          <div className="licence-bones" aria-hidden="true">
            <Bar width="9em" />
            <Bar width="60%" height="2.5rem" />
            <Bar width="40%" />
            <Bar width="100%" height="14rem" />
          </div>
        </Late>
      )}
    </div>
  );
}
