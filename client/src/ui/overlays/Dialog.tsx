import { X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { IconButton } from '../Button.tsx';
import { openModal } from './modal-stack.ts';
import './dialog.css';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Label of the close button. */
  closeLabel: string;
  /** `sheet` slides in from the bottom of the page. */
  variant?: 'dialog' | 'sheet';
  className?: string;
  foot?: ReactNode;
  children: ReactNode;
};

const FIELDS = ':is(input:not([type=file], [type=hidden]), select, textarea):enabled';

/**
 * Focuses the first field instead of the close button, except on touch screens, whose keyboard would cover the text, and for fields that open a list
 * on focus.
 */
function focusFirstField(dialog: HTMLElement): void {
  if (matchMedia('(pointer: coarse)').matches) return;
  const first = dialog.querySelector<HTMLElement>(`.dialog-body ${FIELDS}`);
  if (first?.role !== 'combobox') first?.focus();
}

/** Modal dialog based on the native element, which traps and restores the focus and closes on Escape. */
export function Dialog({ open, ...rest }: Props) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({ onClose, title, closeLabel, variant = 'dialog', className = '', foot, children }: Omit<Props, 'open'>) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();

  // Must be a layout effect, whose cleanup runs while the element is still in the document and can restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current!;
    const close = openModal(dialog);
    focusFirstField(dialog);
    return close;
  }, []);

  return (
    // Escape is the keyboard's way to close; a click on the backdrop is only a convenience beside the button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={ref}
      aria-labelledby={id}
      className={`${variant} ${className}`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      <div className="dialog-box">
        <div className="dialog-head">
          <h2 id={id}>{title}</h2>
          <IconButton label={closeLabel} icon={<X />} onClick={onClose} />
        </div>
        <div className="dialog-body">{children}</div>
        {foot && <div className="dialog-foot">{foot}</div>}
      </div>
    </dialog>
  );
}
