import { AppError } from '@fundus/contract/errors';
import { mails } from '@fundus/contract/mails/calls';
import { mailTemplateOf, type TextRow } from '@fundus/contract/setup/texts';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import './translation-screen.css';

/** Sends the user a test mail with the texts of the draft. */
export function TestMail({ lang, rows }: { lang: string; rows: readonly TextRow[] }) {
  const { t } = useT();
  const templates = [...new Set(rows.flatMap((row) => (row.state === 'unused' ? [] : (mailTemplateOf(row.key) ?? []))))];
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const template = chosen && templates.includes(chosen) ? chosen : templates[0];
  if (!template) return null;

  const send = async () => {
    setBusy(true);
    try {
      const { to } = await call(mails.testMail, { params: { lang }, body: { template } });
      showSnackbar({ text: t('texts.testMail.sent', { address: to }), type: 'success' });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const text = error.code === 'not_available' ? t('texts.testMail.noAddress') : t(`error.${error.code}`, { name: '' });
      showSnackbar({ text, type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="texts-test" aria-label={t('texts.testMail')}>
      <Select
        label={t('texts.testMail.which')}
        value={template}
        options={templates.map((value) => ({ value, label: `mail.${value}` }))}
        onChange={setChosen}
      />
      <Button variant="line" icon={<Mail />} disabled={busy} onClick={() => void send()}>
        {t('texts.testMail.send')}
      </Button>
      <p className="small-print">{t('texts.testMail.lead')}</p>
    </section>
  );
}
