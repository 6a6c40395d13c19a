import { fullName } from '@fundus/contract/people/full-name';
import { accounts } from '@fundus/contract/accounts/accounts';
import { ownAccount } from '@fundus/contract/accounts/own';
import { providers } from '@fundus/contract/accounts/providers';
import { SALUTATIONS } from '@fundus/contract/accounts/choices';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { nativeLanguageName } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import type { SectionProps } from './AccountScreen.tsx';
import { EmailForm } from './EmailForm.tsx';
import { TeachingSection } from './TeachingSection.tsx';
import { FormError } from '../parts/FormError.tsx';
import { SchoolChoice } from '../parts/SchoolChoice.tsx';
import { useAccountFields } from '../parts/use-account-fields.ts';
import '../parts/account-screen.css';
import '../parts/accounts.css';

/** Shows the form for name, salutation and language, and the e-mail address. */
export function ProfileSection({ account }: SectionProps) {
  const { t } = useT();
  const { config, changeLanguage } = useSession();
  const save = useCall(ownAccount.changeAccount, { refreshes: [ownAccount.account, accounts.userinfo] });
  const { salutation, vorname, name, locale, version, can } = account;
  const queryClient = useQueryClient();
  const schools = useQuery({ ...query(providers.ownSchools), staleTime: 0 });
  const { values, text, choice, report, onRefused } = useAccountFields({ salutation, vorname, name, locale: locale ?? '' });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const gaps = {
      ...(!values.vorname.trim() && { vorname: 'required' }),
      ...(!values.name.trim() && { name: 'required' }),
    };
    report(gaps);
    if (Object.keys(gaps).length > 0) return;
    save.mutate(
      { body: { ...values, locale: values.locale || null, version } },
      {
        onSuccess: (saved) => {
          // Stores the new version immediately, so that the next change is based on it.
          queryClient.setQueryData(query(ownAccount.account).queryKey, saved);
          if (values.locale && values.locale !== locale) changeLanguage(values.locale);
          showSnackbar({ text: t('account.saved'), type: 'success' });
        },
        onError: (error) => {
          onRefused(error);
          // After a concurrent change, such as a confirmed e-mail address, the form keeps its input, and the next save overwrites the change.
          if (error.code === 'version_conflict') void queryClient.invalidateQueries({ queryKey: query(ownAccount.account).queryKey });
        },
      },
    );
  };
  return (
    <div className="account-sides">
      <div className="account-side">
        <form className="account-block" onSubmit={submit} noValidate>
          <h2>{t('account.profile.heading')}</h2>
          <FormError error={save.error} />
          {can.rename ? (
            <>
              <SelectField
                label={t('register.salutation')}
                options={SALUTATIONS.map((value) => ({ value, label: t(`register.salutation.${value || 'none'}`) }))}
                {...choice('salutation')}
              />
              <div className="account-pair">
                <TextField label={t('register.vorname')} name="vorname" autoComplete="given-name" maxLength={60} {...text('vorname')} />
                <TextField label={t('register.name')} name="name" autoComplete="family-name" maxLength={60} {...text('name')} />
              </div>
            </>
          ) : (
            <p className="account-fact">
              {fullName({ vorname, name })}
              <span className="quiet small">{t('account.profile.nameFixed')}</span>
            </p>
          )}
          <SelectField
            label={t('account.profile.language')}
            hint={t('account.profile.language.hint')}
            options={[
              { value: '', label: t('account.profile.language.portal') },
              ...config.Locales.map((code) => ({ value: code, label: nativeLanguageName(code) })),
            ]}
            {...choice('locale')}
          />
          <Button type="submit" variant="primary" disabled={save.isPending}>
            {t('account.save')}
          </Button>
        </form>
        {/* Shown only after the content above has loaded, to avoid a layout shift. */}
        <SchoolChoice />
        {can.changeEmail && !(schools.isLoading && schools.failureCount === 0) && <EmailForm account={account} />}
      </div>
      <div className="account-side">
        <TeachingSection />
      </div>
    </div>
  );
}
