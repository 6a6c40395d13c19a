import { useSession } from '../../stores/session.ts';
import { Brand } from '../navigation/Brand.tsx';
import './header.css';
import { LanguageSelector } from '../navigation/LanguageSelector.tsx';
import { LegalStrip } from './LegalStrip.tsx';

/** The simpler header of sign-in pages (docs/specification.md#shell). */
export function Header() {
  const { config } = useSession();
  return (
    <header className="simple-header">
      <Brand />
      <LanguageSelector />
      {/* Nothing is written yet while the portal is set up. */}
      {!config.first_start && <LegalStrip />}
    </header>
  );
}
