import type { SearchScope } from '@fundus/contract/catalogue/catalogue';
import { hasAccount } from '@fundus/contract/access';
import { ArrowRight, Search } from 'lucide-react';
import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { useT } from '../../i18n/translate.ts';
import { addRecentSearch } from '../../stores/recent-searches.ts';
import { useSession } from '../../stores/session.ts';
import type { Suggestion } from './Suggestions.tsx';
import { useSuggestions } from './use-suggestions.ts';
import '../../ui/button.css';
import './search-field.css';
import { loadLater } from '../../ui/load-later.tsx';

type Props = {
  scope: SearchScope;
  /** Accessible name of the field. */
  label: string;
  placeholder: string;
  /** Initial text. A new value replaces the text in the field. */
  text: string;
  onSearch: (text: string) => void;
  /** Opens a medium that was suggested by its title. */
  onOpen: (identifier: string) => void;
  variant?: 'bar' | 'large';
  busy?: boolean;
  field?: RefObject<HTMLInputElement | null>;
};

/** Loaded when the user types the first letters. */
const Suggestions = loadLater(async () => (await import('./Suggestions.tsx')).Suggestions);

/** Shows a search field with suggestions (WAI-ARIA pattern "combobox"): arrow keys select, Enter searches, Escape closes the list. */
export function SearchField({ scope, label, placeholder, text, onSearch, onOpen, variant = 'bar', busy = false, field }: Props) {
  const { t } = useT();
  const { user } = useSession();
  const [typed, setTyped] = useState(text);
  const own = useRef<HTMLInputElement>(null);
  const input = field ?? own;
  const form = useRef<HTMLFormElement>(null);
  const id = useId();

  useEffect(() => setTyped(text), [text]);

  const { suggestions, shown, at, chosen, hide, close, onType, onKeyDown } = useSuggestions(scope, typed);

  const search = (words: string) => {
    setTyped(words);
    close();
    if (user && hasAccount(user)) addRecentSearch(user.id, words.trim());
    onSearch(words.trim());
  };

  const choose = ({ text: words, identifier }: Suggestion) => {
    if (identifier === undefined) return search(words);
    close();
    onOpen(identifier);
  };

  return (
    <search>
      <form
        ref={form}
        className={`find ${variant === 'large' ? 'find-large' : ''} ${busy ? 'find-busy' : ''}`}
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen) choose(chosen);
          else search(typed);
          input.current?.blur();
        }}
      >
        <Search />
        <input
          ref={input}
          type="search"
          name="q"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={2000}
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={shown ? `${id}-list` : undefined}
          aria-activedescendant={chosen ? `${id}-${at}` : undefined}
          placeholder={placeholder}
          value={chosen?.text ?? typed}
          onChange={(event) => {
            setTyped(event.target.value);
            onType();
          }}
          onKeyDown={onKeyDown}
        />
        {variant === 'large' ? (
          <button className="btn btn-primary find-submit" aria-label={t('search.submit')}>
            <ArrowRight />
            <span>{t('search.submit')}</span>
          </button>
        ) : (
          <kbd aria-hidden="true">/</kbd>
        )}
        {shown && <Suggestions id={id} anchor={form} suggestions={suggestions} at={at} onChoose={choose} onClose={hide} />}
      </form>
    </search>
  );
}
