import { schools } from '@fundus/contract/schools/schools';
import { FeedAddress } from '../../../components/page/FeedAddress.tsx';
import { useT } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import './calendar.css';

/** Shows the URL of the calendar feed. */
export function CalendarFeed({ district, onClose }: { district: boolean; onClose: () => void }) {
  const { t } = useT();
  return (
    <Dialog open title={t('schools.calendar.feed')} closeLabel={t('app.close')} onClose={onClose}>
      <div className="calendar-feed">
        <p>{t(district ? 'schools.calendar.feed.about.district' : 'schools.calendar.feed.about')}</p>
        <p className="quiet">{t('schools.calendar.feed.secret')}</p>
        <FeedAddress calls={schools} formatError={({ code }) => t(`error.${code}`)} />
      </div>
    </Dialog>
  );
}
