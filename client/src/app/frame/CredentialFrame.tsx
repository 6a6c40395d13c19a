import type { ReactNode } from 'react';
import { Illustration } from '../../components/page/Illustration.tsx';
import { useT } from '../../i18n/translate.ts';
import './credential-frame.css';
import { Header } from './Header.tsx';
import { CoverWall } from './CoverWall.tsx';

/** Layout of sign-in pages (docs/specification.md#shell): the form beside the shelf. */
export function CredentialFrame({ children }: { children: ReactNode }) {
  const { t } = useT();
  return (
    <div className="login">
      <div className="login-top">
        <Header />
      </div>
      <aside className="login-side" aria-label={t('login.about')}>
        <p className="claim">{t('login.claim')}</p>
        <CoverWall />
        <Illustration />
      </aside>
      <main id="main" tabIndex={-1} className="login-main">
        {children}
      </main>
    </div>
  );
}
