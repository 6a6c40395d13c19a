import { ltiPlatforms } from '@fundus/contract/lti/platforms';
import type { PlatformService } from '@fundus/contract/lti/rules';
import type { SchoolLine } from '@fundus/contract/schools/schools';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { schoolErrorText } from '../problems.ts';
import { ServicesField } from './PlatformSettings.tsx';
import { SchoolPicker } from '../SchoolPicker.tsx';

/** Creates a registration link for a learning platform, which is displayed only once. */
export function InvitePlatform({ onClose }: { onClose: () => void }) {
  const { t } = useT();
  const [school, setSchool] = useState<SchoolLine | null>(null);
  const [services, setServices] = useState<readonly PlatformService[]>([]);
  const invite = useCall(ltiPlatforms.invitePlatform, { refreshes: [ltiPlatforms.platforms] });
  const made = invite.data;
  if (made && school) {
    const copy = async (): Promise<void> => {
      if (await copyText(made.url)) showSnackbar({ text: t('lti.admin.copied'), type: 'success' });
    };
    return (
      <Dialog
        open
        onClose={onClose}
        title={t('lti.admin.invite.made', { school: school.name })}
        closeLabel={t('app.close')}
        foot={
          <Button variant="primary" icon={<Copy />} onClick={() => void copy()}>
            {t('lti.admin.copy', { what: t('lti.admin.invite') })}
          </Button>
        }
      >
        <TextField label={t('lti.admin.invite')} hint={t('lti.admin.invite.hint')} value={made.url} readOnly />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title={t('lti.admin.invite')}
      action={t('lti.admin.invite.make')}
      disabled={!school || invite.isPending}
      onClose={onClose}
      onAction={() => school && invite.mutate({ body: { school_id: school.id, services: [...services] } })}
    >
      {invite.error && <FormProblem>{schoolErrorText(t, invite.error)}</FormProblem>}
      <p>{t('lti.admin.invite.hint')}</p>
      <SchoolPicker label={t('lti.admin.school')} chosen={school?.id ?? ''} onChoose={setSchool} />
      <ServicesField services={services} onChange={setServices} />
    </ConfirmDialog>
  );
}
