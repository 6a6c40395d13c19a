import { href } from '@fundus/contract/screens';
import { traitsOf } from '@fundus/contract/portal-types';
import { useLegalLinks } from '../../components/legal/use-legal-links.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { useTheme } from '../../theme/current-theme.ts';
import { Link } from '../../ui/Link.tsx';
import { Brand } from '../navigation/Brand.tsx';
import { listDestinations } from '../navigation/destinations.ts';
import './footer.css';
import { LanguageSelector } from '../navigation/LanguageSelector.tsx';
import { logoFooterHref } from './setup-files.ts';

/** Shows the footer of the configured `Type`, or the default footer (docs/specification.md#shell). Links only to existing pages. */
export function Footer() {
  const { t } = useT();
  const session = useSession();
  const { logo_footer: logo, logoName } = useTheme();
  const legalLinks = useLegalLinks();
  const { Type } = session.config;
  const { partner: themed, app } = traitsOf(session.config);
  return (
    <footer className={themed ? 'foot foot-themed' : 'foot'}>
      <div className="wrap">
        <div className="foot-about">
          {themed || logo ? (
            <img className="foot-logo" src={logo?.href ?? logoFooterHref} alt={logo?.alt || logoName || session.productName} height="40" />
          ) : (
            <Brand />
          )}
          <p>{t(Type ? `footer.claim.${Type}` : 'footer.claim')}</p>
        </div>
        <nav aria-label={t('footer.nav')}>
          {listDestinations(session).map(({ name, label, href: to }) => (
            <Link key={name} className="foot-destination" href={to}>
              {t(label)}
            </Link>
          ))}
          <Link href={href('help')}>{t('help.title')}</Link>
          {app && <Link href={href('hueber-app-download')}>{t('nav.app')}</Link>}
        </nav>
        <nav aria-label={t('legal.nav')}>
          {legalLinks.map(({ page, label, href: to }) => (
            <Link key={page} href={to}>
              {t(label)}
            </Link>
          ))}
        </nav>
        <LanguageSelector />
      </div>
    </footer>
  );
}
