import { hasAccount } from '@fundus/contract/access';
import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { library } from '@fundus/contract/library/library';
import { BookmarkPlus, ListChecks, ListPlus, Printer, Users, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { addMediaToList } from '../../../stores/add-to-list.ts';
import { isBookmarked, setBookmarked } from '../../../stores/bookmarks.ts';
import { guestBookmarks, setGuestBookmark } from '../../../stores/guest-bookmarks.ts';
import { useSession } from '../../../stores/session.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { mayCreateLists } from '../../medialists/may-list.ts';
import { mayShare } from '../../sharing/may-share.ts';
import { MAX_SELECTED, type SelectionMode } from './choice.ts';
import './choice-bar.css';
import { PrintSheet } from './PrintSheet.tsx';
import { loadLater } from '../../../ui/load-later.tsx';
import '../../../ui/button.css';

const ShareDialog = loadLater(async () => (await import('../../sharing/ShareDialog.tsx')).ShareDialog);

type Props = { chosen: NonNullable<SelectionMode['chosen']>; choice: SelectionMode; items: readonly MediaItem[] };

/** Shows the bulk actions for selected media at the bottom of the page. */
export function ChoiceBar({ chosen, choice, items }: Props) {
  const { t } = useT();
  const session = useSession();
  const { user } = session;
  const [printing, setPrinting] = useState(false);
  const [sharing, setSharing] = useState(false);
  const bookmark = useBookmarkAll();
  const media = [...chosen.values()];
  const { end } = choice;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open]')) end();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  return (
    <section className="choice-bar" aria-label={t('choice.title')}>
      <p role="status">
        {chosen.size === MAX_SELECTED ? t('choice.most', { count: MAX_SELECTED }) : t('choice.count', { count: chosen.size })}
      </p>
      <div className="btn-flush-phone">
        <Button icon={<ListChecks />} onClick={() => choice.toggleAll(items)}>
          {t(items.every((item) => chosen.has(item.identifier)) ? 'choice.none' : 'choice.all')}
        </Button>
        {(!user || hasAccount(user)) && (
          <Button icon={<BookmarkPlus />} disabled={media.length === 0} onClick={() => bookmark(media, end)}>
            {t('card.bookmark.add')}
          </Button>
        )}
        {mayCreateLists(session) && (
          <Button icon={<ListPlus />} disabled={media.length === 0} onClick={() => addMediaToList(media, end)}>
            {t('list.add.action')}
          </Button>
        )}
        {mayShare(session) && (
          <Button icon={<Users />} disabled={media.length === 0} onClick={() => setSharing(true)}>
            {t('share.action')}
          </Button>
        )}
        <Button icon={<Printer />} disabled={media.length === 0} onClick={() => setPrinting(true)}>
          {t('choice.print')}
        </Button>
      </div>
      <IconButton label={t('choice.end')} icon={<X />} onClick={end} />
      {sharing && <ShareDialog media={media} onClose={() => setSharing(false)} onShared={end} />}
      {printing && <PrintSheet items={media} onDone={() => setPrinting(false)} />}
    </section>
  );
}

/** Returns a function that bookmarks all media in one call. Its undo removes only the new bookmarks. A guest's bookmarks are stored on the device. */
function useBookmarkAll(): (media: readonly MediaItem[], onDone: () => void) => void {
  const { t } = useT();
  const { user } = useSession();
  const take = useCall(library.takeBookmarks, { refreshes: [library.bookmarks] });
  const mark = (media: readonly MediaItem[], wanted: boolean) =>
    media.forEach(({ identifier }) => (user ? setBookmarked(identifier, wanted) : setGuestBookmark(identifier, wanted)));
  return (media, onDone) => {
    const fresh = media.filter((item) => !(user ? isBookmarked(item) : guestBookmarks().includes(item.identifier)));
    const undo = () => {
      mark(fresh, false);
      if (user)
        for (const { identifier } of fresh)
          void call(library.removeBookmark, { params: { mediaId: identifier } }).catch(() => setBookmarked(identifier, true));
    };
    const done = () => {
      mark(media, true);
      onDone();
      const text = t(user ? 'choice.bookmarked' : 'choice.bookmarked.device', { count: media.length });
      showSnackbar({ text, type: 'success', action: { label: t('app.undo'), run: undo } });
    };
    if (!user) return done();
    take.mutate(
      { body: { identifiers: media.map((item) => item.identifier) } },
      { onSuccess: done, onError: (error) => showSnackbar({ text: t(`error.${error.code}`), type: 'error' }) },
    );
  };
}
