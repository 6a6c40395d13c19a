import { ScanBarcode } from 'lucide-react';
import { useState, type Ref } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/fields/Field.tsx';
import '../parts/desk.css';

type Props = { ref: Ref<HTMLInputElement>; label: string; hint: string; action: string; onCode: (code: string) => void };

/** Field for codes from a scanner or the keyboard, which is cleared after each code. */
export function ScanField({ ref, label, hint, action, onCode }: Props) {
  const [code, setCode] = useState('');
  return (
    <form
      className="desk-field"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setCode('');
        onCode(code.trim());
      }}
    >
      <Field label={label} hint={hint}>
        {(ids) => (
          <input
            {...ids}
            ref={ref}
            className="desk-code"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={40}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" icon={<ScanBarcode />}>
        {action}
      </Button>
    </form>
  );
}
