import type { Class } from '@fundus/contract/classes/classes';
import { classMedia, type ClassMedium } from '@fundus/contract/classes/media';
import { today } from '@fundus/contract/days';
import { useCall } from '../../../api/query.ts';
import { useT } from '../../../i18n/translate.ts';
import { showSnackbar } from '../../../stores/snackbar.ts';
import { useUndo } from '../../../stores/use-undo.ts';
import { CLASS_MEDIA_READS, showError } from '../problems.ts';
import { useVersionedCall } from '../use-versioned-call.ts';

/** Returns a function that removes a medium from its class and offers an undo. */
export function useRemoveMedium(cls: Class, entry: ClassMedium, name: string): () => void {
  const { t } = useT();
  const { id, identifier, excerpt, note, item, seats } = entry;
  const remove = useVersionedCall(classMedia.removeMedium, CLASS_MEDIA_READS);
  const undo = useUndo(CLASS_MEDIA_READS);
  const isOver = entry.visible_until !== null && entry.visible_until < today(new Date());
  const again = {
    body: {
      classes: [cls.id],
      ...(excerpt ? { excerpts: [excerpt.id] } : { media: [identifier] }),
      note,
      visible_from: entry.visible_from,
      visible_until: entry.visible_until,
      ...(!excerpt && { can_download: entry.can_download }),
      // The undo also reassigns the seats that the removal has released.
      ...(seats?.given && { seats: true }),
    },
  };
  return () =>
    remove.mutate(
      { params: { id: cls.id, entryId: id }, query: { version: entry.version } },
      {
        onSuccess: () =>
          showSnackbar({
            text: t('class.media.removed', { title: name, name: cls.name }),
            // A medium that is no longer in the catalogue or visible cannot be shared again.
            ...(item && !isOver && { action: undo(classMedia.share, again) }),
          }),
        onError: showError,
      },
    );
}

/** Returns functions that assign seats to the learners and take unused seats back. */
export function useMediumSeats(cls: Class, entry: ClassMedium, title: string): { assignSeats: () => void; takeSeatsBack: () => void } {
  const { t } = useT();
  const undo = useUndo(CLASS_MEDIA_READS);
  const give = useCall(classMedia.assignSeats, CLASS_MEDIA_READS);
  const back = useCall(classMedia.takeSeatsBack, CLASS_MEDIA_READS);
  const at = { params: { id: cls.id, entryId: entry.id } };
  const assignSeats = () =>
    give.mutate(
      { ...at, body: { partial: true } },
      {
        onSuccess: (now) =>
          showSnackbar({
            text: t('class.media.seats.given', { seated: now.seats?.seated ?? 0, learners: now.seats?.learners ?? 0, title }),
            type: 'success',
          }),
        onError: showError,
      },
    );
  const takeSeatsBack = () =>
    back.mutate(at, {
      onSuccess: ({ returned, kept }) =>
        showSnackbar({
          text: [t('class.media.seats.returned', { count: returned }), kept > 0 && t('class.media.seats.kept', { count: kept })]
            .filter(Boolean)
            .join(' '),
          type: 'success',
          action: undo(classMedia.assignSeats, { ...at, body: { partial: true } }),
        }),
      onError: showError,
    });
  return { assignSeats, takeSeatsBack };
}
