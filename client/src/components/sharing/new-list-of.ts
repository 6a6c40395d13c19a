import { TITLE_LENGTH } from '@fundus/contract/medialists/rules';
import { useT } from '../../i18n/translate.ts';
import { nameShared, type MediumToShare } from './shared.ts';

/** Returns a function that creates a media list for the shared media. */
export function useCreateListOfMedia(media: readonly MediumToShare[]) {
  const { t } = useT();
  const first = media[0] ? nameShared(media[0]) : '';
  const title = media.length > 1 ? t('share.link.list', { title: first, count: media.length - 1 }) : first;
  return {
    title: title.slice(0, TITLE_LENGTH),
    visibility: 'private' as const,
    items: media.map(({ identifier, excerpt }) =>
      excerpt ? { kind: 'excerpt' as const, excerpt_id: excerpt.id } : { kind: 'medium' as const, identifier },
    ),
  };
}
