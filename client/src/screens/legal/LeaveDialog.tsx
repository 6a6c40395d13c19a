import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

/** Asks before changes are lost. */
export function LeaveDialog({ open, onStay, onLeave }: { open: boolean; onStay: () => void; onLeave: () => void }) {
  const { t } = useT();
  return (
    <Dialog
      open={open}
      onClose={onStay}
      title={t('legal.edit.leave')}
      closeLabel={t('app.close')}
      foot={
        <>
          <Button onClick={onLeave}>{t('legal.edit.leave.action')}</Button>
          <Button variant="primary" onClick={onStay}>
            {t('legal.edit.stay')}
          </Button>
        </>
      }
    >
      <p>{t('legal.edit.leave.text')}</p>
    </Dialog>
  );
}
