import { useLegalLinks } from '../components/legal/use-legal-links.ts';
import { useT } from '../i18n/translate.ts';
import { Link } from '../ui/Link.tsx';
import { Brand } from './Brand.tsx';
import './header.css';
import { LanguageSelector } from './LanguageSelector.tsx';

/** The simpler header of sign-in pages and of pages in another site's frame (docs/specification.md#shell). */
export function Header({ embedded = false }: { embedded?: boolean }) {
  return (
    <header className={embedded ? 'simple-header wrap' : 'simple-header'}>
      <Brand />
      <LanguageSelector />
      <LegalStrip away={embedded} />
    </header>
  );
}

/** These pages have no footer; imprint and privacy notice stay one click away, out of a frame in a window of their own (docs/specification.md#shell). */
function LegalStrip({ away }: { away: boolean }) {
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
