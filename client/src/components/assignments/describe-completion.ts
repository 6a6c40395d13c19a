/** Describes the completion rule of a step. Pure. */
import type { Completion } from '@fundus/contract/assignments/assignments';
import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import type { Translate } from '../../i18n/translate.ts';

type About = { viewer: MediaItem['viewer'] | undefined; pass: string | number | null };

export function describeCompletion(t: Translate, completion: Completion, { viewer, pass }: About): string {
  if (completion === 'score') return t('assignment.completion.score', { percent: pass || 60 });
  if (completion !== 'viewed') return t(`assignment.completion.${completion}`);
  return t(
    viewer === 'video'
      ? 'assignment.completion.watched'
      : viewer === 'audio'
        ? 'assignment.completion.heard'
        : 'assignment.completion.read',
  );
}
