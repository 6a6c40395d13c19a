import { useId, type ReactNode } from 'react';
import '../../ui/fields/field.css';
import './rich-text-editor.css';

type Props = {
  label: string;
  hint?: string | undefined;
  error?: string | null | undefined;
  /** Renders toolbar and text, whose attributes it receives. Omitted while the editor loads. */
  children?: (attributes: {
    'aria-labelledby': string;
    'aria-describedby': string | undefined;
    'aria-invalid': true | undefined;
  }) => ReactNode;
};

/** Shows label, hint and error around an editor. */
export function RichTextFrame({ label, hint, error, children }: Props) {
  const id = useId();
  return (
    <div className="field">
      <div className="field-head">
        {/* The label is a heading, because headings in the text follow it. */}
        <h2 className="rte-label" id={id}>
          {label}
        </h2>
      </div>
      {hint && (
        <p className="small-print" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className={children ? 'rte' : 'rte rte-loading'} aria-busy={!children}>
        {children?.({
          'aria-labelledby': id,
          'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
          'aria-invalid': error ? true : undefined,
        })}
      </div>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
