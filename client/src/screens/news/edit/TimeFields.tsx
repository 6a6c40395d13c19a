import { NEWS_NOTIFY } from '@fundus/contract/news/rules';
import { useT } from '../../../i18n/translate.ts';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import type { EditValues, Problems } from './edit-values.ts';
import { MomentField } from '../../../components/forms/MomentField.tsx';
import { ruleText } from '../problems.ts';
import './edit-news.css';

type Props = { values: EditValues; problems: Problems; set: (about: Partial<EditValues>) => void };

const FIELDS = [
  { name: 'display', sent: 'display_at' },
  { name: 'expires', sent: 'expires_at' },
  { name: 'pinned', sent: 'pinned_until' },
] as const;

/** Shows the fields for display period and notification; times are in Europe/Berlin. */
export function TimeFields({ values, problems, set }: Props) {
  const { t } = useT();
  return (
    <fieldset className="news-section">
      <legend>{t('news.section.time')}</legend>
      {FIELDS.map(({ name, sent }) => (
        <MomentField
          key={name}
          name={sent}
          label={t(`news.field.${name}`)}
          hint={t(`news.field.${name}.hint`)}
          value={values[name]}
          usual={name === 'display' ? '00:00' : '23:59'}
          error={ruleText(t, problems[sent], sent)}
          onChange={(value) => set({ [name]: value })}
        />
      ))}
      <SelectField
        label={t('news.field.notify')}
        hint={t(`news.notify.${values.notify}.hint`)}
        value={values.notify}
        error={ruleText(t, problems.notify)}
        options={NEWS_NOTIFY.map((value) => ({ value, label: t(`news.notify.${value}`) }))}
        onChange={(notify) => set({ notify })}
      />
    </fieldset>
  );
}
