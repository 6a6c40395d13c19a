import { Brand } from './Brand.tsx';
import './header.css';
import { LanguageSelector } from './LanguageSelector.tsx';

/** The simpler header of sign-in pages and of pages in another site's frame (spec §2). */
export function Header({ embedded = false }: { embedded?: boolean }) {
  return (
    <header className={embedded ? 'simple-header wrap' : 'simple-header'}>
      <Brand />
      <LanguageSelector />
    </header>
  );
}
