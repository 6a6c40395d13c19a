import { useT } from '../../../../i18n/translate.ts';
import { Checkbox, TextField } from '../../../../ui/fields/Field.tsx';
import type { SignatureForm } from './sign-strokes.ts';
import { SignaturePad } from './SignaturePad.tsx';
import './signature.css';

type Props = { signing: SignatureForm; onChange: (signing: SignatureForm) => void };

/** Shows fields in which the receiver signs or confirms the receipt by typing a name (docs/behaviour/lending.md#signatures). */
export function SignatureFields({ signing, onChange }: Props) {
  const { t } = useT();
  const { name, strokes, confirmed } = signing;
  return (
    <div className="sign">
      <p className="sign-words">{t('lending.sign.words')}</p>
      <TextField
        label={t('lending.sign.name')}
        maxLength={120}
        autoComplete="off"
        value={name}
        onChange={({ target }) => onChange({ ...signing, name: target.value })}
      />
      <SignaturePad strokes={strokes} onChange={(next) => onChange({ ...signing, strokes: next })} />
      {strokes.length === 0 && (
        <Checkbox
          label={t('lending.sign.confirm')}
          checked={confirmed}
          onChange={({ target }) => onChange({ ...signing, confirmed: target.checked })}
        />
      )}
    </div>
  );
}
