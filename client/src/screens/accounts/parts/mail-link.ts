/** Token of a link in a mail. It is in the fragment, which servers do not see, is removed from the address at once, and kept in memory only. */
import type { ResetHint } from '@fundus/contract/accounts/registration';
import { useEffect, useState } from 'react';

/** Returns the token and removes it from the address; empty without one. */
export function useFragment(): string {
  const [token, setToken] = useState(() => location.hash.slice(1));
  // Runs in an effect, because a render may be discarded and repeated.
  useEffect(() => {
    const take = () => {
      if (!location.hash) return;
      setToken(location.hash.slice(1));
      history.replaceState(history.state, '', location.pathname + location.search);
    };
    take();
    // The user pasted another link into the address bar of the open page.
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return token;
}

let reset: { token: string; hint: ResetHint } | null = null;

/** Returns the link that is followed across pages; `null` after its use, and after a reload. */
export const resetLink = (): { token: string; hint: ResetHint } | null => reset;

export function storeResetLink(next: { token: string; hint: ResetHint } | null): void {
  reset = next;
}
