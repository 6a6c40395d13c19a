import { Brand } from './Brand.tsx';
import './header.css';
import { LanguageSelector } from './LanguageSelector.tsx';
import { LegalStrip } from './LegalStrip.tsx';

/** The simpler header of sign-in pages (docs/specification.md#shell). */
export const Header = () => (
  <header className="simple-header">
    <Brand />
    <LanguageSelector />
    <LegalStrip />
  </header>
);
