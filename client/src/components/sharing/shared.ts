/** What is given: media, and excerpts of them. */
import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import type { ClassNeed } from '@fundus/contract/catalogue/meets';

/** `excerpt`: only that part of it. */
export type Shared = Pick<MediaItem, 'identifier' | 'fn_titel' | 'fn_typ' | 'meets'> & { excerpt?: { id: string; title: string } | null };

export const nameShared = ({ fn_titel, excerpt }: Shared): string => excerpt?.title ?? fn_titel;

/** As the calls want them. */
export function whatOf(media: readonly Shared[]): { media?: string[]; excerpts?: string[] } {
  const whole = media.flatMap(({ identifier, excerpt }) => (excerpt ? [] : [identifier]));
  const excerpts = media.flatMap(({ excerpt }) => (excerpt ? [excerpt.id] : []));
  return { ...(whole.length > 0 && { media: whole }), ...(excerpts.length > 0 && { excerpts }) };
}

/** What a class needs and a medium of these does not have. */
export const findUnmet = (media: readonly Shared[], needs: readonly ClassNeed[]): ClassNeed[] =>
  needs.filter((need) => media.some(({ meets }) => !meets.includes(need)));
