/** What came with the link of a mail: it stands in the fragment, which no server sees, is taken out of the address at once, and stays in memory only. */
import type { ResetHint } from '@fundus/contract/accounts/registration';
import { useEffect, useState } from 'react';

/** The token in the address, which it is taken out of; empty when there is none. */
export function useFragment(): string {
  const [token, setToken] = useState(() => location.hash.slice(1));
  // Not while drawing: what is drawn may be thrown away and drawn again.
  useEffect(() => {
    const take = () => {
      if (!location.hash) return;
      setToken(location.hash.slice(1));
      history.replaceState(history.state, '', location.pathname + location.search);
    };
    take();
    // Another link put into the address of a page that is open.
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return token;
}

let reset: { token: string; hint: ResetHint } | null = null;

/** The link that is being followed from page to page; null after it was used, and after the page was loaded anew. */
export const resetLink = (): { token: string; hint: ResetHint } | null => reset;

export function keepResetLink(next: { token: string; hint: ResetHint } | null): void {
  reset = next;
}
