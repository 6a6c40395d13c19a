import type { SecondStep, User } from '@fundus/contract/accounts/accounts';
import { providers, type SignInResult } from '@fundus/contract/accounts/providers';
import { href } from '@fundus/contract/screens';
import { Hourglass, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import { useT } from '../../../i18n/translate.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import '../parts/accounts.css';
import { ChooseStep } from './ChooseStep.tsx';
import { NewcomerForm } from './NewcomerForm.tsx';
import { Notice } from '../parts/Notice.tsx';
import { rememberProvider, consumeVisit } from '../parts/oidc-visit.ts';

type Props = {
  answer: string;
  onUser: (user: User) => void;
  onSecondFactor: (step: SecondStep['second_factor']) => void;
  onBack: () => void;
};

/** Completes a sign-in when the user returns from an identity provider, and handles known users, new users and errors. */
export function ProviderReturnStep({ answer, onUser, onSecondFactor, onBack }: Props) {
  const { t } = useT();
  const arrive = useCall(providers.completeSignIn);
  const [newcomer, setNewcomer] = useState<Extract<SignInResult, { kind: 'unknown' }> | null>(null);
  const [choice, setChoice] = useState<Extract<SignInResult, { kind: 'choose' }> | null>(null);
  const [waits, setWaits] = useState(false);
  const [{ secret, provider }] = useState(consumeVisit);
  const { mutate } = arrive;

  const take = (arrival: SignInResult) => {
    // Remembers the provider only if the sign-in succeeds.
    if (provider && (arrival.kind === 'signed_in' || arrival.kind === 'second_factor')) rememberProvider(provider);
    if (arrival.kind === 'signed_in') onUser(arrival.user);
    else if (arrival.kind === 'second_factor') onSecondFactor(arrival.second_factor);
    else if (arrival.kind === 'unknown') setNewcomer(arrival);
    else if (arrival.kind === 'choose') setChoice(arrival);
    else if (arrival.kind === 'waiting') setWaits(true);
  };
  useEffect(() => {
    if (secret) mutate({ body: { answer, secret } }, { onSuccess: take });
    // Runs only once per response of the identity provider.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [answer, secret, mutate]);

  if (waits) return <Notice icon={<Hourglass />} tone="good" title={t('provider.waiting.title')} lines={[t('provider.waiting.text')]} />;
  if (choice) return <ChooseStep arrival={choice} onArrival={take} onBack={onBack} />;
  if (newcomer) return <NewcomerForm newcomer={newcomer} onArrival={take} onBack={onBack} />;
  if (!secret || arrive.error) {
    const missing = arrive.error?.details?.missing;
    const text = Array.isArray(missing) ? t('provider.missing', { names: missing.join(', ') }) : t('provider.failed.text');
    return (
      <Notice icon={<TriangleAlert />} tone="bad" title={t('provider.failed.title')} lines={[text]}>
        <Button variant="primary" onClick={onBack}>
          {t('register.toLogin')}
        </Button>
        <ButtonLink href={href('homepage')}>{t('error.screen.home')}</ButtonLink>
      </Notice>
    );
  }
  return (
    <div className="account-form" aria-busy="true">
      <PageHeading title={t('login.title')} />
      <p role="status">{t('login.busy')}</p>
    </div>
  );
}
