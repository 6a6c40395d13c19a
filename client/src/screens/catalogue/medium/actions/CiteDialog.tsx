import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import { mediaType } from '@fundus/contract/reference/media-types';
import { href } from '@fundus/contract/screens';
import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '../../../../ui/copy-text.ts';
import { formatDate } from '../../../../i18n/format.ts';
import { useT, type Translate } from '../../../../i18n/translate.ts';
import { showSnackbar } from '../../../../stores/snackbar.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Dialog } from '../../../../ui/overlays/Dialog.tsx';
import { Segment } from '../../../../ui/fields/Segment.tsx';
import { CITATION_STYLES, citationFile, cite, plainText, type CitationStyle, type CitationWords, type Source } from './citation.ts';
import '../../../../ui/button.css';
import '../medium.css';

/** Shows citations in several styles, which can be copied or downloaded. */
export function CiteDialog({ detail, onClose }: { detail: MediaDetail; onClose: () => void }) {
  const { t, locale } = useT();
  const [style, setStyle] = useState<CitationStyle>('apa');
  const source = sourceOf(detail, t, locale);
  const pieces = cite(style, source, wordsOf(t));
  const text = plainText(pieces);
  const copy = async () => {
    const copied = await copyText(text);
    showSnackbar(copied ? { text: t('media.cite.copied'), type: 'success' } : { text: t('media.cite.failed'), type: 'error' });
  };
  const file = citationFile(style, source);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('media.cite.title', { title: detail.fn_titel })}
      closeLabel={t('app.close')}
      foot={
        <>
          <a className="btn btn-line" download={file.name} href={`data:${file.type};charset=utf-8,${encodeURIComponent(text)}`}>
            <Download />
            {t('media.cite.save')}
          </a>
          <Button variant="primary" icon={<Copy />} onClick={() => void copy()}>
            {t('media.cite.copy')}
          </Button>
        </>
      }
    >
      <Segment
        label={t('media.cite.style')}
        value={style}
        options={CITATION_STYLES.map((value) => ({ value, label: t(`media.cite.${value}`) }))}
        onChange={setStyle}
      />
      {style === 'apa' || style === 'din' ? (
        <p className="cite-text">
          {pieces.map((piece, i) => (piece.italic ? <cite key={i}>{piece.text}</cite> : <span key={i}>{piece.text}</span>))}
        </p>
      ) : (
        // Long lines scroll, so the element must be focusable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className="cite-text" tabIndex={0} role="region" aria-label={t(`media.cite.${style}`)}>
          {text.trim()}
        </pre>
      )}
    </Dialog>
  );
}

function sourceOf(detail: MediaDetail, t: Translate, locale: string): Source {
  const { class: kind, label } = mediaType(detail.fn_typ);
  const now = new Date();
  return {
    title: detail.fn_titel,
    producer: detail.fn_prodname,
    year: detail.year,
    kind: kind === 'video' || kind === 'audio' ? t(`media.kind.${kind}`) : label,
    class: kind,
    url: detail.url ?? new URL(href('media', { id: detail.identifier }), location.origin).href,
    language: detail.fn_sprache.find((code) => /^[a-z]{2,3}$/.test(code)) ?? null,
    number: detail.fn_nr,
    accessed: {
      iso: [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, '0')).join('-'),
      written: formatDate(now, 'long', locale),
    },
  };
}

const wordsOf = (t: Translate): CitationWords => ({
  undated: t('media.cite.word.undated'),
  dinUndated: t('media.cite.word.dinUndated'),
  accessed: (date) => t('media.cite.word.accessed', { date }),
  available: t('media.cite.word.available'),
  retrieved: (date) => t('media.cite.word.retrieved', { date }),
  number: t('media.facts.number'),
});
