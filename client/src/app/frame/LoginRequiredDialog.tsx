import { href } from '@fundus/contract/screens';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { SignInAgain } from '../../screens/accounts/SignInAgain.tsx';
import { closeLoginDialog, useLoginDialog } from '../../stores/login-required.ts';

/**
 * Asks a guest before redirecting to the sign-in page. If the session has expired, the user signs in inside the dialog and the page behind it stays
 * open.
 */
export function LoginRequiredDialog({ onLogin }: { onLogin: () => void }) {
  const { t } = useT();
  const { user, resume } = useSession();
  const open = useLoginDialog();
  const close = () => closeLoginDialog();
  if (user)
    return (
      <Dialog
        open={open}
        onClose={close}
        title={t('login.expired.title')}
        closeLabel={t('app.close')}
        foot={
          <>
            <ButtonLink href={href('login')} target="_blank">
              {t('login.expired.tab')}
            </ButtonLink>
            <Button onClick={close}>{t('app.cancel')}</Button>
          </>
        }
      >
        <SignInAgain user={user} onUser={resume} />
      </Dialog>
    );
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('login.required.title')}
      closeLabel={t('app.close')}
      foot={
        <>
          <Button onClick={close}>{t('app.cancel')}</Button>
          <Button
            variant="primary"
            onClick={() => {
              close();
              onLogin();
            }}
          >
            {t('login.action')}
          </Button>
        </>
      }
    >
      <p>{t('login.required.text')}</p>
    </Dialog>
  );
}
