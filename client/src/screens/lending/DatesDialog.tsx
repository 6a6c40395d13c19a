import { lendingFeed } from '@fundus/contract/lending/feed';
import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { query, useCall } from '../../api/query.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { TextField } from '../../ui/Field.tsx';
import { FormProblem } from '../../ui/FormProblem.tsx';
import { refusalWords } from './words.ts';
import './borrow.css';

/** Own dates: as a file, or at an address a calendar follows. */
export function DatesDialog({ onClose }: { onClose: () => void }) {
  const { t, locale } = useT();
  const feed = useQuery({ ...query(lendingFeed.feed), staleTime: 0 });
  const make = useCall(lendingFeed.makeFeed, { refreshes: [lendingFeed.feed] });
  const end = useCall(lendingFeed.endFeed, { refreshes: [lendingFeed.feed] });
  const address = make.data && `${location.origin}${make.data.path}`;
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
        {address && <TextField label={t('lending.dates.address')} readOnly value={address} />}
        <div>
          {address && (
            <Button
              variant="primary"
              icon={<Copy />}
              onClick={() =>
                void copyText(address).then((copied) => copied && showSnackbar({ text: t('lending.dates.copied'), type: 'success' }))
              }
            >
              {t('lending.dates.copy')}
            </Button>
          )}
          <Button variant={address ? 'line' : 'primary'} disabled={make.isPending} onClick={() => make.mutate({ body: {} })}>
            {t(feed.data?.made_at ? 'lending.dates.renew' : 'lending.dates.make')}
          </Button>
          {feed.data?.made_at && (
            <Button variant="line" disabled={end.isPending} onClick={() => end.mutate({}, { onSuccess: () => make.reset() })}>
              {t('lending.dates.end')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
