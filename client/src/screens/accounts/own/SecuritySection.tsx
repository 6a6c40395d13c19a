import { factors } from '@fundus/contract/accounts/factors';
import { ownAccount } from '@fundus/contract/accounts/own';
import { providers } from '@fundus/contract/accounts/providers';
import { useQueries } from '@tanstack/react-query';
import { query } from '../../../api/query.ts';
import { ScreenLoading } from '../../../ui/Skeleton.tsx';
import type { SectionProps } from './AccountScreen.tsx';
import { Factors } from './Factors.tsx';
import { LinkedAccounts } from './LinkedAccounts.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { Sessions } from './Sessions.tsx';
import '../parts/account-screen.css';

/** Shows the password form, second factors, linked identity providers and sessions. */
export function SecuritySection({ account }: SectionProps) {
  // Shows all parts together to avoid layout shifts. Failed reads do not delay them.
  const asked = useQueries({
    queries: [query(factors.factors), query(providers.identities), query(ownAccount.sessions)],
  });
  const waits = asked.some(({ isLoading, failureCount }) => isLoading && failureCount === 0);
  return (
    <div className="account-sides account-halves">
      <div className="account-side">
        {account.can.changePassword && <PasswordForm account={account} />}
        {waits ? <ScreenLoading /> : <Factors needsPassword={account.has_password} />}
      </div>
      {!waits && (
        <div className="account-side">
          <LinkedAccounts needsPassword={account.has_password} />
          <Sessions />
        </div>
      )}
    </div>
  );
}
