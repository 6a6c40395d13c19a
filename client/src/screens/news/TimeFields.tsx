import { NEWS_NOTIFY } from '@fundus/contract/news/rules';
import { useT } from '../../i18n/translate.ts';
import { TextField } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import type { EditValues, Problems } from './edit-values.ts';
import { ruleWords } from './problems.ts';
import './edit-news.css';

type Props = { values: EditValues; problems: Problems; set: (about: Partial<EditValues>) => void };

const FIELDS = [
  { name: 'display', sent: 'display_at' },
  { name: 'expires', sent: 'expires_at' },
  { name: 'pinned', sent: 'pinned_until' },
] as const;

/** From when and until when they are shown, and who is told. Times are those of Germany. */
export function TimeFields({ values, problems, set }: Props) {
  const { t } = useT();
  return (
    <fieldset className="news-section">
      <legend>{t('news.section.time')}</legend>
      {FIELDS.map(({ name, sent }) => (
        <TextField
          key={name}
          type="datetime-local"
          name={sent}
          label={t(`news.field.${name}`)}
          hint={t(`news.field.${name}.hint`)}
          value={values[name]}
          error={ruleWords(t, problems[sent], sent)}
          onChange={(event) => set({ [name]: event.target.value })}
        />
      ))}
      <SelectField
        label={t('news.field.notify')}
        hint={t(`news.notify.${values.notify}.hint`)}
        value={values.notify}
        error={ruleWords(t, problems.notify)}
        options={NEWS_NOTIFY.map((value) => ({ value, label: t(`news.notify.${value}`) }))}
        onChange={(notify) => set({ notify })}
      />
    </fieldset>
  );
}

/** Names of the fields of a form that hold a part of day and time: browsers give them as empty, and tell of no change. */
export const halfTyped = (form: string): string[] =>
  [...(document.getElementById(form)?.querySelectorAll('input') ?? [])].filter(({ validity }) => validity.badInput).map(({ name }) => name);
