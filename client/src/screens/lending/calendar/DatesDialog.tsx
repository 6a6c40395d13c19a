import { lendingFeed } from '@fundus/contract/lending/calendar/feed';
import { FeedAddress } from '../../../components/page/FeedAddress.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { refusalText } from '../parts/words.ts';
import '../parts/borrow.css';

/** Offers the dates of the user's loans as a file and as a calendar subscription. */
export function DatesDialog({ onClose }: { onClose: () => void }) {
  const { t, locale } = useT();
  return (
    <Dialog open title={t('lending.dates')} closeLabel={t('app.close')} onClose={onClose}>
      <div className="lending-stack">
        <p>
          <a href={lendingFeed.dates.path} download>
            {t('lending.dates.file')}
          </a>
        </p>
        <p>{t('lending.dates.feed')}</p>
        <FeedAddress calls={lendingFeed} formatError={(error) => refusalText(t, error, locale)} />
      </div>
    </Dialog>
  );
}
