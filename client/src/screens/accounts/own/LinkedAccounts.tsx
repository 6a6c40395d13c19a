import { providers } from '@fundus/contract/accounts/providers';
import { useQuery } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { useMailToken } from '../parts/mail-link.ts';
import { providerResponseOf, consumeVisit } from '../parts/oidc-visit.ts';
import { loadLater } from '../../../ui/load-later.tsx';
import '../../../ui/list.css';
import '../parts/account-screen.css';
import '../parts/accounts.css';

const LinkAccountDialog = loadLater(async () => (await import('./LinkAccountDialog.tsx')).LinkAccountDialog);

/** Shows the linked identity providers, and completes a link when the user returns from a provider. Renders nothing if there are no providers. */
export function LinkedAccounts({ needsPassword }: { needsPassword: boolean }) {
  const { t, locale } = useT();
  const { data } = useQuery({ ...query(providers.identities), staleTime: 5_000 });
  const remove = useCall(providers.removeIdentity, { refreshes: [providers.identities] });
  const arrive = useCall(providers.completeSignIn, { refreshes: [providers.identities] });
  const answer = providerResponseOf(useMailToken());
  const [secret] = useState(() => (answer ? consumeVisit().secret : ''));
  const [adding, setAdding] = useState<{ provider: string; name: string } | null>(null);
  const { mutate } = arrive;
  useEffect(() => {
    if (answer && secret)
      mutate({ body: { answer, secret } }, { onSuccess: () => showSnackbar({ text: t('provider.linked'), type: 'success' }) });
    // Runs only once per response of the identity provider.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [answer, secret, mutate]);
  if (!data || (data.items.length === 0 && data.others.length === 0)) return null;
  const { error } = remove;
  const failed = arrive.error ?? (answer && !secret);
  return (
    <div className="account-block">
      <h2>{t('provider.heading')}</h2>
      <p className="account-intro">{t('provider.text')}</p>
      {error && <FormProblem>{t(error.code === 'state_conflict' ? 'provider.lastSignIn' : 'error.unavailable')}</FormProblem>}
      {failed && <FormProblem>{t(arrive.error?.code === 'already_exists' ? 'provider.taken' : 'provider.failed.text')}</FormProblem>}
      <ul className="lines list-rows account-sessions">
        {data.items.map(({ provider, name, created_at }) => (
          <li key={provider}>
            <Link2 />
            <div>
              <b>{name}</b>
              <div className="quiet small">{t('factor.since', { date: formatDate(created_at, 'short', locale) })}</div>
            </div>
            <Button aria-label={t('provider.unlink.label', { name })} onClick={() => remove.mutate({ params: { provider } })}>
              {t('provider.unlink')}
            </Button>
          </li>
        ))}
        {data.others.map(({ provider, name }) => (
          <li key={provider}>
            <Link2 />
            <div>
              <b>{name}</b>
              <div className="quiet small">{t('provider.notLinked')}</div>
            </div>
            <Button aria-label={t('provider.link.label', { name })} onClick={() => setAdding({ provider, name })}>
              {t('provider.link')}
            </Button>
          </li>
        ))}
      </ul>
      {adding && <LinkAccountDialog {...adding} needsPassword={needsPassword} onClose={() => setAdding(null)} />}
    </div>
  );
}
