import type { ReactNode } from 'react';
import { Illustration } from '../components/Illustration.tsx';
import { useT } from '../i18n/translate.ts';
import './credential-frame.css';
import { Header } from './Header.tsx';
import { ShelfBoard } from './ShelfBoard.tsx';

/** The special style of sign-in pages (spec §2): the shelf beside the form. */
export function CredentialFrame({ children }: { children: ReactNode }) {
  const { t } = useT();
  return (
    <div className="login">
      <div className="login-top">
        <Header />
      </div>
      <aside className="login-side" aria-label={t('login.about')}>
        <p className="claim">{t('login.claim')}</p>
        <ShelfBoard />
        <Illustration />
      </aside>
      <main id="main" tabIndex={-1} className="login-main">
        {children}
      </main>
    </div>
  );
}
