import { useSession } from '../../stores/session.ts';
import { Brand } from '../navigation/Brand.tsx';
import './header.css';
import { LanguageSelector } from '../navigation/LanguageSelector.tsx';
import { LegalStrip } from './LegalStrip.tsx';

/** Shows the reduced header of sign-in pages (docs/specification.md#shell). */
export function Header() {
  const { config } = useSession();
  return (
    <header className="simple-header">
      <Brand />
      <LanguageSelector />
      {/* Legal pages do not exist yet during setup. */}
      {!config.first_start && <LegalStrip />}
    </header>
  );
}
