/**
 * Token from a link in a mail. The link contains it in the fragment, which browsers do not send to servers. The token is removed from the address
 * immediately and kept only in memory.
 */
import type { ResetHint } from '@fundus/contract/accounts/registration';
import { useEffect, useState } from 'react';

/** Returns the token from the fragment and removes it from the address. Returns '' if there is none. */
export function useMailToken(): string {
  const [token, setToken] = useState(() => location.hash.slice(1));
  // Runs in an effect, because React may discard and repeat a render.
  useEffect(() => {
    const take = () => {
      if (!location.hash) return;
      setToken(location.hash.slice(1));
      history.replaceState(history.state, '', location.pathname + location.search);
    };
    take();
    // The user has pasted another link into the address bar while the page was open.
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return token;
}

let reset: { token: string; hint: ResetHint } | null = null;

/** Returns the reset link that the user is following across several pages. Returns `null` after its use and after a reload. */
export const resetLink = (): { token: string; hint: ResetHint } | null => reset;

export function storeResetLink(next: { token: string; hint: ResetHint } | null): void {
  reset = next;
}
