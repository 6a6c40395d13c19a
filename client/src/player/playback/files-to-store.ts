import type { MediaFile } from '@fundus/contract/files/files';
import { mainParts, listTimedTexts } from './media-parts.ts';

const STORABLE: ReadonlySet<MediaFile['viewer']> = new Set(['video', 'audio', 'picture', 'pdf', 'epub']);
/** Larger pictures of a film cost much space and show little on a beamer of a classroom. */
const MAX_HEIGHT = 1080;

/** A segmented film is many files, of which the download has only the list. */
const isStorable = ({ mime, viewer, download_href }: MediaFile): boolean =>
  STORABLE.has(viewer) && download_href !== null && !/mpegurl|dash\+xml/i.test(mime);

/**
 * Returns the files of a medium that play without a connection: each main part in one quality, and captions. Empty for media that need the
 * portal (exercises, packages, segmented films) or may not be saved.
 */
export function filesToStore(files: readonly MediaFile[]): MediaFile[] {
  const main = mainParts(files).flatMap(({ sources }) => {
    const storable = sources.filter(isStorable);
    return storable.find(({ height }) => (height ?? 0) <= MAX_HEIGHT) ?? storable.at(-1) ?? [];
  });
  return main.length > 0 ? [...main, ...listTimedTexts(files)] : [];
}

/** Kinds of files that need the portal although they may be saved. `layout`: a book of fixed layout. */
export type NotStored = 'h5p' | 'package' | 'segmented' | 'layout';

/** Returns the kinds of main parts that may be saved and cannot be played without a connection. */
export function kindsNotStored(files: readonly MediaFile[]): NotStored[] {
  const kinds = mainParts(files).flatMap(({ sources }): NotStored[] => {
    const [first] = sources;
    if (!first || first.download_href === null || sources.some(isStorable)) return [];
    if (first.viewer === 'h5p' || first.viewer === 'package') return [first.viewer];
    return first.viewer === 'video' || first.viewer === 'audio' ? ['segmented'] : [];
  });
  return [...new Set(kinds)];
}
