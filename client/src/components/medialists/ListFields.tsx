import type { AppError } from '@fundus/contract/errors';
import type { ListItem } from '@fundus/contract/medialists/items';
import { MAX_GRADES, MAX_SUBJECTS, TITLE_LENGTH, type ListVisibility } from '@fundus/contract/medialists/medialists';
import { subjectOptions } from '../../i18n/reference-names.ts';
import { useT } from '../../i18n/translate.ts';
import { Chips } from '../../ui/fields/Chips.tsx';
import { TextField } from '../../ui/fields/Field.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { DateField } from '../forms/DateField.tsx';
import { problemTextAt } from '../forms/form-problems.ts';
import { LaterRichTextEditor } from '../rich-text/LaterRichTextEditor.tsx';
import type { ListValues } from './list-fields.ts';
import { errorText } from './reads.ts';
import './list-fields.css';

const GRADES = Array.from({ length: 13 }, (_, i) => i + 1);

type Props = {
  values: ListValues;
  set: (about: Partial<ListValues>) => void;
  error: AppError | null;
  /** Visibilities that the user may choose. */
  visibilities: readonly ListVisibility[];
  /** Items of the list, whose covers can be chosen as the list's cover. */
  media?: readonly ListItem[];
  /** Key of the editor. A new value resets the editor after the description was replaced from outside. */
  round?: number;
};

/** Shows the fields of a media list. */
export function ListFields({ values, set, error, visibilities, media = [], round = 0 }: Props) {
  const { t, locale } = useT();
  const errorOf = (name: string) => problemTextAt(t, error, name, (refusal) => errorText(t, refusal));
  const covers = media.filter((item, i) => item.identifier && media.findIndex((one) => one.identifier === item.identifier) === i);
  return (
    <>
      <TextField
        label={t('list.field.title')}
        hint={t('list.field.title.hint')}
        value={values.title}
        maxLength={TITLE_LENGTH}
        required
        error={errorOf('title')}
        onChange={(event) => set({ title: event.target.value })}
      />
      <LaterRichTextEditor
        key={round}
        label={t('list.field.description')}
        hint={t('list.field.description.hint')}
        value={values.description}
        language={locale}
        error={errorOf('description')}
        onChange={(description) => set({ description })}
      />
      <div className="list-fields">
        <DateField
          label={t('list.field.planned')}
          hint={t('list.field.planned.hint')}
          value={values.planned_for}
          error={errorOf('planned_for')}
          onChange={(event) => set({ planned_for: event.target.value })}
        />
        {visibilities.length > 1 && (
          <SelectField
            label={t('list.field.visibility')}
            value={values.visibility}
            error={errorOf('visibility')}
            options={visibilities.map((value) => ({ value, label: t(`list.visibility.${value}`) }))}
            onChange={(visibility) => set({ visibility })}
          />
        )}
      </div>
      <SubjectsField chosen={values.subjects} error={errorOf('subjects')} onChange={(subjects) => set({ subjects })} />
      <GradesField chosen={values.grades} onChange={(grades) => set({ grades })} />
      {covers.length > 0 && (
        <SelectField
          label={t('list.field.cover')}
          value={values.cover}
          error={errorOf('cover')}
          options={[
            { value: 'auto', label: t('list.field.cover.auto') },
            { value: 'none', label: t('list.field.cover.none') },
            ...covers.map(({ identifier, title }) => ({ value: identifier!, label: title })),
          ]}
          onChange={(cover) => set({ cover })}
        />
      )}
    </>
  );
}

type SubjectsProps = { chosen: readonly string[]; error: string | null; onChange: (subjects: string[]) => void };

function SubjectsField({ chosen, error, onChange }: SubjectsProps) {
  const { t, locale } = useT();
  const subjects = subjectOptions(locale);
  const nameOf = (code: string) => subjects.find(({ value }) => value === code)?.label ?? code;
  const free = subjects.filter(({ value }) => !chosen.includes(value));
  return (
    <div className="list-subjects">
      {chosen.length < MAX_SUBJECTS && (
        <SelectField
          label={t('list.field.subjects')}
          value=""
          error={error}
          options={[{ value: '', label: t('list.field.subjects.add') }, ...free]}
          onChange={(code) => code && onChange([...chosen, code])}
        />
      )}
      {chosen.length > 0 && (
        <Chips
          label={t('list.field.subjects')}
          chips={chosen.map((code) => ({ key: code, name: nameOf(code) }))}
          removeLabel={(name) => t('list.field.subjects.remove', { name })}
          onRemove={(code) => onChange(chosen.filter((one) => one !== code))}
        />
      )}
    </div>
  );
}

function GradesField({ chosen, onChange }: { chosen: readonly number[]; onChange: (grades: number[]) => void }) {
  const { t } = useT();
  const toggle = (grade: number) =>
    onChange(chosen.includes(grade) ? chosen.filter((one) => one !== grade) : [...chosen, grade].sort((a, b) => a - b));
  return (
    <fieldset className="list-grades">
      <legend>{t('list.field.grades')}</legend>
      <p className="small-print">{t('list.field.grades.hint', { count: MAX_GRADES })}</p>
      <div>
        {GRADES.map((grade) => (
          <label key={grade}>
            <input
              type="checkbox"
              checked={chosen.includes(grade)}
              disabled={!chosen.includes(grade) && chosen.length >= MAX_GRADES}
              onChange={() => toggle(grade)}
            />
            {grade}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
