import { useMemo } from 'react';
import { useT } from '../../i18n/translate.ts';
import { trustedHtml } from '../../ui/trusted-types.ts';
import { shownRichText } from './rich-text.ts';
import './rich-text.css';

type Props = {
  html: string;
  language?: string;
  editable?: boolean;
  /** Heading level of the top headings. */
  level?: 2 | 3;
  /** True to show pictures that are stored in the portal. */
  pictures?: boolean;
};

/** Shows text with headings, lists, links and optional pictures. Placeholders are highlighted for users who can edit the text. */
export function RichText({ html, language, editable = false, level = 2, pictures = false }: Props) {
  const { t } = useT();
  const shown = useMemo(
    () => shownRichText(html, (name) => (editable ? t('legal.gap.placeholder', { name }) : `[${name}]`), level, { pictures }),
    [html, editable, level, pictures, t],
  );
  return <div className="rich-text" lang={language} dangerouslySetInnerHTML={{ __html: trustedHtml(shown) }} />;
}
