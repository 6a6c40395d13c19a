import { PASSWORD_LENGTH } from '@fundus/contract/accounts/password-length';
import { passwordProblem, type AboutPerson } from '@fundus/contract/accounts/password-rules';
import { Check, Circle } from 'lucide-react';
import { useT } from '../../../i18n/translate.ts';
import { PasswordField } from '../../../ui/fields/Field.tsx';
import './accounts.css';

type Props = {
  label: string;
  name?: string;
  value: string;
  about: AboutPerson;
  error?: string | null;
  onChange: (value: string) => void;
};

/** Shows a field for a new password with the password rules. */
export function NewPasswordField({ label, name = 'password', value, about, error, onChange }: Props) {
  const { t } = useT();
  const problem = passwordProblem(value, about);
  const long = problem !== 'min' && problem !== 'max';
  const rules = [
    { met: long, text: t('password.rule.length', { min: PASSWORD_LENGTH.min }) },
    { met: long && problem !== 'common', text: t('password.rule.common') },
    { met: long && problem === null, text: t('password.rule.personal') },
  ];
  return (
    <div className="new-password">
      <PasswordField
        label={label}
        showLabel={t('login.password.show')}
        name={name}
        autoComplete="new-password"
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
      <ul className="password-rules" aria-label={t('password.rules')}>
        {rules.map(({ met, text }) => (
          <li key={text} className={met ? 'met' : ''}>
            {met ? <Check className="i-16" /> : <Circle className="i-16" />}
            {text}
            {met && <span className="sr"> ({t('password.rule.met')})</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
