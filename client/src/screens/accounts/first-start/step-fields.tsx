import type { FirstStartState } from '@fundus/contract/first-start/first-start';
import type { OperatorField } from '@fundus/contract/legal/content';
import type { MessageKey } from '@fundus/contract/messages';
import { textOn } from '@fundus/contract/setup/theme-rules';
import type { useCheckedFields } from '../../../components/forms/use-fields.ts';
import { useT } from '../../../i18n/translate.ts';
import { Checkbox, Field, TextField } from '../../../ui/fields/Field.tsx';
import { NewPasswordField } from '../parts/NewPasswordField.tsx';
import { EmailField } from '../EmailField.tsx';
import { operatorKey, type Values } from './form.ts';
import '../parts/accounts.css';
import './first-start.css';

type Props = { fields: ReturnType<typeof useCheckedFields<Values>>; state: FirstStartState };

export function DistrictStep({ fields: { values, text, set }, state }: Props) {
  const { t } = useT();
  return (
    <>
      <TextField
        label={t('firstStart.district')}
        hint={t('firstStart.district.hint')}
        name="district"
        autoComplete="organization"
        maxLength={160}
        {...text('district')}
      />
      <fieldset className="first-start-languages">
        <legend>{t('firstStart.languages')}</legend>
        <p className="small-print">{t('firstStart.languages.hint')}</p>
        {state.languages.map(({ code, name, is_default }) => (
          <Checkbox
            key={code}
            label={is_default ? t('firstStart.languages.default', { name }) : name}
            disabled={is_default}
            checked={is_default || values.languages.includes(code)}
            onChange={(event) =>
              set({ languages: event.target.checked ? [...values.languages, code] : values.languages.filter((each) => each !== code) })
            }
          />
        ))}
      </fieldset>
    </>
  );
}

const OPERATOR: readonly { title: MessageKey; fields: readonly OperatorField[] }[] = [
  { title: 'legal.edit.group.who', fields: ['name', 'represented_by', 'street', 'postcode', 'city', 'phone', 'email'] },
  { title: 'legal.edit.group.privacy', fields: ['host', 'dpo_name', 'dpo_email', 'data_authority'] },
];

export function OperatorStep({ fields: { text } }: Props) {
  const { t } = useT();
  return OPERATOR.map(({ title, fields }) => (
    <fieldset key={title} className="first-start-group">
      <legend>{t(title)}</legend>
      {fields.map((field) => (
        <TextField
          key={field}
          label={t(`legal.operator.${field}`)}
          name={field}
          autoComplete="off"
          maxLength={300}
          {...(field.endsWith('email') && { type: 'email', autoCapitalize: 'none', spellCheck: false })}
          {...text(operatorKey(field))}
        />
      ))}
    </fieldset>
  ));
}

export function ThemeStep({ fields: { values, text, problemAt, set } }: Props) {
  const { t } = useT();
  const isColour = /^#[0-9a-f]{6}$/i.test(values.primaryColor);
  const colour = isColour ? values.primaryColor : '#000000';
  return (
    <>
      <TextField label={t('firstStart.look.name')} name="productName" autoComplete="off" maxLength={40} {...text('productName')} />
      <Field label={t('firstStart.look.color')} hint={t('firstStart.look.color.hint')} error={problemAt('primaryColor')}>
        {(ids) => (
          <>
            <input
              type="color"
              aria-label={t('firstStart.look.color')}
              value={colour}
              onChange={(event) => set({ primaryColor: event.target.value })}
            />
            <input
              {...ids}
              className="num"
              autoComplete="off"
              spellCheck={false}
              maxLength={7}
              value={values.primaryColor}
              onChange={(event) => set({ primaryColor: event.target.value.trim() })}
            />
          </>
        )}
      </Field>
      <p className="first-start-preview" style={{ background: colour, color: textOn(colour) }}>
        {t('firstStart.look.preview')}
      </p>
    </>
  );
}

export function AdministratorStep({ fields: { values, text, choice } }: Props) {
  const { t } = useT();
  return (
    <>
      <div className="account-pair">
        <TextField label={t('register.vorname')} name="vorname" autoComplete="given-name" maxLength={60} {...text('vorname')} />
        <TextField label={t('register.name')} name="name" autoComplete="family-name" maxLength={60} {...text('name')} />
      </div>
      <EmailField label={t('register.email')} name="email" {...text('email')} />
      <NewPasswordField label={t('register.password')} about={{ ...values, school: values.district }} {...choice('password')} />
    </>
  );
}
