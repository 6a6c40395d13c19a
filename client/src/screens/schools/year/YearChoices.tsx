import { SHEET_LAYOUTS } from '@fundus/contract/classes/learner-codes';
import { yearChange, type YearChange, type YearSettings, type YearStep } from '@fundus/contract/year-change/year-change';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { address } from '../../../api/call.ts';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { Checkbox } from '../../../ui/fields/Field.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import type { Year } from './use-year.ts';
import { YearClasses } from './YearClasses.tsx';
import '../../../ui/button.css';
import './year.css';

type Props = { step: YearStep; data: YearChange; choose: Year['choose'] };

/** Shows the options of a step of the year change. */
export function YearChoices({ step, data, choose }: Props) {
  const { t, locale } = useT();
  const { settings } = data;
  const box = (name: 'groups' | 'media' | 'lists' | 'assignments' | 'cards') => (
    <Checkbox
      label={t(`year.set.${name}`)}
      hint={t(`year.set.${name}.hint`)}
      checked={settings[name]}
      onChange={(event) => choose({ [name]: event.target.checked } as Partial<YearSettings>)}
    />
  );
  if (step === 'classes') return <YearClasses data={data} choose={choose} />;
  if (step === 'codes')
    return (
      <div className="year-choices">
        <SelectField
          label={t('year.set.carriedCodes')}
          value={settings.carried_codes}
          options={[
            { value: 'keep', label: t('year.set.keep.carried', { date: formatDate(data.codes_until, 'long', locale) }) },
            { value: 'end', label: t('year.set.end') },
          ]}
          onChange={(carried_codes) => choose({ carried_codes })}
        />
        <SelectField
          label={t('year.set.leavingCodes')}
          value={settings.leaving_codes}
          options={[
            { value: 'end', label: t('year.set.end') },
            { value: 'keep', label: t('year.set.keep.leaving') },
          ]}
          onChange={(leaving_codes) => choose({ leaving_codes })}
        />
        <p className="quiet small">{t('year.codes.text')}</p>
      </div>
    );
  return (
    <div className="year-choices year-boxes">
      {step === 'groups' && box('groups')}
      {step === 'contents' && (
        <>
          {box('media')}
          {box('lists')}
          {box('assignments')}
        </>
      )}
      {step === 'cards' && box('cards')}
    </div>
  );
}

/** Links to the PDF of all learner cards, in a layout that the user selects. */
export function CardsLink() {
  const { t, locale } = useT();
  const [layout, setLayout] = useState<(typeof SHEET_LAYOUTS)[number]>('cards8');
  return (
    <>
      <Select
        label={t('codes.layout')}
        value={layout}
        options={SHEET_LAYOUTS.map((value) => ({ value, label: t(`codes.layout.${value}`) }))}
        onChange={setLayout}
      />
      <a className="btn btn-primary" href={address(yearChange.cards, { query: { layout, lang: locale } })} target="_blank" rel="noopener">
        <Printer />
        {t('year.cards.open')}
      </a>
    </>
  );
}
