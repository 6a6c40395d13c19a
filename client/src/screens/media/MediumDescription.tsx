import type { MediaDetail } from '@fundus/contract/catalogue';
import { href } from '@fundus/contract/screens';
import DOMPurify from 'dompurify';
import { useId, useMemo } from 'react';
import type { MediaPlace } from '../../components/media-place.ts';
import { useT } from '../../i18n/translate.ts';
import { Link } from '../../ui/Link.tsx';
import { useScopeOf } from './scope-of.ts';

/** What it is about, and the words it is found by. */
export function MediumDescription({ detail, place }: { detail: MediaDetail; place: MediaPlace }) {
  const { t } = useT();
  const id = useId();
  const scope = useScopeOf(place);
  const html = useMemo(() => (detail.text_html ? cleanText(detail.text_html) : null), [detail.text_html]);
  const paragraphs = detail.fn_text.split(/\n\s*\n/).filter((text) => text.trim() !== '');
  return (
    <>
      {(html || paragraphs.length > 0) && (
        <section className="block-s prose medium-prose" aria-labelledby={id}>
          <h2 id={id}>{t('media.about')}</h2>
          {html ? <div dangerouslySetInnerHTML={{ __html: html }} /> : paragraphs.map((text, i) => <p key={i}>{text}</p>)}
        </section>
      )}
      {detail.fn_schlag.length > 0 && (
        <section className="medium-keywords" aria-label={t('media.keywords')}>
          <ul>
            {detail.fn_schlag.map((word) => (
              <li key={word}>{scope ? <Link href={href(scope, {}, { q: word })}>{word}</Link> : word}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Cleaned by the server when it was written, and again when it is shown (design.md §9). */
export function cleanText(html: string): string {
  const clean = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: ['p', 'br', 'strong', 'em', 'b', 'i', 'ul', 'ol', 'li', 'a', 'h3', 'h4', 'h5'],
    ALLOWED_ATTR: ['href', 'lang'],
    ALLOWED_URI_REGEXP: /^(https?|mailto):/i,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of clean.querySelectorAll('a[href]')) link.setAttribute('rel', 'noopener noreferrer');
  const box = document.createElement('div');
  box.append(clean);
  return box.innerHTML;
}
