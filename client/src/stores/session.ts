/** Who is here and how this portal behaves: known before anything is shown, read by every screen. */
import type { User } from '@fundus/contract/accounts/accounts';
import type { FrontendConfigReply } from '@fundus/contract/config';
import { createContext, useContext } from 'react';

export type Session = {
  /** `false` when nobody is signed in (docs/specification.md#entities). */
  user: User | false;
  config: FrontendConfigReply;
  /** Name of the portal; the administrator may change it. */
  productName: string;
  /** Shows the portal in another language, for good. */
  changeLanguage: (locale: string) => void;
  /** Ends the session and leads to the start page. `returns`: to the sign-in page, and from there to the stored address; `stay`: nowhere. */
  signOut: (after?: { returns?: boolean; stay?: boolean }) => void;
  /** Leads to the sign-in page, also where the session of the person shown has ended. */
  signIn: () => void;
  /** Somebody else is here now, or nobody: nothing that was read before holds. */
  setUser: (next: User | false) => void;
  /** Continues on the page after the sign-in of the same person; another person begins at the start page. */
  resume: (next: User) => void;
  /** A school administrator's switch between full and basic view (docs/behaviour/access.md#advanced-and-basic-view). */
  setAdvancedView: (advanced: boolean) => void;
};

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession outside of the shell');
  return session;
}
