import { useT } from '../i18n/translate.ts';
import { setLoginDialog, useLoginDialog } from '../stores/login-required.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';

/** Asks before leaving for the sign-in page (docs/specification.md#constants, 640 px wide). */
export function LoginRequiredDialog({ onLogin }: { onLogin: () => void }) {
  const { t } = useT();
  const open = useLoginDialog();
  const close = () => setLoginDialog(false);
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
