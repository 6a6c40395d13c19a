import { isSchoolAdmin } from '@fundus/contract/access';
import { schools, type School, type SchoolSettings } from '@fundus/contract/schools/schools';
import { href } from '@fundus/contract/screens';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useSession } from '../../../stores/session.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { showError } from '../problems.ts';
import { ClassSettings } from './ClassSettings.tsx';
import { ExportData } from '../ExportData.tsx';
import { TimetableSettings } from './TimetableSettings.tsx';
import { UnusedAccounts } from '../people/UnusedAccounts.tsx';
import '../schools.css';

const DOMAIN = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,63}$/;
const domainsOf = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
];

/** Shows the settings of a school. */
export function SettingsTab({ school, settings }: { school: School; settings: SchoolSettings }) {
  const { t } = useT();
  const { user } = useSession();
  const own = Boolean(user) && user !== false && isSchoolAdmin(user) && user.school_id === school.id;
  const [text, setText] = useState(settings.trusted_domains.join('\n'));
  const save = useCall(schools.change, { refreshes: [schools.own, schools.read] });
  const domains = domainsOf(text);
  const wrong = domains.find((domain) => !DOMAIN.test(domain));
  const change = () =>
    save.mutate(
      { params: { id: school.id }, body: { version: school.version, settings: { ...settings, trusted_domains: domains } } },
      { onSuccess: () => showSnackbar({ text: t('schools.saved'), type: 'success' }), onError: showError },
    );
  return (
    <div className="school-settings">
      <section>
        <h2>{t('schools.trusted')}</h2>
        <TextArea
          label={t('schools.trusted.label')}
          hint={t('schools.trusted.hint')}
          value={text}
          rows={3}
          spellCheck={false}
          error={wrong === undefined ? null : t('schools.trusted.wrong', { name: wrong })}
          onChange={(event) => setText(event.target.value)}
        />
        <Button variant="primary" disabled={save.isPending || wrong !== undefined || domains.length > 20} onClick={change}>
          {t('app.save')}
        </Button>
      </section>
      <ClassSettings school={school} settings={settings} />
      <UnusedAccounts school={school} settings={settings} />
      {own && (
        <section>
          <h2>{t('schools.settings.licences')}</h2>
          <p className="quiet">{t('schools.settings.licences.text')}</p>
          <ButtonLink variant="line" href={href('library', { tab: 'licences' }, { view: 'manage' })}>
            {t('licence.manage.title')}
          </ButtonLink>
        </section>
      )}
      <section>
        <h2>{t('schools.data')}</h2>
        <p className="quiet">{t('schools.data.text')}</p>
        <ExportData school={school} />
      </section>
      <TimetableSettings school={school} settings={settings} />
    </div>
  );
}
