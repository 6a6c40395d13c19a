/** Chooses the player of a file. */
import type { Viewer } from '@fundus/contract/files/files';

/** Returns the player for a content type. H5P exercises and packages are archives. */
export function viewerOf(mime: string): Viewer {
  if (mime.startsWith('video/') || mime === 'application/vnd.apple.mpegurl') return 'video';
  if (mime.startsWith('audio/')) return 'audio';
  if (mime.startsWith('image/')) return 'picture';
  if (mime === 'application/pdf') return 'pdf';
  if (mime === 'application/epub+zip') return 'epub';
  if (mime === 'application/h5p+zip' || mime === 'application/x-h5p') return 'h5p';
  if (mime === 'application/zip') return 'package';
  return 'none';
}

/** Returns whether the file runs scripts of its own, as packages and H5P exercises do. */
export const hasScripts = ({ mime }: { mime: string }): boolean => viewerOf(mime) === 'package' || viewerOf(mime) === 'h5p';

/** Returns whether the file is a package of pages. */
export const isPackage = ({ mime }: { mime: string }): boolean => viewerOf(mime) === 'package';
