import { library } from '@fundus/contract/library/library';
import { useState } from 'react';
import { useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { setBookmarked } from '../../stores/bookmarks.ts';
import { forgetGuestBookmarks, useGuestBookmarks } from '../../stores/guest-bookmarks.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';

/**
 * Asks a user after signing in whether to add the bookmarks made as a guest to the account. Closing the dialog postpones the question to the next
 * visit.
 */
export function GuestBookmarksDialog() {
  const { t } = useT();
  const identifiers = useGuestBookmarks();
  const [later, setLater] = useState(false);
  const take = useCall(library.takeBookmarks, { refreshes: [library.bookmarks] });
  const accept = () =>
    take.mutate(
      { body: { identifiers: [...identifiers] } },
      {
        onSuccess: ({ taken }) => {
          for (const identifier of identifiers) setBookmarked(identifier, true);
          forgetGuestBookmarks();
          showSnackbar({ text: t('library.take.done', { count: taken }) });
        },
        onError: (error) => showSnackbar({ text: t(`error.${error.code}`), type: 'error' }),
      },
    );
  return (
    <Dialog
      open={identifiers.length > 0 && !later}
      onClose={() => setLater(true)}
      title={t('library.take.title')}
      closeLabel={t('app.close')}
      foot={
        <>
          <Button onClick={forgetGuestBookmarks}>{t('library.take.discard')}</Button>
          <Button variant="primary" disabled={take.isPending} onClick={accept}>
            {t('library.take.accept')}
          </Button>
        </>
      }
    >
      <p>{t('library.take.text', { count: identifiers.length })}</p>
    </Dialog>
  );
}
