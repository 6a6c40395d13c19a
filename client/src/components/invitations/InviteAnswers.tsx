import type { BulkRow } from '@fundus/contract/invitations/invitations';
import { href } from '@fundus/contract/screens';
import { Copy } from 'lucide-react';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { TextField } from '../../ui/fields/Field.tsx';
import { copyText } from '../../ui/copy-text.ts';
import './invitations.css';

/** Shows the new link with a copy button. */
export function CreatedLink({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useT();
  const address = `${location.origin}${href('invitation', { id })}`;
  const copy = async () => {
    if (await copyText(address)) showSnackbar({ text: t('invitations.copied'), type: 'success' });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('invitations.made')}
      closeLabel={t('app.close')}
      foot={
        <>
          <Button variant="line" onClick={onClose}>
            {t('app.close')}
          </Button>
          <Button variant="primary" icon={<Copy />} onClick={() => void copy()}>
            {t('invitations.copy.action')}
          </Button>
        </>
      }
    >
      <p className="invite-ask">{t('invitations.made.text')}</p>
      <TextField label={t('invitations.address')} value={address} readOnly onFocus={(event) => event.target.select()} />
    </Dialog>
  );
}

/** Shows the result for each address of a bulk invitation. */
export function BulkInvitationResult({ rows, onClose }: { rows: readonly BulkRow[]; onClose: () => void }) {
  const { t } = useT();
  const sent = rows.filter(({ result }) => result === 'sent').length;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('invitations.answered', { count: sent })}
      closeLabel={t('app.close')}
      foot={
        <Button variant="primary" onClick={onClose}>
          {t('app.close')}
        </Button>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="invite-answers" tabIndex={0} role="region" aria-label={t('table.lines')}>
        <table>
          <tbody>
            {rows.map((row) => (
              <tr key={row.line} className={row.result === 'invalid' ? 'bad' : undefined}>
                <td className="num">{row.line}</td>
                <td>{row.email || '–'}</td>
                <td>{t(`invitations.result.${row.result}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}
