import type { SectionProps } from './AccountScreen.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { Sessions } from './Sessions.tsx';

/** Password and sessions. */
export function SecuritySection({ account }: SectionProps) {
  return (
    <>
      {account.can.changePassword && <PasswordForm account={account} />}
      <Sessions />
    </>
  );
}
