import type { SearchState } from '@fundus/contract/catalogue/search-state';
import type { SearchScope } from '@fundus/contract/catalogue/catalogue';
import { hasAccount } from '@fundus/contract/access';
import { BookmarkPlus } from 'lucide-react';
import { useState } from 'react';
import type { Go } from '../../../components/page/screen.ts';
import { useT } from '../../../i18n/translate.ts';
import { useSession } from '../../../stores/session.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { loadLater } from '../../../ui/load-later.tsx';
import { usePhone } from '../../../ui/use-width.ts';
import { chosenFilters } from './search-state.ts';

const SaveDialog = loadLater(async () => (await import('./SaveDialog.tsx')).SaveDialog);

type Props = { scope: SearchScope; state: SearchState; go: Go };

/** Shows the button that saves a search with its filters. Hidden if there is no query or the user has no account. */
export function SaveSearch({ scope, state, go }: Props) {
  const { t } = useT();
  const { user } = useSession();
  const phone = usePhone();
  const [open, setOpen] = useState(false);
  if (!user || !hasAccount(user) || (state.q === '' && chosenFilters(state).length === 0)) return null;
  return (
    <>
      {phone ? (
        <IconButton label={t('search.keep')} icon={<BookmarkPlus />} onClick={() => setOpen(true)} />
      ) : (
        <Button icon={<BookmarkPlus />} onClick={() => setOpen(true)}>
          {t('search.keep')}
        </Button>
      )}
      {open && <SaveDialog scope={scope} state={state} go={go} withAlert={user.email !== ''} onClose={() => setOpen(false)} />}
    </>
  );
}
