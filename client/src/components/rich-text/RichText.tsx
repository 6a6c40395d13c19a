import { useMemo } from 'react';
import { useT } from '../../i18n/translate.ts';
import { trustedHtml } from '../../ui/trusted-types.ts';
import { shownRichText } from './rich-text.ts';
import './rich-text.css';

type Props = {
  html: string;
  language?: string;
  editable?: boolean;
  /** Of its first headings. */
  level?: 2 | 3;
  /** Pictures of our own are shown. */
  pictures?: boolean;
};

/** Text with headings, lists, links and, where they belong, pictures. Whoever can fill in what is missing is asked to. */
export function RichText({ html, language, editable = false, level = 2, pictures = false }: Props) {
  const { t } = useT();
  const shown = useMemo(
    () => shownRichText(html, (name) => (editable ? t('legal.gap.placeholder', { name }) : `[${name}]`), level, { pictures }),
    [html, editable, level, pictures, t],
  );
  return <div className="rich-text" lang={language} dangerouslySetInnerHTML={{ __html: trustedHtml(shown) }} />;
}
