import { useT } from '../../../i18n/translate.ts';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { AudienceFields } from './AudienceFields.tsx';
import { NO_TEXT, type UploadFile, type EditValues, type Problems, type SetValues } from './edit-values.ts';
import { AttachmentsField, CoverField } from './FileFields.tsx';
import { ruleText } from '../problems.ts';
import { TextFields } from './TextFields.tsx';
import { TimeFields } from './TimeFields.tsx';
import './edit-news.css';

type Props = {
  values: EditValues;
  set: SetValues;
  bring: UploadFile;
  languages: readonly string[];
  language: string;
  onLanguage: (language: string) => void;
  problems: Problems;
  can: { school: boolean; district: boolean };
  categories: readonly { value: string; label: string }[];
};

/** Shows the fields for the text on the left, and the audience and dates on the right. */
export function EditFields({ values, set, bring, languages, language, onLanguage, problems, can, categories }: Props) {
  const { t } = useT();
  const { texts, cover, attachments, category } = values;
  const text = texts[language] ?? NO_TEXT;
  return (
    <div className="news-edit-columns">
      <div>
        <TextFields values={values} set={set} languages={languages} language={language} problems={problems} onLanguage={onLanguage} />
        <CoverField
          cover={cover}
          bring={bring}
          alt={text.cover_alt}
          language={language}
          error={ruleText(t, problems.cover)}
          altError={ruleText(t, problems[`texts.${language}.cover_alt`])}
          onCover={(next) => set({ cover: next })}
          onAlt={(cover_alt) => set({ texts: { ...texts, [language]: { ...text, cover_alt } } })}
        />
        <AttachmentsField
          files={attachments}
          bring={bring}
          error={ruleText(t, problems.attachments)}
          // Uses an updater function, so that files removed during an upload are not added again.
          onBrought={(file) => set((before) => ({ attachments: [...before.attachments, file] }))}
          onRemove={(file) => set((before) => ({ attachments: before.attachments.filter((one) => one.file !== file.file) }))}
        />
      </div>
      <div>
        <AudienceFields values={values} can={can} problems={problems} set={set} />
        {(categories.length > 0 || category !== '') && (
          <div className="news-section">
            <SelectField
              label={t('news.field.category')}
              value={category}
              error={ruleText(t, problems.category)}
              options={[
                { value: '', label: t('news.category.none') },
                ...categories,
                ...(category !== '' && !categories.some(({ value }) => value === category) ? [{ value: category, label: category }] : []),
              ]}
              onChange={(next) => set({ category: next })}
            />
          </div>
        )}
        <TimeFields values={values} problems={problems} set={set} />
      </div>
    </div>
  );
}
