import { LOGO_BYTES } from '@fundus/contract/schools/rules';
import { schools, type School } from '@fundus/contract/schools/schools';
import { ImageUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AppError } from '@fundus/contract/errors';
import { useCall } from '../../../api/query.ts';
import { FormDialog } from '../../../components/forms/FormDialog.tsx';
import { useFields } from '../../../components/forms/use-fields.ts';
import { formatBytes } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { base64Of } from '../../../ui/base64.ts';
import { Button } from '../../../ui/Button.tsx';
import { FileButton } from '../../../ui/fields/FileButton.tsx';
import { schoolErrorText } from '../problems.ts';
import { SchoolFields, type FieldName } from './SchoolFields.tsx';
import '../schools.css';

const HEAD: readonly FieldName[] = ['name', 'number', 'kind', 'street', 'postcode', 'city'];
const CONTACT: readonly FieldName[] = ['email', 'phone', 'website'];

const refreshes = [schools.own, schools.read, schools.list];

/** Logo to upload, or `remove`. `null` leaves the logo unchanged. */
type Logo = { content: string; shown: string } | 'remove' | null;

/** Edits the contact details and the logo of a school. The district can also edit its name, number and address. */
export function EditSchool({ school, onClose }: { school: School; onClose: () => void }) {
  const { t } = useT();
  const names = school.can.editHead ? [...HEAD, ...CONTACT] : CONTACT;
  const [logo, setLogo] = useState<Logo>(null);
  const [error, setError] = useState<AppError | null>(null);
  const { values, problem, text } = useFields(
    () => Object.fromEntries(names.map((name) => [name, school[name]])) as Record<FieldName, string>,
    { error, at: names, words: (refusal) => schoolErrorText(t, refusal) },
  );
  const change = useCall(schools.change, { refreshes });
  const give = useCall(schools.setLogo, { refreshes });
  const take = useCall(schools.removeLogo, { refreshes });

  const save = async () => {
    setError(null);
    const params = { id: school.id };
    try {
      let { version } = school;
      const changed = Object.fromEntries(names.filter((name) => values[name] !== school[name]).map((name) => [name, values[name]]));
      if (Object.keys(changed).length > 0) ({ version } = await change.mutateAsync({ params, body: { version, ...changed } }));
      if (logo === 'remove') await take.mutateAsync({ params, body: { version } });
      else if (logo) await give.mutateAsync({ params, body: { version, content: logo.content } });
      showSnackbar({ text: t('schools.saved'), type: 'success' });
      onClose();
    } catch (refusal) {
      setError(refusal as AppError);
    }
  };
  return (
    <FormDialog
      title={t('schools.edit')}
      action={t('app.save')}
      disabled={change.isPending || give.isPending || take.isPending}
      problem={problem}
      onSend={() => void save()}
      onClose={onClose}
    >
      <SchoolFields names={names} text={text} />
      <LogoField shown={logo === 'remove' ? null : (logo?.shown ?? school.logo)} onChange={setLogo} />
    </FormDialog>
  );
}

function LogoField({ shown, onChange }: { shown: string | null; onChange: (logo: Logo) => void }) {
  const { t, locale } = useT();
  const choose = async (file: File) => {
    if (file.size > LOGO_BYTES) showSnackbar({ text: t('error.too_large'), type: 'error' });
    else onChange({ content: await base64Of(file), shown: URL.createObjectURL(file) });
  };
  return (
    <div className="school-logo-field">
      <p>
        <strong>{t('schools.logo')}</strong>
        <span className="small-print">{t('schools.logo.hint', { size: formatBytes(LOGO_BYTES, locale) })}</span>
      </p>
      {shown && <img src={shown} alt={t('schools.logo')} className="school-logo" />}
      <div className="school-actions">
        <FileButton accept="image/png,image/svg+xml,.png,.svg" icon={<ImageUp />} onFile={(file) => void choose(file)}>
          {t('schools.logo.choose')}
        </FileButton>
        {shown && (
          <Button icon={<Trash2 />} onClick={() => onChange('remove')}>
            {t('schools.logo.remove')}
          </Button>
        )}
      </div>
    </div>
  );
}
