import type { SearchScope } from '@fundus/contract/catalogue/catalogue';
import { hasAccount } from '@fundus/contract/access';
import { ALERTS, library } from '@fundus/contract/library/library';
import { href } from '@fundus/contract/screens';
import { BookmarkPlus } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '../../../api/query.ts';
import type { Go } from '../../../components/page/screen.ts';
import { AskDialog } from '../../../components/forms/AskDialog.tsx';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { chosenFilters, searchQuery, type SearchState } from './search-state.ts';

type Props = { scope: SearchScope; state: SearchState; go: Go };

/** Keeps a search with its filters in the person's library. Nothing to keep, or nobody to keep it for: nothing is shown. */
export function SaveSearch({ scope, state, go }: Props) {
  const { t } = useT();
  const { user } = useSession();
  const [open, setOpen] = useState(false);
  if (!user || !hasAccount(user) || (state.q === '' && chosenFilters(state).length === 0)) return null;
  return (
    <>
      <Button icon={<BookmarkPlus />} onClick={() => setOpen(true)}>
        {t('search.keep')}
      </Button>
      {open && <SaveDialog scope={scope} state={state} go={go} withAlert={user.email !== ''} onClose={() => setOpen(false)} />}
    </>
  );
}

function SaveDialog({ scope, state, go, withAlert, onClose }: Props & { withAlert: boolean; onClose: () => void }) {
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
    <AskDialog
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
    </AskDialog>
  );
}
