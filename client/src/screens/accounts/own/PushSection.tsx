import { push } from '@fundus/contract/notices/push';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { formatDate } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { showError } from '../../../stores/show-error.ts';
import { subscribeToPush, canPush, unsubscribeFromPush, findEndpoint, isPushRefused, PushTimeoutError } from '../../../stores/push.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/fields/Field.tsx';
import '../parts/account-screen.css';

/** Shows whether this browser receives push notifications, and the other registered browsers. */
export function PushSection() {
  const { t, locale } = useT();
  const browsers = useQuery({ ...query(push.browsers), staleTime: 0 });
  const here = useQuery({ queryKey: ['push', 'endpoint'], queryFn: findEndpoint, staleTime: 0 });
  const remove = useCall(push.removeBrowser, { refreshes: [push.browsers] });
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(isPushRefused);
  const [silent, setSilent] = useState(false);
  if (!browsers.data || here.isPending) return null;
  const { items, key } = browsers.data;
  const own = items.find(({ endpoint }) => endpoint === here.data);
  const others = items.filter((browser) => browser !== own);
  const turn = async (on: boolean): Promise<void> => {
    setBusy(true);
    setSilent(false);
    try {
      if (on) setRefused((await subscribeToPush(key)) === null);
      else await unsubscribeFromPush();
      await Promise.all([browsers.refetch(), here.refetch()]);
    } catch (error) {
      if (error instanceof PushTimeoutError) return setSilent(true);
      // Error messages of the browser or the push service are not helpful to users.
      showSnackbar({ text: t('account.push.failed'), type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <fieldset className="account-choice">
      <legend>{t('account.push')}</legend>
      <p className="small-print">{t('account.push.hint')}</p>
      {canPush() ? (
        <Checkbox
          label={t('account.push.here')}
          checked={own !== undefined}
          disabled={busy}
          onChange={({ target }) => void turn(target.checked)}
        />
      ) : (
        <p>{t('account.push.cannot')}</p>
      )}
      <div role="status">
        {busy && <p className="small-print">{t('account.push.busy')}</p>}
        {refused && <p>{t('account.push.refused')}</p>}
        {silent && <p>{t('account.push.silent')}</p>}
      </div>
      {others.length > 0 && (
        <ul className="account-browsers" aria-label={t('account.push.others')}>
          {others.map(({ id, device, created_at }) => (
            <li key={id}>
              <span>
                {t('account.push.since', { device: device || t('account.push.unknown'), day: formatDate(created_at, 'short', locale) })}
              </span>
              <Button
                aria-label={t('account.push.end.label', { device: device || t('account.push.unknown') })}
                disabled={remove.isPending}
                onClick={() => remove.mutate({ params: { id } }, { onError: showError })}
              >
                {t('account.push.end')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
