import { useT } from '../../i18n/translate.ts';
import type { Unsaved } from '../../stores/unsaved.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';

type Props = { open: boolean; what?: readonly Unsaved[]; onStay: () => void; onLeave: () => void };

/** Asks before the user discards unsaved changes or cancels uploads. */
export function LeaveDialog({ open, what = ['changes'], onStay, onLeave }: Props) {
  const { t } = useT();
  const first = what[0] ?? 'changes';
  return (
    <Dialog
      open={open}
      onClose={onStay}
      title={t(`app.leave.${first}`)}
      closeLabel={t('app.close')}
      foot={
        <>
          <Button onClick={onLeave}>{t(`app.leave.${first}.action`)}</Button>
          <Button variant="primary" onClick={onStay}>
            {t(`app.leave.${first}.stay`)}
          </Button>
        </>
      }
    >
      {what.map((one) => (
        <p key={one}>{t(`app.leave.${one}.text`)}</p>
      ))}
    </Dialog>
  );
}
