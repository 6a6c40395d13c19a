import { useLegalLinks } from '../../components/legal/use-legal-links.ts';
import { useT } from '../../i18n/translate.ts';
import { Link } from '../../ui/Link.tsx';
import './header.css';

/**
 * Shows links to the imprint and the privacy notice on pages without a footer (docs/specification.md#shell). `away` opens them in a new window, for
 * pages in a frame.
 */
export function LegalStrip({ away = false }: { away?: boolean }) {
  const { t } = useT();
  const links = useLegalLinks().filter(({ page }) => page === 'imprint' || page === 'privacy');
  if (links.length === 0) return null;
  return (
    <nav className="legal-strip" aria-label={t('legal.nav')}>
      {links.map(({ page, label, href }) => (
        <Link key={page} href={href} {...(away && { target: '_blank', rel: 'noopener' })}>
          {t(label)}
          {away && <span className="sr">, {t('legal.newWindow')}</span>}
        </Link>
      ))}
    </nav>
  );
}
