import { lendingFeed } from '@fundus/contract/lending/feed';
import { useQuery } from '@tanstack/react-query';
import { query, useCall } from '../../api/query.ts';
import { FeedAddress } from '../../components/page/FeedAddress.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useT } from '../../i18n/translate.ts';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { refusalWords } from './words.ts';
import './borrow.css';

/** Own dates: as a file, or at an address a calendar follows. */
export function DatesDialog({ onClose }: { onClose: () => void }) {
  const { t, locale } = useT();
  const feed = useQuery({ ...query(lendingFeed.feed), staleTime: 0 });
  const make = useCall(lendingFeed.makeFeed, { refreshes: [lendingFeed.feed] });
  const end = useCall(lendingFeed.endFeed, { refreshes: [lendingFeed.feed] });
  const error = make.error ?? end.error;
  return (
    <Dialog open title={t('lending.dates')} closeLabel={t('app.close')} onClose={onClose}>
      <div className="lending-stack">
        <p>
          <a href={lendingFeed.dates.path} download>
            {t('lending.dates.file')}
          </a>
        </p>
        <p>{t('lending.dates.feed')}</p>
        <FormProblem>{error && refusalWords(t, error, locale)}</FormProblem>
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
