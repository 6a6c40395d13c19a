import type { AppError } from '@fundus/contract/errors';
import type { lendingFeed } from '@fundus/contract/lending/calendar/feed';
import type { schools } from '@fundus/contract/schools/schools';
import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { query, useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { TextField } from '../../ui/fields/Field.tsx';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';
import './feed-address.css';

type Feed = Pick<typeof lendingFeed, 'feed' | 'makeFeed' | 'endFeed'>;

type Props = {
  /** Calls that read, create and delete the feed. */
  calls: Feed | Pick<typeof schools, keyof Feed>;
  formatError: (error: AppError) => string;
};

/** Lets the user create, copy, renew and delete the secret address of a calendar feed. The address is displayed only once, after its creation. */
export function FeedAddress({ calls, formatError }: Props) {
  const { t } = useT();
  const { feed, makeFeed, endFeed } = calls as Feed;
  const known = useQuery({ ...query(feed), staleTime: 0 });
  const make = useCall(makeFeed, { refreshes: [feed] });
  const end = useCall(endFeed, { refreshes: [feed] });
  const error = make.error ?? end.error;
  const made = Boolean(known.data?.made_at);
  const isPending = make.isPending || end.isPending;
  const path = make.data?.path;
  const address = path === undefined ? undefined : `${location.origin}${path}`;
  return (
    <>
      <FormProblem>{error && formatError(error)}</FormProblem>
      {address && <TextField label={t('app.feed.address')} readOnly value={address} />}
      <div className="feed-does">
        {address && (
          <Button
            variant="primary"
            icon={<Copy />}
            onClick={() => void copyText(address).then((copied) => copied && showSnackbar({ text: t('app.feed.copied'), type: 'success' }))}
          >
            {t('app.feed.copy')}
          </Button>
        )}
        <Button variant={address ? 'line' : 'primary'} disabled={isPending} onClick={() => make.mutate({ body: {} })}>
          {t(made ? 'app.feed.renew' : 'app.feed.make')}
        </Button>
        {made && (
          <Button variant="line" disabled={isPending} onClick={() => end.mutate({}, { onSuccess: () => make.reset() })}>
            {t('app.feed.end')}
          </Button>
        )}
      </div>
    </>
  );
}
