import type { ChangeEvent } from 'react';
import { useT } from '../../../i18n/translate.ts';
import { PasswordField } from '../../../ui/fields/Field.tsx';

type Props = { name?: string; value: string; error: string | null; onChange: (event: ChangeEvent<HTMLInputElement>) => void };

/** Shows a field for the current password, which is required for irreversible actions. */
export function CurrentPasswordField({ name = 'password', ...field }: Props) {
  const { t } = useT();
  return (
    <PasswordField label={t('account.password.present')} showLabel={t('login.password.show')} name={name} maxLength={1024} {...field} />
  );
}
