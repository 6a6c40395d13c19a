/** First image on the page of a medium, which is preloaded before scripts run (docs/performance.md#first-visit). */
import type { MediaDetail } from './catalogue.ts';

type About = Pick<MediaDetail, 'can' | 'cover' | 'url'> & {
  files: readonly Pick<MediaDetail['files'][number], 'role' | 'viewer' | 'href'>[];
};

/** Returns the URL of the poster of a film, which is also shown for audio. */
export const posterOf = ({ files, cover }: Pick<About, 'files' | 'cover'>): string =>
  files.find((file) => file.role === 'poster')?.href ?? cover;

/** Returns the URL of the large cover, which is shown before a medium is opened or if it cannot be opened. */
export const largeCover = (cover: string): string => `${cover}?size=2`;

/** First image of a page. `film` is true if the image occupies the place of the player. */
export type FirstPicture = { href: string; film: boolean };

/** Returns the first large image of the page, or `null` if the medium itself or only a small image is displayed. */
export function firstPicture(medium: About): FirstPicture | null {
  const main = medium.files.find((file) => file.role === 'main' && file.viewer !== 'none');
  const cover: FirstPicture = { href: largeCover(medium.cover), film: false };
  if (!medium.can.play || (!main && !medium.url)) return cover;
  if (main?.viewer === 'video' || main?.viewer === 'audio') return { href: posterOf(medium), film: main.viewer === 'video' };
  return !main || main.viewer === 'picture' || main.viewer === 'link' ? null : cover;
}
