import { ExternalLink } from 'lucide-react';
import { useT } from '../../i18n/translate.ts';
import '../../ui/button.css';
import './link-card.css';

/** Shows a link to a medium on another site. Nothing is loaded from that site before the user follows the link. */
export function LinkCard({ url, cover, onFollow }: { url: string; cover: string; onFollow: (() => void) | undefined }) {
  const { t } = useT();
  const host = new URL(url, location.href).hostname.replace(/^www\./, '');
  return (
    <section className="link-card" aria-label={host}>
      <img src={cover} alt="" width={400} height={226} />
      <div>
        {/* Zero-width spaces allow long host names to wrap after a dot. */}
        <p className="link-host">{host.replaceAll('.', '.\u200b')}</p>
        <p>{t('player.link.text')}</p>
        <a className="btn btn-primary" href={url} target="_blank" rel="noopener noreferrer" onClick={onFollow} onAuxClick={onFollow}>
          <ExternalLink />
          {t('player.link.open', { host })}
          <span className="sr">({t('player.link.newTab')})</span>
        </a>
      </div>
    </section>
  );
}
