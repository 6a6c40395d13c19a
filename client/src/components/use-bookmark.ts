import type { MediaItem } from '@fundus/contract/catalogue';
import { library } from '@fundus/contract/library';
import { useCall } from '../api/query.ts';
import { useT } from '../i18n/translate.ts';
import { setMark, useMarked } from '../stores/bookmarks.ts';
import { requireLogin } from '../stores/login-required.ts';
import { useSession } from '../stores/session.ts';
import { showSnackbar } from '../stores/snackbar.ts';

/** Bookmarking: shows at once, can be undone, and is taken back when the portal refuses. Guests are asked to sign in. */
export function useBookmark(item: Pick<MediaItem, 'identifier' | 'bookmarked' | 'fn_titel'>): { marked: boolean; toggle: () => void } {
  const { t } = useT();
  const { user } = useSession();
  const marked = useMarked(item);
  const add = useCall(library.setBookmark, { refreshes: [library.bookmarks] });
  const remove = useCall(library.removeBookmark, { refreshes: [library.bookmarks] });

  const set = (wanted: boolean) => {
    setMark(item.identifier, wanted);
    (wanted ? add : remove).mutate(
      { params: { mediaId: item.identifier } },
      {
        onError: (error) => {
          setMark(item.identifier, !wanted);
          if (error.code !== 'login_required') showSnackbar({ text: t(`error.${error.code}`), type: 'error' });
        },
      },
    );
  };

  const toggle = () => {
    if (!user) return requireLogin(location.pathname + location.search);
    const wanted = !marked;
    set(wanted);
    showSnackbar({
      text: t(wanted ? 'card.bookmark.added' : 'card.bookmark.removed', { title: item.fn_titel }),
      action: { label: t('app.undo'), run: () => set(!wanted) },
    });
  };
  return { marked, toggle };
}
