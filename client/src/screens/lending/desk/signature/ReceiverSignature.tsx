import type { Signature } from '@fundus/contract/lending/orders/signature';
import { PenLine, X } from 'lucide-react';
import { useState } from 'react';
import { FormDialog } from '../../../../components/forms/FormDialog.tsx';
import { useT } from '../../../../i18n/translate.ts';
import { Button, IconButton } from '../../../../ui/Button.tsx';
import { createSignatureForm, signatureOf } from './sign-strokes.ts';
import { SignatureFields } from './SignatureFields.tsx';
import './signature.css';

type Props = {
  /** Suggested name of the signer. */
  name: string;
  signature: Signature | null;
  onChange: (signature: Signature | null) => void;
};

/** Shows whether the receiver has signed for the devices being handed over, and opens the signature dialog. */
export function ReceiverSignature({ name, signature, onChange }: Props) {
  const { t } = useT();
  const [asking, setAsking] = useState(false);
  return (
    <div className="sign-state">
      {signature ? (
        <PenLine />
      ) : (
        <Button variant="line" icon={<PenLine />} onClick={() => setAsking(true)}>
          {t('lending.sign')}
        </Button>
      )}
      <p role="status">
        {signature && (
          <>
            <strong>{t(signature.strokes.length > 0 ? 'lending.sign.done' : 'lending.sign.done.typed', { name: signature.name })}</strong>
            <span className="small-print">{t('lending.sign.done.hint')}</span>
          </>
        )}
      </p>
      {signature && <IconButton label={t('lending.sign.remove')} icon={<X />} onClick={() => onChange(null)} />}
      {asking && (
        <SignDialog
          name={name}
          onDone={(signed) => {
            setAsking(false);
            onChange(signed);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function SignDialog({ name, onDone, onClose }: { name: string; onDone: (signature: Signature) => void; onClose: () => void }) {
  const { t } = useT();
  const [signing, setSigning] = useState(() => createSignatureForm(name));
  const signature = signatureOf(signing);
  return (
    <FormDialog
      title={t('lending.sign')}
      action={t('lending.sign.keep')}
      disabled={signature === null}
      problem={null}
      onSend={() => signature && onDone(signature)}
      onClose={onClose}
    >
      <SignatureFields signing={signing} onChange={setSigning} />
    </FormDialog>
  );
}
