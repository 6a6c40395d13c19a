import { useId, type ReactNode } from 'react';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Props = {
  title: string;
  /** Label of the submit button. */
  action: string;
  disabled?: boolean;
  /** Label of the button that closes the dialog, if "cancel" could mean the action. */
  dismiss?: string | undefined;
  /** Buttons that replace "cancel". */
  others?: ReactNode;
  /** Error that concerns the whole form. */
  problem: string | null;
  onSend: () => void;
  onClose: () => void;
  /** CSS class of the form. */
  className?: string;
  children: ReactNode;
};

/** Shows a form in a dialog with a Cancel and a submit button. An error that concerns the whole form is shown above the fields. */
export function FormDialog({ title, action, disabled, dismiss, others, problem, onSend, onClose, className, children }: Props) {
  const form = useId();
  return (
    <ConfirmDialog
      title={title}
      action={action}
      disabled={disabled ?? false}
      dismiss={dismiss}
      others={others}
      onClose={onClose}
      form={form}
    >
      <form
        id={form}
        className={className}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSend();
        }}
      >
        <FormProblem>{problem}</FormProblem>
        {children}
      </form>
    </ConfirmDialog>
  );
}
