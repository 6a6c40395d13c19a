import { isSettingEnabled } from '@fundus/contract/config';
import { GraduationCap, KeyRound, Presentation } from 'lucide-react';
import type { ReactNode } from 'react';
import { aboutKey } from '../../components/page/about-portal.ts';
import { Illustration } from '../../components/page/Illustration.tsx';
import { useT } from '../../i18n/translate.ts';
import { useSession } from '../../stores/session.ts';
import { useTheme } from '../../theme/current-theme.ts';
import './credential-frame.css';
import { Header } from './Header.tsx';

/** Layout of sign-in pages (docs/specification.md#shell): shows the form, and next to it what the portal offers, to whom, and how to get access. */
export function CredentialFrame({ children }: { children: ReactNode }) {
  const { t } = useT();
  const { config } = useSession();
  const { productName } = useTheme();
  return (
    <div className="login">
      <div className="login-top">
        <Header />
      </div>
      <aside className="login-side" aria-label={t('login.about')}>
        <div className="login-intro">
          <p className="claim">{t('login.claim')}</p>
          <p className="login-about">{t(aboutKey(config), { name: productName })}</p>
        </div>
        {/* There are no accounts during setup. */}
        {!config.first_start && (
          <ul className="login-ways">
            <BenefitItem icon={<Presentation />} title={t('login.about.teachers')} text={t('login.about.teachers.text')} />
            <BenefitItem icon={<GraduationCap />} title={t('login.about.learners')} text={t('login.about.learners.text')} />
            <BenefitItem
              icon={<KeyRound />}
              title={t('login.about.access')}
              text={t(isSettingEnabled('Register', config) ? 'login.about.access.register' : 'login.about.access.text')}
            />
          </ul>
        )}
        <Illustration />
      </aside>
      <main id="main" tabIndex={-1} className="login-main">
        {children}
      </main>
    </div>
  );
}

function BenefitItem({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <li>
      {icon}
      <strong>{title}</strong>
      <span className="quiet">{text}</span>
    </li>
  );
}
