/** The picture that is seen first of a medium. The page names it, so that it is on its way before a script has run (docs/performance.md#first-visit). */
import type { MediaDetail } from './catalogue.ts';

type About = Pick<MediaDetail, 'can' | 'cover' | 'url'> & {
  files: readonly Pick<MediaDetail['files'][number], 'role' | 'viewer' | 'href'>[];
};

/** Before a film plays, and beside sound. */
export const posterOf = ({ files, cover }: Pick<About, 'files' | 'cover'>): string =>
  files.find((file) => file.role === 'poster')?.href ?? cover;

/** Where it does not open, and before it does. */
export const largeCover = (cover: string): string => `${cover}?size=2`;

/** `film`: it stands where the player will be, and the page itself shows it before a script has run (docs/performance.md#first-visit). */
export type FirstPicture = { href: string; film: boolean };

/** Null where it is what is shown itself, or a small one. */
export function firstPicture(medium: About): FirstPicture | null {
  const main = medium.files.find((file) => file.role === 'main' && file.viewer !== 'none');
  const cover: FirstPicture = { href: largeCover(medium.cover), film: false };
  if (!medium.can.play || (!main && !medium.url)) return cover;
  if (main?.viewer === 'video' || main?.viewer === 'audio') return { href: posterOf(medium), film: main.viewer === 'video' };
  return !main || main.viewer === 'picture' || main.viewer === 'link' ? null : cover;
}
