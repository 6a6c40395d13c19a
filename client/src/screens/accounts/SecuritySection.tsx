import type { SectionProps } from './AccountScreen.tsx';
import { useSession } from '../../stores/session.ts';
import { Factors } from './Factors.tsx';
import { LinkedAccounts } from './LinkedAccounts.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { Sessions } from './Sessions.tsx';

/** Password, second factor, linked portals (Type 'hueber'), sessions. */
export function SecuritySection({ account }: SectionProps) {
  const { config } = useSession();
  return (
    <>
      {account.can.changePassword && <PasswordForm account={account} />}
      <Factors needsPassword={account.has_password} />
      {config.Type === 'hueber' && <LinkedAccounts />}
      <Sessions />
    </>
  );
}
