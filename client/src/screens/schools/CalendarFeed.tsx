import { schools } from '@fundus/contract/schools/schools';
import { useQuery } from '@tanstack/react-query';
import { query, useCall } from '../../api/query.ts';
import { FeedAddress } from '../../components/page/FeedAddress.tsx';
import { useT } from '../../i18n/translate.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormProblem } from '../../ui/FormProblem.tsx';
import './calendar.css';

/** The address a calendar of one's own follows what ends by. */
export function CalendarFeed({ district, onClose }: { district: boolean; onClose: () => void }) {
  const { t } = useT();
  const feed = useQuery({ ...query(schools.feed), staleTime: 0 });
  const make = useCall(schools.makeFeed, { refreshes: [schools.feed] });
  const end = useCall(schools.endFeed, { refreshes: [schools.feed] });
  const error = make.error ?? end.error;
  return (
    <Dialog open title={t('schools.calendar.feed')} closeLabel={t('app.close')} onClose={onClose}>
      <div className="calendar-feed">
        <p>{t(district ? 'schools.calendar.feed.about.district' : 'schools.calendar.feed.about')}</p>
        <p className="quiet">{t('schools.calendar.feed.secret')}</p>
        <FormProblem>{error && t(`error.${error.code}`)}</FormProblem>
        <FeedAddress
          made={Boolean(feed.data?.made_at)}
          path={make.data?.path}
          isPending={make.isPending || end.isPending}
          onMake={() => make.mutate({ body: {} })}
          onEnd={() => end.mutate({}, { onSuccess: () => make.reset() })}
        />
      </div>
    </Dialog>
  );
}
