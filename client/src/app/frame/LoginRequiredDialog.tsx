import { href } from '@fundus/contract/screens';
import { useT } from '../../i18n/translate.ts';
import { setLoginDialog, useLoginDialog } from '../../stores/login-required.ts';
import { useSession } from '../../stores/session.ts';
import { unsaved } from '../../stores/unsaved.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';

/**
 * Asks before leaving for the sign-in page (docs/specification.md#constants, 640 px wide). If a session has expired and the page holds
 * something unsaved, the person signs in in another tab; this one continues then (`App.tsx`).
 */
export function LoginRequiredDialog({ onLogin }: { onLogin: () => void }) {
  const { t } = useT();
  const { user } = useSession();
  const open = useLoginDialog();
  const close = () => setLoginDialog(false);
  const keeps = user !== false && unsaved().length > 0;
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t(user ? 'login.expired.title' : 'login.required.title')}
      closeLabel={t('app.close')}
      foot={
        <>
          <Button onClick={close}>{t('app.cancel')}</Button>
          {keeps ? (
            <ButtonLink variant="primary" href={href('login')} target="_blank">
              {t('login.expired.tab')}
            </ButtonLink>
          ) : (
            <Button
              variant="primary"
              onClick={() => {
                close();
                onLogin();
              }}
            >
              {t('login.action')}
            </Button>
          )}
        </>
      }
    >
      <p>{t(user ? (keeps ? 'login.expired.unsaved' : 'login.expired.text') : 'login.required.text')}</p>
    </Dialog>
  );
}
