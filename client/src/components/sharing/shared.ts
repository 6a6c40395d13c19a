/** Media and excerpts to share. */
import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import type { ClassNeed } from '@fundus/contract/catalogue/meets';

/** Medium to share, or only an excerpt of it. */
export type MediumToShare = Pick<MediaItem, 'identifier' | 'fn_titel' | 'fn_typ' | 'viewer' | 'meets' | 'limited'> & {
  excerpt?: { id: string; title: string } | null;
};

export const nameShared = ({ fn_titel, excerpt }: MediumToShare): string => excerpt?.title ?? fn_titel;

/** Returns the media and excerpts as request body. */
export function shareBody(media: readonly MediumToShare[]): { media?: string[]; excerpts?: string[] } {
  const whole = media.flatMap(({ identifier, excerpt }) => (excerpt ? [] : [identifier]));
  const excerpts = media.flatMap(({ excerpt }) => (excerpt ? [excerpt.id] : []));
  return { ...(whole.length > 0 && { media: whole }), ...(excerpts.length > 0 && { excerpts }) };
}

/** Returns the needs of a class that at least one medium does not meet. */
export const findUnmet = (media: readonly MediumToShare[], needs: readonly ClassNeed[]): ClassNeed[] =>
  needs.filter((need) => media.some(({ meets }) => !meets.includes(need)));
