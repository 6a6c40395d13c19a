import type { AppError } from '@fundus/contract/errors';
import { LOGO_BYTES } from '@fundus/contract/schools/rules';
import { schools, type School } from '@fundus/contract/schools/schools';
import { ImageUp, Trash2 } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { useCall } from '../../api/query.ts';
import { AskDialog } from '../../components/forms/AskDialog.tsx';
import { formatBytes } from '../../i18n/format.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { FileButton } from '../../ui/FileButton.tsx';
import { problemOf, wordsOf } from './problems.ts';
import { base64Of } from '../../ui/base64.ts';
import { FormProblem } from '../../ui/FormProblem.tsx';
import './schools.css';

const HEAD = ['name', 'number', 'kind', 'street', 'postcode', 'city'] as const;
const CONTACT = ['email', 'phone', 'website'] as const;
export type FieldName = (typeof HEAD)[number] | (typeof CONTACT)[number];

export const FIELD_PROPS: Record<FieldName, Partial<ComponentProps<typeof TextField>>> = {
  name: { maxLength: 160, required: true },
  number: { maxLength: 20, required: true },
  kind: { maxLength: 80 },
  street: { maxLength: 120 },
  postcode: { maxLength: 5, inputMode: 'numeric' },
  city: { maxLength: 80 },
  email: { maxLength: 254, type: 'email' },
  phone: { maxLength: 30, type: 'tel' },
  website: { maxLength: 300, type: 'url', placeholder: 'https://' },
};

const refreshes = [schools.own, schools.read, schools.list];

/** Contact and logo; for the district name, number and address as well. */
export function EditSchool({ school, onClose }: { school: School; onClose: () => void }) {
  const { t, locale } = useT();
  const names = school.can.editHead ? [...HEAD, ...CONTACT] : CONTACT;
  const [values, setValues] = useState(() => Object.fromEntries(names.map((name) => [name, school[name]])) as Record<FieldName, string>);
  const [logo, setLogo] = useState<{ content: string; shown: string } | 'remove' | null>(null);
  const [problem, setProblem] = useState<AppError | null>(null);
  const change = useCall(schools.change, { refreshes });
  const give = useCall(schools.setLogo, { refreshes });
  const take = useCall(schools.removeLogo, { refreshes });
  const busy = change.isPending || give.isPending || take.isPending;
  const shown = logo === 'remove' ? null : logo ? logo.shown : school.logo;

  const save = async () => {
    setProblem(null);
    const params = { id: school.id };
    try {
      let { version } = school;
      const changed = Object.fromEntries(names.filter((name) => values[name] !== school[name]).map((name) => [name, values[name]]));
      if (Object.keys(changed).length > 0) ({ version } = await change.mutateAsync({ params, body: { version, ...changed } }));
      if (logo === 'remove') await take.mutateAsync({ params, body: { version } });
      else if (logo) await give.mutateAsync({ params, body: { version, content: logo.content } });
      showSnackbar({ text: t('schools.saved'), type: 'success' });
      onClose();
    } catch (error) {
      setProblem(error as AppError);
    }
  };

  const choose = async (file: File) => {
    if (file.size > LOGO_BYTES) showSnackbar({ text: t('error.too_large'), type: 'error' });
    else setLogo({ content: await base64Of(file), shown: URL.createObjectURL(file) });
  };

  return (
    <AskDialog title={t('schools.edit')} action={t('app.save')} disabled={busy} onClose={onClose} onAction={() => void save()}>
      {problem && !problemOf(problem) && <FormProblem>{wordsOf(t, problem)}</FormProblem>}
      <div className="school-fields">
        {names.map((name) => (
          <TextField
            key={name}
            {...FIELD_PROPS[name]}
            label={t(`schools.field.${name}`)}
            value={values[name]}
            error={problem && problemOf(problem) === name ? wordsOf(t, problem) : null}
            onChange={(event) => setValues({ ...values, [name]: event.target.value })}
          />
        ))}
      </div>
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
            <Button icon={<Trash2 />} onClick={() => setLogo('remove')}>
              {t('schools.logo.remove')}
            </Button>
          )}
        </div>
      </div>
    </AskDialog>
  );
}
