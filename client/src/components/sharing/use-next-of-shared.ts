import type { Reply } from '@fundus/contract/endpoint';
import { href } from '@fundus/contract/screens';
import { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import { useT } from '../../i18n/translate.ts';
import type { Snack } from '../../stores/snackbar.ts';
import { useUndo } from '../../stores/use-undo.ts';
import { SHARED_READS } from './shared-reads.ts';

/** Returns a function that returns the link to the user's shares, and an undo if all receivers are new. */
export function useNextOfShared(): (reply: Reply<typeof sharedMedia.share>, media: number) => Pick<Snack, 'action' | 'way'> {
  const { t } = useT();
  const undo = useUndo(SHARED_READS);
  return ({ given }, media) => ({
    ...(given.length === media && {
      action: undo(
        sharedMedia.revoke,
        given.map((id) => ({ params: { id } })),
      ),
    }),
    way: { label: t('share.toGiven'), href: href('library', { tab: 'shared' }, { show: 'by_me' }) },
  });
}
