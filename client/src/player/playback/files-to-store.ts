import type { MediaFile } from '@fundus/contract/files/files';
import { mainParts, listTimedTexts } from './media-parts.ts';

const STORABLE: ReadonlySet<MediaFile['viewer']> = new Set(['video', 'audio', 'picture', 'pdf', 'epub']);
/** Maximum height of a film's picture in lines. Larger pictures need much space, and on a classroom projector the difference is hardly visible. */
const MAX_HEIGHT = 1080;

/** A segmented film cannot be stored: it consists of many files, and the download contains only their list. */
const isStorable = ({ mime, viewer, download_href }: MediaFile): boolean =>
  STORABLE.has(viewer) && download_href !== null && !/mpegurl|dash\+xml/i.test(mime);

/**
 * Returns the files of a medium that can be played offline: each main part in one quality, and the captions. Returns no files for media that need the
 * portal (exercises, packages, segmented films) or may not be saved.
 */
export function filesToStore(files: readonly MediaFile[]): MediaFile[] {
  const main = mainParts(files).flatMap(({ sources }) => {
    const storable = sources.filter(isStorable);
    return storable.find(({ height }) => (height ?? 0) <= MAX_HEIGHT) ?? storable.at(-1) ?? [];
  });
  return main.length > 0 ? [...main, ...listTimedTexts(files)] : [];
}

/** Kinds of files that may be saved but need the portal to be played. `layout` is a book with fixed layout. */
export type UnstorableKind = 'h5p' | 'package' | 'segmented' | 'layout';

/** Returns the kinds of main parts that may be saved but cannot be played offline. */
export function listUnstorableKinds(files: readonly MediaFile[]): UnstorableKind[] {
  const kinds = mainParts(files).flatMap(({ sources }): UnstorableKind[] => {
    const [first] = sources;
    if (!first || first.download_href === null || sources.some(isStorable)) return [];
    if (first.viewer === 'h5p' || first.viewer === 'package') return [first.viewer];
    return first.viewer === 'video' || first.viewer === 'audio' ? ['segmented'] : [];
  });
  return [...new Set(kinds)];
}
