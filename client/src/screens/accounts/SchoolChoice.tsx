import { providers } from '@fundus/contract/accounts/providers';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { query, useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { FormProblem } from '../../ui/FormProblem.tsx';
import './account-screen.css';
import './accounts.css';

/** Whoever works at several schools says which one it is now. Nothing for everybody else. */
export function SchoolChoice() {
  const { t } = useT();
  const { data } = useQuery({ ...query(providers.ownSchools), staleTime: 0 });
  const client = useQueryClient();
  const choose = useCall(providers.chooseSchool);
  const [wanted, setWanted] = useState<string | null>(null);
  if (!data || data.items.length < 2) return null;
  const value = wanted ?? data.current ?? '';
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    choose.mutate(
      { body: { school_id: value } },
      {
        onSuccess: () => {
          // The person belongs somewhere else now: nothing that was read before holds.
          void client.invalidateQueries();
          showSnackbar({ text: t('account.saved'), type: 'success' });
        },
      },
    );
  };
  return (
    <form className="account-block" onSubmit={submit} noValidate>
      <h2>{t('account.school.heading')}</h2>
      <p className="account-intro">{t('account.school.text')}</p>
      {choose.error && (
        <FormProblem>{t(choose.error.code === 'state_conflict' ? 'account.school.lastAdmin' : 'error.unavailable')}</FormProblem>
      )}
      <SelectField
        label={t('register.school')}
        value={value}
        options={[
          ...(data.items.some(({ id }) => id === data.current) ? [] : [{ value: '', label: t('account.school.none') }]),
          ...data.items.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={setWanted}
      />
      <Button type="submit" variant="primary" disabled={choose.isPending || value === '' || value === data.current}>
        {t('account.school.action')}
      </Button>
    </form>
  );
}
