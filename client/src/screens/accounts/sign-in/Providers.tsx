import { providers } from '@fundus/contract/accounts/providers';
import { useQuery } from '@tanstack/react-query';
import { LogIn, X } from 'lucide-react';
import { useState } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormError } from '../parts/FormError.tsx';
import { forgetProvider, readHints, lastProvider, rememberVisit } from '../parts/oidc-visit.ts';
import '../parts/accounts.css';

/**
 * Shows a button for each identity provider above the form. Renders nothing if there are none. The provider named in the link comes first, followed
 * by the last used one.
 */
export function Providers({ search }: { search: string }) {
  const { t } = useT();
  const { data } = useQuery(query(providers.providers));
  const visit = useCall(providers.startAuthorization);
  const [last, setLast] = useState(lastProvider);
  if (!data || data.items.length === 0) return null;
  const all = data.items.map((item) => ({ ...item, hints: readHints(search, item.hints) }));
  const meant = all.find(({ hints }) => Object.keys(hints).length > 0) ?? all.find(({ id }) => id === last);
  const go = ({ id: provider, hints }: (typeof all)[number]) =>
    visit.mutate(
      { params: { provider }, body: { hints } },
      {
        onSuccess: ({ url, secret }) => {
          rememberVisit({ secret, provider });
          location.assign(url);
        },
      },
    );
  const forget = () => {
    forgetProvider();
    setLast('');
  };
  return (
    <div className="login-providers">
      <FormError error={visit.error} />
      {[...all]
        .sort((a, b) => Number(b === meant) - Number(a === meant))
        .map((item) => (
          <Button
            key={item.id}
            variant={item === meant ? 'primary' : 'line'}
            wide
            icon={<LogIn />}
            disabled={visit.isPending}
            onClick={() => go(item)}
          >
            {t('provider.with', { name: item.name })}
          </Button>
        ))}
      {all.some(({ id }) => id === last) && (
        <p className="small quiet login-last">
          {t('provider.last', { name: all.find(({ id }) => id === last)?.name ?? '' })}{' '}
          <Button icon={<X />} onClick={forget}>
            {t('provider.forget')}
          </Button>
        </p>
      )}
      <p className="login-or">{t('provider.or')}</p>
    </div>
  );
}
