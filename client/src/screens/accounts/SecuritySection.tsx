import type { SectionProps } from './AccountScreen.tsx';
import { Factors } from './Factors.tsx';
import { LinkedAccounts } from './LinkedAccounts.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { Sessions } from './Sessions.tsx';

/** Password, second factor, linked portals, sessions. */
export function SecuritySection({ account }: SectionProps) {
  return (
    <>
      {account.can.changePassword && <PasswordForm account={account} />}
      <Factors needsPassword={account.has_password} />
      <LinkedAccounts />
      <Sessions />
    </>
  );
}
