import type { SecondStep, User } from '@fundus/contract/accounts/accounts';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../../i18n/translate.ts';
import { AccountSignIn } from './sign-in/AccountSignIn.tsx';
import { LearnerSignIn } from './sign-in/LearnerSignIn.tsx';
import { SecondFactor } from './sign-in/SecondFactor.tsx';
import './sign-in/login-screen.css';

const NO_CARD = { asked: false, code: '', joinCode: '' };

/** Shows a sign-in dialog after the session of `user` has expired. The page behind it stays open. */
export function SignInAgain({ user, onUser }: { user: User; onUser: (user: User) => void }) {
  const { t } = useT();
  const [step, setStep] = useState<SecondStep['second_factor'] | null>(null);
  const [login, setLogin] = useState(user.email);
  const box = useRef<HTMLDivElement>(null);
  // Focuses the password, because the name is filled in already. Not on touch screens, where the keyboard would cover the text.
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) box.current?.querySelector<HTMLElement>('[name=password]')?.focus();
  }, []);
  const text = <p className="sign-in-again">{t('login.expired.text')}</p>;
  if (user.by_code)
    return (
      <>
        {text}
        <LearnerSignIn inDialog link={NO_CARD} onUser={onUser} />
      </>
    );
  // A required second factor must be set up on its own page.
  if (step?.methods.length === 0) return <p>{t('login.expired.elsewhere')}</p>;
  if (step) return <SecondFactor step={step} inDialog onDone={onUser} onBack={() => setStep(null)} />;
  return (
    <div ref={box}>
      <AccountSignIn
        inDialog
        search=""
        login={login}
        onUser={onUser}
        onSecondFactor={(next, name) => {
          setLogin(name);
          setStep(next);
        }}
        head={text}
        foot={null}
      />
    </div>
  );
}
