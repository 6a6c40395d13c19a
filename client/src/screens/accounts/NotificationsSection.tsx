import { ownAccount } from '@fundus/contract/accounts/own';
import type { Notification } from '@fundus/contract/mails/notifications';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Checkbox } from '../../ui/Field.tsx';
import type { SectionProps } from './AccountScreen.tsx';
import './account-screen.css';
import './accounts.css';

/** Mails that may be switched off; saved at once. */
export function NotificationsSection({ account }: SectionProps) {
  const { t } = useT();
  const save = useCall(ownAccount.setNotifications, { refreshes: [ownAccount.account] });
  const [muted, setMuted] = useState<readonly Notification[]>(account.notifications.filter(({ on }) => !on).map(({ name }) => name));
  const set = (name: Notification, on: boolean) => {
    const [before, after] = [muted, on ? muted.filter((each) => each !== name) : [...muted, name]];
    setMuted(after);
    save.mutate(
      { body: { muted: [...after] } },
      {
        onSuccess: () => showSnackbar({ text: t('account.saved'), type: 'success' }),
        onError: () => {
          setMuted(before);
          showSnackbar({ text: t('error.unavailable'), type: 'error' });
        },
      },
    );
  };
  return (
    <div className="account-block">
      <h2>{t('account.notifications.heading')}</h2>
      <p className="account-intro">{t('account.notifications.text')}</p>
      {account.notifications.map(({ name }) => (
        <Checkbox
          key={name}
          label={t(`account.notifications.${name}`)}
          hint={t(`account.notifications.${name}.hint`)}
          checked={!muted.includes(name)}
          onChange={(event) => set(name, event.target.checked)}
        />
      ))}
      <p className="small-print">{t('account.notifications.required')}</p>
    </div>
  );
}
