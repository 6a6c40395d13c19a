import type { ReactNode } from 'react';
import { useT } from '../../../i18n/translate.ts';
import './login-screen.css';

/** Shows the demo accounts. Used only if the demo school is loaded. */
export function DemoAccounts({ text, children }: { text: string; children: ReactNode }) {
  const { t } = useT();
  return (
    <section className="login-demo" aria-labelledby="h-demo">
      <h2 id="h-demo">{t('login.demo.title')}</h2>
      <p className="small quiet">{text}</p>
      <ul>{children}</ul>
    </section>
  );
}

/** Shows a demo account. A click fills in the sign-in form. */
export function DemoAccount({ name, login, onPick }: { name: string; login: string; onPick: () => void }) {
  return (
    <li>
      <button type="button" className="login-demo-account" onClick={onPick}>
        <b>{name}</b>
        <span>{login}</span>
      </button>
    </li>
  );
}
