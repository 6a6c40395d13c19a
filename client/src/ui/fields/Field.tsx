import { Eye, EyeOff } from 'lucide-react';
import { useId, useState, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { IconButton } from '../Button.tsx';
import './field.css';

export type FieldProps = {
  label: string;
  /** Short help text below the label. */
  hint?: string;
  /** Error message for the value, or `null`. */
  error?: string | null;
  /** Content next to the label, such as a link. */
  aside?: ReactNode;
  children: (ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode;
};

/** Form field with a label, a control, a hint and an error, linked by IDs. */
export function Field({ label, hint, error, aside, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
      </div>
      {hint && (
        <p className="small-print" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className="input">
        {children({ id, ...(described && { 'aria-describedby': described }), ...(error && { 'aria-invalid': true as const }) })}
      </div>
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {/* Follows the control in the document, so that the keyboard reaches the control first. */}
      {aside && <div className="field-aside">{aside}</div>}
    </div>
  );
}

type TextProps = Omit<FieldProps, 'children'> & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & { ref?: Ref<HTMLInputElement> };

export function TextField({ label, hint, error, aside, ...input }: TextProps) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(ids) => <input {...input} {...ids} />}
    </Field>
  );
}

/** Password field with a button that reveals the value. Pasting is allowed (WCAG 3.3.8). */
export function PasswordField({ label, hint, error, aside, showLabel, ...input }: TextProps & { showLabel: string }) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(ids) => (
        <>
          <input autoComplete="current-password" {...input} {...ids} type={shown ? 'text' : 'password'} />
          <IconButton label={showLabel} pressed={shown} icon={shown ? <EyeOff /> : <Eye />} onClick={() => setShown(!shown)} />
        </>
      )}
    </Field>
  );
}

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { label: string; hint?: string };

export function Checkbox({ label, hint, ...input }: CheckboxProps) {
  return (
    <label className="check">
      <input type="checkbox" {...input} />
      <span>
        {label}
        {hint && <span className="small-print">{hint}</span>}
      </span>
    </label>
  );
}
