import { useT } from '../../i18n/translate.ts';
import { addExcerptToList, addMediaToList } from '../../stores/add-to-list.ts';
import { nameShared, type MediumToShare } from './shared.ts';
import './sharing.css';
import type { ShareTarget } from './share-target.ts';

/** Share target "media list", which opens its own dialog. Excerpts can be added only one at a time. */
export function useShareToList(media: readonly MediumToShare[], onClose: () => void): ShareTarget {
  const { t } = useT();
  const excerpt = media.length === 1 ? media[0]!.excerpt : undefined;
  return {
    ready: true,
    pending: false,
    error: null,
    send: () => {
      onClose();
      if (excerpt) addExcerptToList({ id: excerpt.id, title: nameShared(media[0]!) });
      else addMediaToList(media);
    },
    fields: <p className="share-hint">{t('share.list.hint')}</p>,
  };
}
