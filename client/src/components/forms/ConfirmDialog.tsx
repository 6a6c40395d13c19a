import type { ReactNode } from 'react';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';

type Props = {
  title: string;
  /** Label of the action button. */
  action: string;
  disabled?: boolean;
  /** Label of the button that closes the dialog, if "cancel" could mean the action. */
  dismiss?: string | undefined;
  /** Buttons that replace "cancel". The close button in the header remains. */
  others?: ReactNode;
  onClose: () => void;
  className?: string;
  children: ReactNode;
} & ({ onAction: () => void } | { /** Id of the form that the action button submits. */ form: string });

/** Shows a dialog with "cancel" and one action button. */
export function ConfirmDialog({ title, action, disabled = false, dismiss, others, onClose, className, children, ...how }: Props) {
  const { t } = useT();
  const does = 'form' in how ? ({ type: 'submit', form: how.form } as const) : { onClick: how.onAction };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={t('app.close')}
      {...(className && { className })}
      foot={
        <>
          {others ?? (
            <Button variant="line" onClick={onClose}>
              {dismiss ?? t('app.cancel')}
            </Button>
          )}
          <Button variant="primary" disabled={disabled} {...does}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
