import { ltiPlatforms, type Platform } from '@fundus/contract/lti/platforms';
import { PLATFORM_SERVICES, type PlatformService } from '@fundus/contract/lti/rules';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { Checkbox } from '../../../ui/fields/Field.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { schoolErrorText } from '../problems.ts';
import './platforms.css';

type Props = { platform: Platform; onClose: () => void };

/** Sets which services of a learning platform are used, and which sites may embed the portal. */
export function PlatformSettings({ platform, onClose }: Props) {
  const { t } = useT();
  const { id, version, name } = platform;
  const byKey = platform.lti === '1.1';
  const [services, setServices] = useState<readonly PlatformService[]>(platform.services);
  const [origins, setOrigins] = useState(platform.origins.join('\n'));
  const change = useCall(ltiPlatforms.changePlatform, { refreshes: [ltiPlatforms.platforms] });
  const lines = origins
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const wrong = change.error?.code === 'validation_failed' && (change.error.field ?? '').startsWith('origins');
  return (
    <FormDialog
      title={t('lti.admin.settings.title', { name })}
      action={t('app.save')}
      disabled={change.isPending || lines.length === 0}
      problem={change.error && !wrong ? schoolErrorText(t, change.error) : null}
      onSend={() =>
        change.mutate(
          { params: { id }, body: { version, ...(byKey ? {} : { services: [...services] }), origins: lines } },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      {!byKey && <ServicesField services={services} onChange={setServices} />}
      <TextArea
        label={t('lti.admin.origins')}
        hint={t('lti.admin.origins.hint')}
        rows={3}
        spellCheck={false}
        value={origins}
        error={wrong ? t('lti.admin.origins.wrong') : null}
        onChange={(event) => setOrigins(event.target.value)}
      />
    </FormDialog>
  );
}

type ServicesProps = { services: readonly PlatformService[]; onChange: (services: readonly PlatformService[]) => void };

export function ServicesField({ services, onChange }: ServicesProps) {
  const { t } = useT();
  return (
    <fieldset className="platform-services">
      <legend>{t('lti.admin.services')}</legend>
      {PLATFORM_SERVICES.map((service) => (
        <Checkbox
          key={service}
          label={t(`lti.admin.service.${service}`)}
          hint={t(`lti.admin.service.${service}.hint`)}
          checked={services.includes(service)}
          onChange={(event) => onChange(event.target.checked ? [...services, service] : services.filter((each) => each !== service))}
        />
      ))}
    </fieldset>
  );
}
