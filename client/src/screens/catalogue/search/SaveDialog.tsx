import { searchQuery, type SearchState } from '@fundus/contract/catalogue/search-state';
import type { SearchScope } from '@fundus/contract/catalogue/catalogue';
import { ALERTS, library } from '@fundus/contract/library/library';
import { href } from '@fundus/contract/screens';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import { ConfirmDialog } from '../../../components/forms/ConfirmDialog.tsx';
import type { Go } from '../../../components/page/screen.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Field } from '../../../ui/fields/Field.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';

type Props = { scope: SearchScope; state: SearchState; go: Go; withAlert: boolean; onClose: () => void };

/** Asks for the name of a search to be saved, and whether the user wants an alert for new results. */
export function SaveDialog({ scope, state, go, withAlert, onClose }: Props) {
  const { t } = useT();
  const [name, setName] = useState(state.q.slice(0, 100));
  const [alert, setAlert] = useState<(typeof ALERTS)[number]>('off');
  const save = useCall(library.saveSearch, { refreshes: [library.searches] });
  const keep = () =>
    save.mutate(
      { body: { name, scope, query: new URLSearchParams(searchQuery(state)).toString(), alert } },
      {
        onSuccess: () => {
          onClose();
          showSnackbar({
            text: t('search.kept', { name: name.trim() }),
            action: { label: t('search.kept.show'), run: () => go(href('library', { tab: 'searches' })) },
          });
        },
      },
    );
  return (
    <ConfirmDialog
      title={t('search.keep')}
      action={t('app.save')}
      disabled={save.isPending || name.trim() === ''}
      onClose={onClose}
      onAction={keep}
    >
      <Field
        label={t('search.keep.name')}
        error={save.error && t(save.error.field === 'searches' ? 'search.keep.full' : `error.${save.error.code}`)}
      >
        {(ids) => <input {...ids} value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />}
      </Field>
      {withAlert && (
        <SelectField
          label={t('search.keep.alert')}
          hint={t('search.keep.alert.hint')}
          value={alert}
          options={ALERTS.map((value) => ({ value, label: t(`library.alert.${value}`) }))}
          onChange={setAlert}
        />
      )}
    </ConfirmDialog>
  );
}
