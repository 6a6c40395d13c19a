import { Copy, Printer } from 'lucide-react';
import { copyText } from '../../../ui/copy-text.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import '../parts/accounts.css';

/** Shows the recovery codes, which are displayed only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useT();
  const copy = async () => {
    const copied = await copyText(codes.join('\n'));
    showSnackbar({ text: t(copied ? 'factor.codes.copied' : 'factor.codes.notCopied'), type: copied ? 'success' : 'error' });
  };
  return (
    <div className="recovery-codes">
      <h2>{t('factor.codes.title')}</h2>
      <p>{t('factor.codes.text')}</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="account-buttons">
        <Button variant="primary" onClick={onDone}>
          {t('factor.codes.done')}
        </Button>
        <Button icon={<Copy />} onClick={() => void copy()}>
          {t('factor.codes.copy')}
        </Button>
        <Button icon={<Printer />} onClick={() => print()}>
          {t('factor.codes.print')}
        </Button>
      </div>
    </div>
  );
}
