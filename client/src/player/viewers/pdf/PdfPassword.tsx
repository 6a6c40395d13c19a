import { useState } from 'react';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { PasswordField } from '../../../ui/fields/Field.tsx';
import '../viewer-frame.css';

/** Asks for the password of a document. The password is not sent, because pdf.js decrypts the document in the browser. */
export function PdfPassword({ wrong, onAnswer }: { wrong: boolean; onAnswer: (password: string) => void }) {
  const { t } = useT();
  const [password, setPassword] = useState('');
  return (
    <form
      className="viewer-state viewer-question"
      onSubmit={(event) => {
        event.preventDefault();
        if (password !== '') onAnswer(password);
      }}
    >
      <p>{t('player.pdf.locked')}</p>
      <PasswordField
        label={t('player.pdf.password')}
        showLabel={t('login.password.show')}
        value={password}
        autoComplete="off"
        error={wrong ? t('player.pdf.password.wrong') : null}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" variant="primary" disabled={password === ''}>
        {t('player.pdf.unlock')}
      </Button>
    </form>
  );
}
