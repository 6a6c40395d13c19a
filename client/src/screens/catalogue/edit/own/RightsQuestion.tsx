import { OPEN_LICENCES, NAMELESS_LICENCES, RIGHTS_SOURCES, type MaterialRights } from '@fundus/contract/catalogue/material-rights';
import { useId } from 'react';
import type { useCheckedFields } from '../../../../components/forms/use-fields.ts';
import { useT } from '../../../../i18n/translate.ts';
import { TextField } from '../../../../ui/fields/Field.tsx';
import { SelectField } from '../../../../ui/fields/SelectField.tsx';
import '../../../../ui/fields/field.css';
import '../edit-screen.css';

/** Form values of the origin. `source` is empty until the question is answered. */
export type RightsValues = {
  source: MaterialRights['source'] | '';
  licence: NonNullable<MaterialRights['licence']> | '';
  from: string;
};

type Fields = Pick<ReturnType<typeof useCheckedFields<RightsValues>>, 'values' | 'set' | 'problemAt' | 'text' | 'choice'>;

/**
 * Asks for the origin of the material and explains the answers. `given` is true if the material is shared with the school, which requires an answer.
 */
export function RightsQuestion({ fields: { values, set, problemAt, text, choice }, given }: { fields: Fields; given: boolean }) {
  const { t } = useT();
  const name = useId();
  const { source } = values;
  const problem = problemAt('source');
  return (
    <section>
      <fieldset className="edit-rights" aria-describedby={`${name}-hint`}>
        <legend>{t('material.rights')}</legend>
        <p className="small-print" id={`${name}-hint`}>
          {t('material.rights.hint')}
        </p>
        {RIGHTS_SOURCES.map((value) => (
          <label className="check" key={value}>
            <input type="radio" name={name} checked={source === value} required={given} onChange={() => set({ source: value })} />
            <span>
              {t(`material.rights.${value}`)}
              <span className="small-print">{t(`material.rights.${value}.hint`)}</span>
            </span>
          </label>
        ))}
        {problem && <p className="field-error">{problem}</p>}
      </fieldset>
      {source === 'open' && (
        <SelectField
          label={t('material.field.licence')}
          options={[{ value: '' as const, label: '–' }, ...OPEN_LICENCES.map((value) => ({ value, label: value }))]}
          {...choice('licence')}
        />
      )}
      {(source === 'permission' || (source === 'open' && !NAMELESS_LICENCES.includes(values.licence))) && (
        <TextField label={t(`material.field.from.${source}`)} maxLength={200} {...text('from')} />
      )}
    </section>
  );
}
