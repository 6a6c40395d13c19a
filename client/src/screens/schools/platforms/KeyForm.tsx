import { ltiPlatforms } from '@fundus/contract/lti/platforms';
import type { SchoolLine } from '@fundus/contract/schools/schools';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { schoolErrorText } from '../problems.ts';
import { SchoolPicker } from '../SchoolPicker.tsx';
import './platforms.css';

/** Adds a learning platform that uses LTI 1.1. The secret is displayed only once. */
export function KeyForm({ address, onClose }: { address: string; onClose: () => void }) {
  const { t } = useT();
  const [name, setName] = useState('');
  const [origin, setOrigin] = useState('');
  const [school, setSchool] = useState<SchoolLine | null>(null);
  const add = useCall(ltiPlatforms.addKey, { refreshes: [ltiPlatforms.platforms] });
  if (add.data) {
    const { platform, secret } = add.data;
    const values = [
      { label: t('lti.admin.value.form_url'), value: address },
      { label: t('lti.admin.key'), value: platform.client_id },
      { label: t('lti.admin.secret'), value: secret },
    ];
    const copy = async (text: string): Promise<void> => {
      if (await copyText(text)) showSnackbar({ text: t('lti.admin.copied'), type: 'success' });
    };
    return (
      <Dialog open onClose={onClose} title={t('lti.admin.saved', { name: platform.name })} closeLabel={t('app.close')}>
        <p className="platforms-about">{t('lti.admin.secret.hint')}</p>
        {values.map(({ label, value }) => (
          <div key={label} className="platforms-copied">
            <TextField label={label} value={value} readOnly />
            <IconButton label={t('lti.admin.copy', { what: label })} icon={<Copy />} onClick={() => void copy(value)} />
          </div>
        ))}
      </Dialog>
    );
  }
  const wrong = add.error?.code === 'validation_failed' && (add.error.field ?? '').startsWith('origins');
  const ready = school !== null && name.trim() !== '' && origin.trim() !== '';
  return (
    <FormDialog
      title={t('lti.admin.key.add')}
      action={t('lti.admin.save')}
      disabled={add.isPending || !ready}
      problem={add.error && !wrong ? schoolErrorText(t, add.error) : null}
      onSend={() => ready && add.mutate({ body: { name: name.trim(), origins: [origin.trim()], school_id: school.id } })}
      onClose={onClose}
    >
      <p className="platforms-about">{t('lti.admin.key.hint')}</p>
      <TextField label={t('lti.admin.name')} autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />
      <TextField
        label={t('lti.admin.key.origin')}
        hint={t('lti.admin.key.origin.hint')}
        error={wrong ? t('lti.admin.origins.wrong') : null}
        autoComplete="off"
        spellCheck={false}
        value={origin}
        onChange={(event) => setOrigin(event.target.value)}
      />
      <SchoolPicker label={t('lti.admin.school')} chosen={school?.id ?? ''} onChoose={setSchool} />
    </FormDialog>
  );
}
