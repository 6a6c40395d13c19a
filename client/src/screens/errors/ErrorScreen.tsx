import type { MessageKey } from '@fundus/contract/messages';
import { href } from '@fundus/contract/screens';
import { CircleSlash2, Compass, Link2Off, WifiOff } from 'lucide-react';
import { PageHeading } from '../../components/page/PageHeading.tsx';
import { scopeHref, searchScope } from '../../components/search/search-scope.ts';
import type { ScreenProps } from '../../components/page/screen.ts';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import './error-screen.css';

/** Types of `/error/{type?}` with the texts for each. All other types are shown as not found. */
const KINDS = {
  invalid_path: 'notFound',
  not_found: 'notFound',
  invalid_media_type: 'invalidMediaType',
  missing_parameter: 'missingParameter',
  array_parameter: 'arrayParameter',
  blocked: 'blocked',
  link_expired: 'linkExpired',
  offline: 'offline',
} as const;

const ICONS = { notFound: Compass, linkExpired: Link2Off, blocked: CircleSlash2, offline: WifiOff } as const;

/** Shows what went wrong and what the user can do. */
export function Screen({ params }: ScreenProps<'error'>) {
  const { t } = useT();
  const session = useSession();
  const kind = KINDS[params.type as keyof typeof KINDS] ?? 'notFound';
  const Icon = ICONS[kind as keyof typeof ICONS] ?? Compass;
  const scope = searchScope(session);
  return (
    <div className="wrap error-screen">
      <Icon className="error-sign" />
      <PageHeading title={t(`error.screen.${kind}.title` satisfies MessageKey)} />
      <p>{t(`error.screen.${kind}.text`)}</p>
      <p className="error-links">
        {kind === 'offline' && (
          <Button variant="primary" onClick={() => location.reload()}>
            {t('app.retry')}
          </Button>
        )}
        {!session.user && kind === 'blocked' && (
          <ButtonLink variant="primary" href={href('login')}>
            {t('login.action')}
          </ButtonLink>
        )}
        <ButtonLink variant="line" href={href('homepage')}>
          {t('error.screen.home')}
        </ButtonLink>
        {scope && (
          <ButtonLink variant="line" href={scopeHref(scope)}>
            {t('error.screen.search')}
          </ButtonLink>
        )}
      </p>
    </div>
  );
}
