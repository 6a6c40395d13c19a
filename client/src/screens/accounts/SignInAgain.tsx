import type { SecondStep, User } from '@fundus/contract/accounts/accounts';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../../i18n/translate.ts';
import { AccountSignIn } from './sign-in/AccountSignIn.tsx';
import { LearnerSignIn } from './sign-in/LearnerSignIn.tsx';
import { SecondFactor } from './sign-in/SecondFactor.tsx';
import './sign-in/login-screen.css';

const NO_CARD = { asked: false, code: '', joinCode: '' };

/** Shows the sign-in in a dialog after the session of `user` has expired; the page behind it stays. */
export function SignInAgain({ user, onUser }: { user: User; onUser: (user: User) => void }) {
  const { t } = useT();
  const [step, setStep] = useState<SecondStep['second_factor'] | null>(null);
  const [login, setLogin] = useState(user.email);
  const box = useRef<HTMLDivElement>(null);
  // The name is filled in already. On a touch screen the keyboard would cover the text.
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
  // Setting up a required second factor needs its own page.
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
