import type { Rights } from '@fundus/contract/catalogue/catalogue';
import { useT } from '../../i18n/translate.ts';
import { Checkbox } from '../../ui/fields/Field.tsx';
import './licences.css';

const RIGHTS = ['stream', 'download', 'home_use', 'lms_embed', 'edit'] as const;

/** Shows the rights of a licence from the user's perspective. */
export function RightsField({ value, onChange }: { value: Rights; onChange: (next: Rights) => void }) {
  const { t } = useT();
  return (
    <fieldset className="wide">
      <legend>{t('licence.rights')}</legend>
      {RIGHTS.map((right) => (
        <Checkbox
          key={right}
          label={t(`licence.rights.${right}`)}
          checked={value[right]}
          onChange={(event) => onChange({ ...value, [right]: event.target.checked })}
        />
      ))}
    </fieldset>
  );
}
