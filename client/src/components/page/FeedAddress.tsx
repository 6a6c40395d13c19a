import { Copy } from 'lucide-react';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { TextField } from '../../ui/Field.tsx';
import './feed-address.css';

type Props = {
  /** There is an address, which only whoever noted it knows. */
  made: boolean;
  /** Of the one that was made just now: it is shown this once. */
  path: string | undefined;
  isPending: boolean;
  onMake: () => void;
  onEnd: () => void;
};

/** The secret address a calendar follows: made, copied, renewed and switched off. */
export function FeedAddress({ made, path, isPending, onMake, onEnd }: Props) {
  const { t } = useT();
  const address = path === undefined ? undefined : `${location.origin}${path}`;
  return (
    <>
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
        <Button variant={address ? 'line' : 'primary'} disabled={isPending} onClick={onMake}>
          {t(made ? 'app.feed.renew' : 'app.feed.make')}
        </Button>
        {made && (
          <Button variant="line" disabled={isPending} onClick={onEnd}>
            {t('app.feed.end')}
          </Button>
        )}
      </div>
    </>
  );
}
