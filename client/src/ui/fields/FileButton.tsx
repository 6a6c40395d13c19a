import type { ReactNode } from 'react';
import { useRef } from 'react';
import { Button } from '../Button.tsx';

type Props = {
  accept: string;
  icon?: ReactNode;
  variant?: 'line' | 'quiet';
  flush?: boolean;
  disabled?: boolean;
  /** Accessible name, needed if the text does not name the file. */
  label?: string;
  onFile: (file: File) => void;
  children: ReactNode;
};

/** Button that opens the file picker. The same file can be selected twice in a row. */
export function FileButton({ accept, icon, variant = 'line', flush, disabled, label, onFile, children }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button flush={flush} variant={variant} icon={icon} disabled={disabled} aria-label={label} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-hidden="true"
        tabIndex={-1}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
