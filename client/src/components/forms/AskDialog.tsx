import type { ReactNode } from 'react';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';

type Props = {
  title: string;
  /** Words of the button that does it. */
  action: string;
  disabled?: boolean;
  /** Other things to do here, in place of "cancel": the sign in the head closes as well. */
  others?: ReactNode;
  onClose: () => void;
  className?: string;
  children: ReactNode;
} & ({ onAction: () => void } | { /** Id of the form inside, which the button sends. */ form: string });

/** A dialog that asks before something is done: "cancel", and the one button that does it. */
export function AskDialog({ title, action, disabled = false, others, onClose, className, children, ...how }: Props) {
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
              {t('app.cancel')}
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
