import { ownAccount, type NotificationChoice } from '@fundus/contract/accounts/own';
import { hasNotices, MAIL_CHOICES } from '@fundus/contract/mails/notifications';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Checkbox } from '../../../ui/fields/Field.tsx';
import { loadLater } from '../../../ui/load-later.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import type { SectionProps } from './AccountScreen.tsx';
import '../parts/account-screen.css';
import '../parts/accounts.css';

const PushSection = loadLater(async () => (await import('./PushSection.tsx')).PushSection);

/** Shows the notification settings for mail and portal. Each change is saved immediately. */
export function NotificationsSection({ account }: SectionProps) {
  const { t } = useT();
  const { config } = useSession();
  const save = useCall(ownAccount.setNotifications, { refreshes: [ownAccount.account] });
  const [choices, setChoices] = useState<readonly NotificationChoice[]>(account.notifications);
  const set = (changed: NotificationChoice) => {
    const before = choices;
    setChoices(choices.map((each) => (each.name === changed.name ? changed : each)));
    save.mutate(
      { body: { notifications: [changed] } },
      {
        onSuccess: () => showSnackbar({ text: t('account.saved'), type: 'success' }),
        onError: () => {
          setChoices(before);
          showSnackbar({ text: t('error.unavailable'), type: 'error' });
        },
      },
    );
  };
  return (
    <div className="account-block">
      <h2>{t('account.notifications.heading')}</h2>
      <p className="account-intro">{t('account.notifications.text')}</p>
      {choices.map((choice) => (
        <fieldset key={choice.name} className="account-choice">
          <legend>{t(`account.notifications.${choice.name}`)}</legend>
          <p className="small-print">{t(`account.notifications.${choice.name}.hint`)}</p>
          <div>
            {account.email !== '' && (
              <SelectField
                label={t('account.notifications.mail')}
                value={choice.mail}
                options={MAIL_CHOICES.map((value) => ({ value, label: t(`account.notifications.mail.${value}`) }))}
                onChange={(mail) => set({ ...choice, mail })}
              />
            )}
            {hasNotices(choice.name) && (
              <Checkbox
                label={t('account.notifications.portal')}
                checked={choice.portal}
                onChange={(event) => set({ ...choice, portal: event.target.checked })}
              />
            )}
          </div>
        </fieldset>
      ))}
      {config.WebPush && <PushSection />}
      <p className="small-print">{t('account.notifications.required')}</p>
    </div>
  );
}
