import { useLegalLinks } from '../../components/use-legal-links.ts';
import { useT } from '../../i18n/translate.ts';
import { Link } from '../../ui/Link.tsx';

/** The other legal pages. */
export function LegalNav({ current }: { current: string }) {
  const { t } = useT();
  return (
    <nav className="legal-nav" aria-label={t('legal.nav.pages')}>
      <ul>
        {useLegalLinks().map(({ page, href, label }) => (
          <li key={page}>
            <Link href={href} aria-current={page === current ? 'page' : undefined}>
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
