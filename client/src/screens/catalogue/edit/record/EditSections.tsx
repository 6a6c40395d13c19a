/** Fields of a medium in four sections. */
import type { EditMedium } from '@fundus/contract/catalogue/edit';
import { DateField } from '../../../../components/forms/DateField.tsx';
import type { useCheckedFields } from '../../../../components/forms/use-fields.ts';
import { useT } from '../../../../i18n/translate.ts';
import { Checkbox, TextField } from '../../../../ui/fields/Field.tsx';
import { SelectField } from '../../../../ui/fields/SelectField.tsx';
import { TextArea } from '../../../../ui/fields/TextArea.tsx';
import { ChapterFields } from './ChapterFields.tsx';
import type { ChapterProblems } from './chapters.ts';
import { CodePicker } from './CodePicker.tsx';
import type { Tables } from '../edit-tables.ts';
import type { EditValues } from './edit-values.ts';
import '../edit-screen.css';

type Fields = Pick<ReturnType<typeof useCheckedFields<EditValues>>, 'values' | 'set' | 'problemAt' | 'text' | 'check' | 'choice'>;

export function TitleSection({ fields: { values, text, choice }, tables }: { fields: Fields; tables: Tables }) {
  const { t } = useT();
  const types = tables.fn_typ.some(({ code }) => code === values.fn_typ)
    ? tables.fn_typ
    : [{ code: values.fn_typ, label: values.fn_typ }, ...tables.fn_typ];
  return (
    <section>
      <h2>{t('edit.section.what')}</h2>
      <TextField label={t('edit.field.fn_titel')} required maxLength={500} {...text('fn_titel')} />
      <TextField label={t('edit.field.fn_kurztext')} hint={t('edit.hint.fn_kurztext')} maxLength={2000} {...text('fn_kurztext')} />
      <TextArea label={t('edit.field.fn_text')} hint={t('edit.hint.fn_text')} rows={8} maxLength={50_000} {...text('fn_text')} />
      <SelectField
        label={t('edit.field.fn_typ')}
        options={types.map(({ code, label }) => ({ value: code, label }))}
        {...choice('fn_typ')}
      />
    </section>
  );
}

type AudienceProps = { fields: Fields; tables: Tables; medium: Pick<EditMedium, 'labels'> | null };

export function AudienceSection({ fields: { values, problemAt, set }, tables, medium }: AudienceProps) {
  const { t } = useT();
  const nameOf = (code: string): string => {
    const name = tables.nameOf(code);
    return name === code ? (medium?.labels[code] ?? code) : name;
  };
  return (
    <section>
      <h2>{t('edit.section.whom')}</h2>
      {(['fn_geb', 'fn_adressat', 'fn_sprache'] as const).map((field) => (
        <CodePicker
          key={field}
          label={t(`edit.field.${field}`)}
          values={values[field]}
          options={tables[field]}
          nameOf={nameOf}
          error={problemAt(field)}
          onChange={(codes) => set({ [field]: codes })}
        />
      ))}
      <CodePicker
        free
        label={t('edit.field.fn_schlag')}
        hint={t('edit.hint.fn_schlag')}
        values={values.fn_schlag}
        options={[]}
        nameOf={(word) => word}
        error={problemAt('fn_schlag')}
        onChange={(fn_schlag) => set({ fn_schlag })}
      />
    </section>
  );
}

export function SourceSection({ fields: { text }, fresh }: { fields: Fields; fresh: boolean }) {
  const { t } = useT();
  return (
    <section>
      <h2>{t('edit.section.source')}</h2>
      <TextField label={t('edit.field.fn_prodname')} maxLength={200} {...text('fn_prodname')} />
      <div className="edit-pair">
        <TextField label={t('edit.field.year')} inputMode="numeric" {...text('year')} />
        <TextField label={t('edit.field.duration')} placeholder="12:30" {...text('duration')} />
        <TextField label={t('edit.field.fn_nr')} maxLength={40} {...text('fn_nr')} />
        <DateField label={t('edit.field.published')} required {...text('published')} />
      </div>
      <TextField label={t('edit.field.url')} type="url" hint={t('edit.hint.url')} {...text('url')} />
      <div className="edit-pair">
        <TextField label={t('edit.field.isbn')} autoComplete="off" {...text('isbn')} />
        <TextField label={t('edit.field.ean')} autoComplete="off" {...text('ean')} />
        <TextField label={t('edit.field.doi')} autoComplete="off" {...text('doi')} />
      </div>
      <TextField label={t('edit.field.rights_note')} hint={t('edit.hint.rights_note')} maxLength={300} {...text('rights_note')} />
      <TextField label={t('edit.field.set_of')} hint={t('edit.hint.set_of')} {...text('set_of')} />
      {fresh && <TextField label={t('edit.field.identifier')} hint={t('edit.hint.identifier')} {...text('identifier')} />}
    </section>
  );
}

export function UseSection({ fields: { values, set, check }, inChapters }: { fields: Fields; inChapters: ChapterProblems }) {
  const { t } = useT();
  return (
    <section>
      <h2>{t('edit.section.use')}</h2>
      <Checkbox label={t('edit.field.free')} hint={t('edit.hint.free')} {...check('free')} />
      <Checkbox label={t('edit.field.recommended')} {...check('recommended')} />
      <Checkbox label={t('edit.field.is_mediathek')} {...check('is_mediathek')} />
      <ChapterFields rows={values.sequences} problems={inChapters} onChange={(sequences) => set({ sequences })} />
    </section>
  );
}
