import { admission } from '@fundus/contract/access';
import { href, screens } from '@fundus/contract/screens';
import { scopeHref, searchScope } from '../../components/search/search-scope.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { useTheme } from '../../theme/current-theme.ts';
import { Link } from '../../ui/Link.tsx';
import './brand.css';

/** Shows the symbol and name of the portal, or the administrator’s logo. Links to the home page, or to the search if guests have no home page. */
export function Brand() {
  const { t } = useT();
  const session = useSession();
  const { productName, user, config } = session;
  const { logo } = useTheme();
  const scope = searchScope(session);
  const hasHome = admission(screens.homepage, user || null, config) === 'admitted';
  return (
    <Link
      className="brand"
      href={hasHome || !scope ? href('homepage') : scopeHref(scope)}
      aria-label={t('nav.brand', { product: productName })}
    >
      {logo ? (
        <img src={logo.href} alt="" />
      ) : (
        <>
          <BrandMark />
          <span>{productName}</span>
        </>
      )}
    </Link>
  );
}

const BrandMark = () => (
  <svg viewBox="0 0 30 30" aria-hidden="true" focusable="false">
    <rect width="30" height="30" rx="7" fill="currentColor" />
    <g className="brand-things">
      <path d="M7 7h4.5v14H7zM13 11h4.5v10H13z" />
      <circle cx="22" cy="17.9" r="3.1" />
      <path d="M6 21.8h18.5v1.6H6z" />
    </g>
  </svg>
);
