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

/** Password, second factor, linked portals, sessions. */
export function SecuritySection({ account }: SectionProps) {
  // All of them at once: one that came late would push the others down. Nothing waits for what failed.
  const asked = useQueries({
    queries: [query(factors.factors), query(providers.identities), query(ownAccount.sessions)],
  });
  const waits = asked.some(({ isLoading, failureCount }) => isLoading && failureCount === 0);
  return (
    <>
      {account.can.changePassword && <PasswordForm account={account} />}
      {waits ? (
        <ScreenLoading />
      ) : (
        <>
          <Factors needsPassword={account.has_password} />
          <LinkedAccounts needsPassword={account.has_password} />
          <Sessions />
        </>
      )}
    </>
  );
}
