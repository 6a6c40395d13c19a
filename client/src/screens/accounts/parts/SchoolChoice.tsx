import { providers } from '@fundus/contract/accounts/providers';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { query, useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { toRequestBody, findChosen, keyOf, lineOf, rolesDiffer } from './school-role.ts';
import './account-screen.css';
import './accounts.css';

/** Lets users with several schools or roles choose one. Renders nothing for other users. */
export function SchoolChoice() {
  const { t } = useT();
  const { data } = useQuery({ ...query(providers.ownSchools), staleTime: 0 });
  const client = useQueryClient();
  const choose = useCall(providers.chooseSchool);
  const [wanted, setWanted] = useState<string | null>(null);
  if (!data || data.items.length < 2) return null;
  const now = data.items.find(({ id, role }) => id === data.current && (role === null || role === data.role));
  const value = wanted ?? (now ? keyOf(now) : '');
  const chosen = findChosen(data.items, value);
  const several = rolesDiffer(data.items);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!chosen) return;
    choose.mutate(
      { body: toRequestBody(chosen) },
      {
        onSuccess: () => {
          // The school has changed, so all cached reads are invalid.
          void client.invalidateQueries();
          showSnackbar({ text: t('account.saved'), type: 'success' });
        },
      },
    );
  };
  return (
    <form className="account-block" onSubmit={submit} noValidate>
      <h2>{t(several ? 'provider.schoolAndRole' : 'account.school.heading')}</h2>
      <p className="account-intro">{t('account.school.text')}</p>
      {choose.error && (
        <FormProblem>{t(choose.error.code === 'state_conflict' ? 'account.school.lastAdmin' : 'error.unavailable')}</FormProblem>
      )}
      <SelectField
        label={t(several ? 'provider.schoolAndRole' : 'register.school')}
        value={value}
        options={[
          ...(now ? [] : [{ value: '', label: t('account.school.none') }]),
          ...data.items.map((item) => ({ value: keyOf(item), label: lineOf(t, item, data.items) })),
        ]}
        onChange={setWanted}
      />
      <Button type="submit" variant="primary" disabled={choose.isPending || !chosen || chosen === now}>
        {t(several ? 'provider.switch' : 'account.school.action')}
      </Button>
    </form>
  );
}
