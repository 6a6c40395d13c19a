import type { AppError } from '@fundus/contract/errors';
import { firstStart, type FirstStartState } from '@fundus/contract/first-start/first-start';
import { CircleCheck, MailWarning, Send } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';

import { Note } from '../../../ui/Note.tsx';
import { ruleText } from '../parts/rule-text.ts';
import '../parts/accounts.css';
import { EmailField } from '../EmailField.tsx';

type Props = { token: string; state: FirstStartState; address: string; onRefused: (error: AppError) => void };

/** Sends a test mail and shows the response of the mail server. If no mail server is configured, explains how to configure one. */
export function MailStep({ token, state: { mail }, address, onRefused }: Props) {
  const { t, locale } = useT();
  const [to, setTo] = useState(address);
  const test = useCall(firstStart.testMail);
  if (!mail.configured)
    return (
      <Note>
        <MailWarning />
        <p>
          {t('firstStart.mail.notConfigured')} {t('firstStart.mail.later')}
        </p>
      </Note>
    );
  const send = () =>
    test.mutate(
      { body: { token, to: to.trim(), language: locale } },
      { onError: (error) => error.code !== 'validation_failed' && onRefused(error) },
    );
  return (
    <>
      <p className="account-intro">
        {t('firstStart.mail.test')} {t('firstStart.mail.from', { from: mail.from })}
      </p>
      <EmailField
        label={t('firstStart.address')}
        name="to"
        value={to}
        error={test.error?.code === 'validation_failed' ? ruleText(t, 'email', 'format') : null}
        onChange={(event) => setTo(event.target.value)}
      />
      <Button variant="line" icon={<Send />} disabled={test.isPending} onClick={send}>
        {t('firstStart.mail.send')}
      </Button>
      {test.data?.result === 'sent' && (
        <Note role="status">
          <CircleCheck />
          <p>{t('firstStart.mail.sent', { address: to.trim() })}</p>
        </Note>
      )}
      {test.data?.result === 'failed' && (
        <Note tone="bad" role="alert">
          <MailWarning />
          <p>
            {t('firstStart.mail.failed', { detail: test.data.detail })} {t('firstStart.mail.later')}
          </p>
        </Note>
      )}
    </>
  );
}
