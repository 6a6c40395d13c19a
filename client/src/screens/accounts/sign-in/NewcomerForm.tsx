import { providers, type SignInResult } from '@fundus/contract/accounts/providers';
import { useState, type SubmitEvent } from 'react';
import { useCall } from '../../../api/query.ts';
import { PageHeading } from '../../../components/page/PageHeading.tsx';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { PasswordField, TextField } from '../../../ui/fields/Field.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { FormError } from '../parts/FormError.tsx';
import { toRequestBody, findChosen, keyOf, lineOf, rolesDiffer } from '../parts/school-role.ts';
import { TermsText } from '../parts/TermsText.tsx';
import '../parts/accounts.css';

type Props = {
  newcomer: Extract<SignInResult, { kind: 'unknown' }>;
  onArrival: (arrival: SignInResult) => void;
  onBack: () => void;
};

/** Asks a user who signs in with an identity provider for the first time to link an existing account or to create one. */
export function NewcomerForm({ newcomer: { token, provider, schools }, onArrival, onBack }: Props) {
  const { t } = useT();
  const link = useCall(providers.linkAccount);
  const create = useCall(providers.createAccount);
  const [known, setKnown] = useState(false);
  const [values, setValues] = useState({ login: '', password: '' });
  const [school, setSchool] = useState(schools[0] ? keyOf(schools[0]) : '');
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (known) link.mutate({ body: { token, ...values } }, { onSuccess: onArrival });
    else {
      const chosen = schools.length > 1 ? findChosen(schools, school) : undefined;
      create.mutate({ body: { token, ...(chosen ? toRequestBody(chosen) : { school_id: null }) } }, { onSuccess: onArrival });
    }
  };
  return (
    <form className="account-form" onSubmit={submit} noValidate>
      <PageHeading title={t('provider.new.title')} />
      <p className="account-intro">{t(known ? 'provider.new.known' : 'provider.new.text', { provider })}</p>
      <FormError error={known ? link.error : create.error} />
      {known && (
        <>
          <TextField
            label={t('login.name')}
            name="login"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            value={values.login}
            onChange={(event) => setValues({ ...values, login: event.target.value })}
          />
          <PasswordField
            label={t('login.password')}
            showLabel={t('login.password.show')}
            name="password"
            maxLength={1024}
            value={values.password}
            onChange={(event) => setValues({ ...values, password: event.target.value })}
          />
        </>
      )}
      {!known && schools.length > 1 && (
        <SelectField
          label={t(rolesDiffer(schools) ? 'provider.schoolAndRole' : 'register.school')}
          value={school}
          options={schools.map((item) => ({ value: keyOf(item), label: lineOf(t, item, schools) }))}
          onChange={setSchool}
        />
      )}
      <Button
        type="submit"
        variant="primary"
        wide
        disabled={link.isPending || create.isPending || (known && (!values.login.trim() || !values.password))}
      >
        {t(known ? 'provider.new.link' : 'provider.new.create')}
      </Button>
      <Button variant="line" wide className="newcomer-other" onClick={() => setKnown(!known)}>
        {t(known ? 'provider.new.without' : 'provider.new.have')}
      </Button>
      {!known && (
        <div className="newcomer-terms">
          <p className="small-print">{t('provider.new.terms')}</p>
          <TermsText />
        </div>
      )}
      <p className="account-foot">
        <Button flush onClick={onBack}>
          {t('factor.back')}
        </Button>
      </p>
    </form>
  );
}
