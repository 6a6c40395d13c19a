/** The first image of a medium's page, preloaded before scripts run (docs/performance.md#first-visit). */
import type { MediaDetail } from './catalogue.ts';

type About = Pick<MediaDetail, 'can' | 'cover' | 'url'> & {
  files: readonly Pick<MediaDetail['files'][number], 'role' | 'viewer' | 'href'>[];
};

/** Returns the poster of a film, also shown beside audio. */
export const posterOf = ({ files, cover }: Pick<About, 'files' | 'cover'>): string =>
  files.find((file) => file.role === 'poster')?.href ?? cover;

/** Returns the large version of a cover, shown before a medium opens or if it cannot. */
export const largeCover = (cover: string): string => `${cover}?size=2`;

/** `film`: placed where the player will be; the page shows it before scripts run (docs/performance.md#first-visit). */
export type FirstPicture = { href: string; film: boolean };

/** Returns null if the medium itself is displayed, or only a small image. */
export function firstPicture(medium: About): FirstPicture | null {
  const main = medium.files.find((file) => file.role === 'main' && file.viewer !== 'none');
  const cover: FirstPicture = { href: largeCover(medium.cover), film: false };
  if (!medium.can.play || (!main && !medium.url)) return cover;
  if (main?.viewer === 'video' || main?.viewer === 'audio') return { href: posterOf(medium), film: main.viewer === 'video' };
  return !main || main.viewer === 'picture' || main.viewer === 'link' ? null : cover;
}
