import { useState } from 'react';
import { useT } from '../../../i18n/translate.ts';
import './pdf-viewer.css';

/** Shows the page number and lets the user enter another one. */
export function PageField({ page, count, onGo }: { page: number; count: number; onGo: (page: number) => void }) {
  const { t } = useT();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <label className="pdf-page-field">
      <span className="only-wide">{t('player.pdf.page')}</span>
      <input
        type="text"
        inputMode="numeric"
        aria-label={t('player.pdf.page')}
        value={typed ?? String(page)}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
        onBlur={() => {
          const wanted = parseInt(typed ?? '', 10);
          setTyped(null);
          if (wanted > 0) onGo(wanted);
        }}
      />
      <span className="num">{t('player.pdf.of', { count })}</span>
    </label>
  );
}
