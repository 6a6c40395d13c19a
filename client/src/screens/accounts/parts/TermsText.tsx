import { useLegalLinks } from '../../../components/legal/use-legal-links.ts';
import { useT } from '../../../i18n/translate.ts';
import { Link } from '../../../ui/Link.tsx';
import './accounts.css';

/** Shows links to the terms of use and the privacy notice. */
export function TermsText() {
  const { t } = useT();
  const links = useLegalLinks().filter(({ page }) => page === 'terms' || page === 'privacy');
  if (links.length === 0) return null;
  return (
    <p className="small-print account-terms-links">
      {links.map(({ page, href, label }) => (
        <Link key={page} href={href} target="_blank" rel="noreferrer">
          {t(label)}
        </Link>
      ))}
    </p>
  );
}
