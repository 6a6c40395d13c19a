import { useMemo } from 'react';
import { useT } from '../i18n/translate.ts';
import { shownRichText } from './rich-text.ts';
import './rich-text.css';

type Props = {
  html: string;
  language?: string;
  editable?: boolean;
  /** Of its first headings. */
  level?: 2 | 3;
};

/** Text with headings, lists and links. Whoever can fill in what is missing is asked to. */
export function RichText({ html, language, editable = false, level = 2 }: Props) {
  const { t } = useT();
  const shown = useMemo(
    () => shownRichText(html, (name) => (editable ? t('legal.gap.placeholder', { name }) : `[${name}]`), level),
    [html, editable, level, t],
  );
  return <div className="rich-text" lang={language} dangerouslySetInnerHTML={{ __html: shown }} />;
}
