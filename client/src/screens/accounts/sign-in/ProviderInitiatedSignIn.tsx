import { providers } from '@fundus/contract/accounts/providers';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import { useT } from '../../../i18n/translate.ts';
import { storeRedirect } from '../../../stores/redirect.ts';
import { Button } from '../../../ui/Button.tsx';
import '../parts/accounts.css';
import { Notice } from '../parts/Notice.tsx';
import { readHints, isSameIssuer, ownOriginPath, rememberVisit } from '../parts/oidc-visit.ts';

/**
 * Handles a sign-in that was started by an identity provider (OpenID Connect Core 1.0, section 4): redirects to the provider and then to the
 * requested page.
 */
export function ProviderInitiatedSignIn({ search, onBack }: { search: string; onBack: () => void }) {
  const { t } = useT();
  const { data, isError } = useQuery(query(providers.providers));
  const visit = useCall(providers.startAuthorization);
  const sent = new URLSearchParams(search);
  const portal = data?.items.find(({ issuer }) => isSameIssuer(issuer, sent.get('iss') ?? ''));
  const { mutate } = visit;
  useEffect(() => {
    if (!portal) return;
    const from = new URLSearchParams(search);
    // Stored without a user, because the arriving user may differ from the one who is still signed in.
    storeRedirect(ownOriginPath(from.get('target_link_uri')), '');
    const login_hint = from.get('login_hint')?.slice(0, 2_000);
    mutate(
      { params: { provider: portal.id }, body: { hints: readHints(search, portal.hints), ...(login_hint && { login_hint }) } },
      {
        onSuccess: ({ url, secret }) => {
          rememberVisit({ secret, provider: portal.id });
          // Replaces the history entry, so that the back button skips this page.
          location.replace(url);
        },
      },
    );
  }, [portal, search, mutate]);

  if ((data && !portal) || isError || visit.error)
    return (
      <Notice
        icon={<TriangleAlert />}
        tone="bad"
        title={t('provider.failed.title')}
        lines={[t(data && !portal ? 'provider.sent.unknown' : 'error.unavailable')]}
      >
        <Button variant="primary" onClick={onBack}>
          {t('register.toLogin')}
        </Button>
      </Notice>
    );
  return (
    <div className="account-form" aria-busy="true">
      <PageHeading title={t('login.title')} />
      <p role="status">{t(portal ? 'provider.sent.going' : 'login.busy', { name: portal?.name ?? '' })}</p>
    </div>
  );
}
