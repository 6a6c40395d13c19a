/** The visitor's session: the user and the configuration. It is loaded before the first screen is shown. */
import type { User } from '@fundus/contract/accounts/accounts';
import type { FrontendConfigReply } from '@fundus/contract/config';
import { createContext, useContext } from 'react';

export type Session = {
  /** `false` for an anonymous visitor (docs/specification.md#entities). */
  user: User | false;
  config: FrontendConfigReply;
  /** Name of the portal, which administrators can change. */
  productName: string;
  /** Switches the language and stores the choice. */
  changeLanguage: (locale: string) => void;
  /** Ends the session and opens the start page. `returns` opens the sign-in page and then the stored URL instead. `stay` opens no page. */
  signOut: (after?: { returns?: boolean; stay?: boolean }) => void;
  /** Opens the sign-in page, even if the session of the current user has expired. */
  signIn: () => void;
  /** Sets the user, or `false` for an anonymous visitor, and clears all cached replies. */
  setUser: (next: User | false) => void;
  /** Continues on the current page if the same user has signed in again. Any other user starts on the start page. */
  resume: (next: User) => void;
  /** Switches a school administrator between full and basic view (docs/behaviour/access.md#advanced-and-basic-view). */
  setAdvancedView: (advanced: boolean) => void;
};

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession outside of the shell');
  return session;
}
