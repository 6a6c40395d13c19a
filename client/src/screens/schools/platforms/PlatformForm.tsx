import { ltiPlatforms } from '@fundus/contract/lti/platforms';
import type { PlatformService } from '@fundus/contract/lti/rules';
import type { SchoolLine } from '@fundus/contract/schools/schools';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useFields } from '../../../components/forms/use-fields.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { TextField } from '../../../ui/fields/Field.tsx';
import { schoolErrorText } from '../problems.ts';
import { ServicesField } from './PlatformSettings.tsx';
import { SchoolPicker } from '../SchoolPicker.tsx';

const NAMES = ['name', 'issuer', 'client_id', 'deployment', 'auth_url', 'token_url', 'jwks_url'] as const;
type Name = (typeof NAMES)[number];

/** Adds a learning platform manually. The fields are in the same order as in Moodle. */
export function PlatformForm({ onClose }: { onClose: () => void }) {
  const { t } = useT();
  const [school, setSchool] = useState<SchoolLine | null>(null);
  const [services, setServices] = useState<readonly PlatformService[]>([]);
  const add = useCall(ltiPlatforms.addPlatform, { refreshes: [ltiPlatforms.platforms] });
  const { values, problem, text } = useFields(() => Object.fromEntries(NAMES.map((name) => [name, ''])) as Record<Name, string>, {
    error: add.error,
    at: NAMES,
    words: (error) => (error.code === 'already_exists' ? t('lti.admin.taken') : schoolErrorText(t, error)),
  });
  const trimmed = Object.fromEntries(NAMES.map((name) => [name, values[name].trim()])) as Record<Name, string>;
  const ready = school !== null && NAMES.every((name) => name === 'token_url' || trimmed[name] !== '');
  const done = (): void => {
    showSnackbar({ text: t('lti.admin.saved', { name: trimmed.name }), type: 'success' });
    onClose();
  };
  return (
    <FormDialog
      title={t('lti.admin.add')}
      action={t('lti.admin.save')}
      disabled={add.isPending || !ready}
      problem={problem}
      onSend={() => ready && add.mutate({ body: { ...trimmed, school_id: school.id, services: [...services] } }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>{t('lti.admin.add.hint')}</p>
      {NAMES.map((name) => (
        <TextField key={name} label={t(`lti.admin.${name}`)} autoComplete="off" spellCheck={false} {...text(name)} />
      ))}
      <SchoolPicker label={t('lti.admin.school')} chosen={school?.id ?? ''} onChoose={setSchool} />
      <ServicesField services={services} onChange={setServices} />
    </FormDialog>
  );
}
