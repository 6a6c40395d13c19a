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
  signOut: () => void;
  /** Somebody else is here now, or nobody: nothing that was read before holds. */
  setUser: (next: User | false) => void;
  /** A school administrator's switch between full and basic view (docs/behaviour/access.md#advanced-and-basic-view). */
  setAdvancedView: (advanced: boolean) => void;
};

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession outside of the shell');
  return session;
}
