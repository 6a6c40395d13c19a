import { useId, type ReactNode } from 'react';
import { FormProblem } from '../../ui/fields/FormProblem.tsx';
import { AskDialog } from './AskDialog.tsx';

type Props = {
  title: string;
  /** Words of the button that sends it. */
  action: string;
  disabled?: boolean;
  /** Other things to do with it, in place of "cancel". */
  others?: ReactNode;
  /** What is wrong with it as a whole. */
  problem: string | null;
  onSend: () => void;
  onClose: () => void;
  /** Of the form. */
  className?: string;
  children: ReactNode;
};

/** A dialog with a form: "cancel", the one button that sends it, and above its fields what is wrong with it as a whole. */
export function FormDialog({ title, action, disabled, others, problem, onSend, onClose, className, children }: Props) {
  const form = useId();
  return (
    <AskDialog title={title} action={action} disabled={disabled ?? false} others={others} onClose={onClose} form={form}>
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
    </AskDialog>
  );
}
