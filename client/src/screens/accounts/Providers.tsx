import { providers } from '@fundus/contract/accounts-providers';
import { useQuery } from '@tanstack/react-query';
import { LogIn } from 'lucide-react';
import { query, useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { FormError } from './FormError.tsx';
import { rememberVisit } from './oidc-visit.ts';

/** Buttons to the portals people may come from, above the form; nothing where there are none. */
export function Providers() {
  const { t } = useT();
  const { data } = useQuery(query(providers.providers));
  const visit = useCall(providers.visit);
  if (!data || data.items.length === 0) return null;
  const go = (provider: string) =>
    visit.mutate(
      { params: { provider }, body: {} },
      {
        onSuccess: ({ url, secret }) => {
          rememberVisit(secret);
          location.assign(url);
        },
      },
    );
  return (
    <div className="login-providers">
      <FormError error={visit.error} />
      {data.items.map(({ id, name }) => (
        <Button key={id} variant="line" wide icon={<LogIn />} disabled={visit.isPending} onClick={() => go(id)}>
          {t('provider.with', { name })}
        </Button>
      ))}
      <p className="login-or">{t('provider.or')}</p>
    </div>
  );
}
