import { hasAccount } from '@fundus/contract/access';
import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { library } from '@fundus/contract/library/library';
import { useCall } from '../../api/query.ts';
import { useT } from '../../i18n/translate.ts';
import { setBookmarked, useBookmarked } from '../../stores/bookmarks.ts';
import { openFolderDialog } from '../../stores/file-bookmarks.ts';
import { setGuestBookmark, useGuestBookmarks } from '../../stores/guest-bookmarks.ts';
import { useSession } from '../../stores/session.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { useUndo } from '../../stores/use-undo.ts';

/**
 * Returns the state of a bookmark and a function that toggles it. The change is shown immediately, can be undone, and is reverted if the portal
 * returns an error. A guest's bookmarks are stored on the device.
 */
export function useBookmark(item: Pick<MediaItem, 'identifier' | 'bookmarked' | 'fn_titel'>): {
  /** False for learner codes, which have no bookmarks because their users share the device. */
  offered: boolean;
  marked: boolean;
  toggle: () => void;
} {
  const { t } = useT();
  const { user } = useSession();
  const own = useBookmarked(item);
  const onDevice = useGuestBookmarks().includes(item.identifier);
  const marked = user ? own : onDevice;
  const add = useCall(library.setBookmark, { refreshes: [library.bookmarks, library.folders] });
  const remove = useCall(library.removeBookmark, { refreshes: [library.bookmarks, library.folders] });

  const set = (wanted: boolean) => {
    if (!user) return setGuestBookmark(item.identifier, wanted);
    setBookmarked(item.identifier, wanted);
    (wanted ? add : remove).mutate(
      { params: { mediaId: item.identifier } },
      {
        onError: (error) => {
          setBookmarked(item.identifier, !wanted);
          if (error.code !== 'login_required') showSnackbar({ text: t(`error.${error.code}`), type: 'error' });
        },
      },
    );
  };

  const undo = useUndo({ refreshes: [library.bookmarks, library.folders] });
  /** Returns the undo action, which still works after the card was unmounted. */
  const takeBack = (wanted: boolean) => {
    if (!user) return { label: t('app.undo'), run: () => setGuestBookmark(item.identifier, !wanted) };
    const call = undo(
      wanted ? library.removeBookmark : library.setBookmark,
      { params: { mediaId: item.identifier } },
      { failed: () => setBookmarked(item.identifier, wanted) },
    );
    return {
      ...call,
      run: () => {
        setBookmarked(item.identifier, !wanted);
        call.run();
      },
    };
  };

  const toggle = () => {
    const wanted = !marked;
    set(wanted);
    showSnackbar({
      text: t(wanted ? (user ? 'card.bookmark.added' : 'card.bookmark.device') : 'card.bookmark.removed', { title: item.fn_titel }),
      action: takeBack(wanted),
      ...(wanted &&
        user && {
          more: {
            label: t('library.folders.move'),
            run: () => openFolderDialog([{ identifier: item.identifier, title: item.fn_titel, folder_id: null }]),
          },
        }),
    });
  };
  return { offered: !user || hasAccount(user), marked, toggle };
}
