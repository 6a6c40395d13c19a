import { X } from 'lucide-react';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { IconButton } from '../Button.tsx';
import { openModal } from './modal-stack.ts';
import './dialog.css';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Label of the closing button. */
  closeLabel: string;
  /** `sheet` opens from the bottom of the page. */
  variant?: 'dialog' | 'sheet';
  className?: string;
  foot?: ReactNode;
  children: ReactNode;
};

const FIELDS = ':is(input:not([type=file], [type=hidden]), select, textarea):enabled';

/**
 * Focuses the first field instead of the closing button. Leaves the focus there on a touch screen, whose keyboard would cover the text, and
 * before a field that opens a list on focus.
 */
function focusFirstField(dialog: HTMLElement): void {
  if (matchMedia('(pointer: coarse)').matches) return;
  const first = dialog.querySelector<HTMLElement>(`.dialog-body ${FIELDS}`);
  if (first?.role !== 'combobox') first?.focus();
}

/** Shows a modal on the native dialog element, which traps and returns the focus and closes on Escape. */
export function Dialog({ open, ...rest }: Props) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({ onClose, title, closeLabel, variant = 'dialog', className = '', foot, children }: Omit<Props, 'open'>) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();

  // A layout effect, because its clean-up runs while the element is still in the page and can return the focus.
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
