import type { ChangeEvent } from 'react';
import { useT } from '../../../i18n/translate.ts';
import { PasswordField } from '../../../ui/fields/Field.tsx';

type Props = { name?: string; value: string; error: string | null; onChange: (event: ChangeEvent<HTMLInputElement>) => void };

/** The password the person has, asked for before something that cannot be taken back. */
export function PresentPasswordField({ name = 'password', ...field }: Props) {
  const { t } = useT();
  return (
    <PasswordField label={t('account.password.present')} showLabel={t('login.password.show')} name={name} maxLength={1024} {...field} />
  );
}
