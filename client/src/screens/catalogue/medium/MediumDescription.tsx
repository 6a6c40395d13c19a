import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import { LazyRichText } from '../../../components/rich-text/LazyRichText.tsx';
import { useId } from 'react';
import type { MediaContext } from '../../../components/media/media-context.ts';
import { useT } from '../../../i18n/translate.ts';
import { Link } from '../../../ui/Link.tsx';
import { useSearchScope } from './side/scope-of.ts';
import './medium.css';
import { scopeHref } from '../../../components/search/search-scope.ts';

/** Shows the description and the keywords of a medium. */
export function MediumDescription({ detail, context }: { detail: MediaDetail; context: MediaContext }) {
  const { t } = useT();
  const id = useId();
  const scope = useSearchScope(context);
  const paragraphs = detail.fn_text.split(/\n\s*\n/).filter((text) => text.trim() !== '');
  return (
    <>
      {(detail.text_html || paragraphs.length > 0) && (
        <section className="block-s prose medium-prose" aria-labelledby={id}>
          <h2 id={id}>{t('media.about')}</h2>
          {detail.text_html ? <LazyRichText html={detail.text_html} level={3} /> : paragraphs.map((text, i) => <p key={i}>{text}</p>)}
        </section>
      )}
      {detail.fn_schlag.length > 0 && (
        <section className="medium-keywords" aria-label={t('media.keywords')}>
          <ul>
            {detail.fn_schlag.map((word) => (
              <li key={word}>{scope ? <Link href={scopeHref(scope, { q: word })}>{word}</Link> : word}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
