import { NEWS_ALT, NEWS_BODY, NEWS_FILES, NEWS_TEASER, NEWS_TITLE, type NewsText } from '@fundus/contract/news/news';
import { Check, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { LaterRichTextEditor } from '../../../components/rich-text/LaterRichTextEditor.tsx';
import { formatBytes, formatNumber, languageName } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import '../../../ui/button.css';
import './edit-news.css';
import '../../../ui/fields/segment.css';
import { listFilledLanguages, NO_TEXT, type EditValues, type Problems, type SetValues } from './edit-values.ts';
import { acceptOf, uploadNewsFile, ruleText } from '../problems.ts';

type Props = {
  values: Pick<EditValues, 'texts' | 'cover'>;
  set: SetValues;
  languages: readonly string[];
  language: string;
  problems: Problems;
  onLanguage: (language: string) => void;
};

/** Edits the title, teaser and text in one language, and marks the languages that have content. */
export function TextFields({ values, set: setValues, languages, language, problems, onLanguage }: Props) {
  const { t, locale } = useT();
  const id = useId();
  /** Incremented to reset the text editor after a text was restored. */
  const [round, setRound] = useState(0);
  const { texts } = values;
  const filled = listFilledLanguages(values);
  const text = texts[language] ?? NO_TEXT;
  const set = (about: Partial<NewsText>) => setValues({ texts: { ...texts, [language]: { ...text, ...about } } });
  const problem = (field: keyof NewsText) =>
    ruleText(t, problems[`texts.${language}.${field}`] ?? (field === 'title' ? problems.texts : undefined));
  const left = (words: string, most: number) =>
    t('news.letters', { count: formatNumber(words.length, locale), most: formatNumber(most, locale) });
  const other = languages.find((code) => code !== language && filled.includes(code));
  const remove = (next: string): void => {
    const name = languageName(language, locale);
    setValues({ texts: Object.fromEntries(Object.entries(texts).filter(([code]) => code !== language)) });
    onLanguage(next);
    document.getElementById(`${id}-${next}`)?.focus();
    showSnackbar({
      text: t('news.language.removed', { language: name }),
      action: {
        label: t('app.undo'),
        run: () => {
          setValues((before) => ({ texts: { ...before.texts, [language]: text } }));
          setRound((before) => before + 1);
          onLanguage(language);
        },
      },
    });
  };
  return (
    <>
      {languages.length > 1 && (
        <div className="segment news-languages" role="group" aria-label={t('news.languages')}>
          {languages.map((code) => (
            <button
              key={code}
              id={`${id}-${code}`}
              type="button"
              className="btn segment-cell news-language"
              aria-pressed={code === language}
              onClick={() => onLanguage(code)}
            >
              {languageName(code, locale)}
              {filled.includes(code) && (
                <>
                  <Check className="i-16" />
                  <span className="sr">{t('news.language.there')}</span>
                </>
              )}
            </button>
          ))}
        </div>
      )}
      <TextField
        label={t('news.field.title')}
        value={text.title}
        lang={language}
        maxLength={NEWS_TITLE}
        required
        error={problem('title')}
        aside={<Counter text={left(text.title, NEWS_TITLE)} />}
        onChange={(event) => set({ title: event.target.value })}
      />
      <TextArea
        label={t('news.field.teaser')}
        hint={t('news.field.teaser.hint')}
        value={text.teaser}
        lang={language}
        rows={2}
        maxLength={NEWS_TEASER}
        error={problem('teaser')}
        aside={<Counter text={left(text.teaser, NEWS_TEASER)} />}
        onChange={(event) => set({ teaser: event.target.value })}
      />
      <LaterRichTextEditor
        key={`${language}-${round}`}
        label={t('news.field.body')}
        language={language}
        value={text.body}
        error={problem('body') ?? (text.body.length > NEWS_BODY ? t('news.rule.max') : null)}
        pictures={{
          accept: acceptOf('picture'),
          hint: t('news.picture.hint', { size: formatBytes(NEWS_FILES.picture.bytes, locale) }),
          most: NEWS_ALT,
          bring: (file) => uploadNewsFile('picture', file),
        }}
        onChange={(body) => set({ body })}
      />
      {other && filled.includes(language) && (
        <Button className="btn-flush news-language-remove" icon={<Trash2 />} onClick={() => remove(other)}>
          {t('news.language.remove', { language: languageName(language, locale) })}
        </Button>
      )}
    </>
  );
}

const Counter = ({ text }: { text: string }) => <span className="small-print num">{text}</span>;
