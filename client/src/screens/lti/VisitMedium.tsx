import { ltiVisit } from '@fundus/contract/lti/lti';
import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { query } from '../../api/query.ts';
import { EmptyState } from '../../components/page/EmptyState.tsx';
import { Failed } from '../../components/page/Failed.tsx';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import { useT } from '../../i18n/translate.ts';
import type { Playback } from '../../player/playback/playback.ts';
import { PlayedMedium } from '../../player/viewers/PlayedMedium.tsx';
import type { StepReports } from '../../player/viewers/viewer-props.ts';
import { ViewerLoading } from '../../player/viewers/ViewerState.tsx';
import './lti.css';

type Props = {
  identifier: string;
  part: { start_s: number | null; end_s: number | null };
  /** Title of the medium in its list. */
  title?: string;
  school?: string;
  onPlayback?: (playback: Playback | null) => void;
  reports?: StepReports;
};

/** Returns the query of a medium. It is never refetched, because its file URLs are valid for hours. */
export const readVisitMedium = (identifier: string) => ({
  ...query(ltiVisit.medium, { params: { identifier } }),
  staleTime: Infinity,
  retry: false,
});

/** Shows a medium that was opened from a learning platform. */
export function VisitMedium({ identifier, part, title, school = '', onPlayback = ignore, reports }: Props) {
  const { t } = useT();
  const read = useQuery(readVisitMedium(identifier));
  if (read.error?.code === 'licence_missing')
    return (
      <EmptyState icon={<Lock />} title={t('lti.visit.closed.title')} heading={(words) => <PageHeading title={words} />}>
        {school && <p>{t('lti.visit.closed.hint', { school })}</p>}
      </EmptyState>
    );
  if (read.error) return <Failed error={read.error} onRetry={() => void read.refetch()} />;
  if (!read.data) return <ViewerLoading />;
  const medium = read.data;
  return (
    <>
      <PageHeading title={title ?? medium.fn_titel} />
      <div className="lti-stage">
        <PlayedMedium
          item={{ title: title ?? medium.fn_titel, ...part }}
          medium={medium}
          nothing={<p>{t('list.present.nothing')}</p>}
          onPlayback={onPlayback}
          reports={reports}
        />
      </div>
      {medium.fn_kurztext && <p className="lti-words">{medium.fn_kurztext}</p>}
    </>
  );
}

const ignore = (): void => undefined;
