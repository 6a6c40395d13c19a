/** Which player opens a file. */
import type { Viewer } from '@fundus/contract/files/files';

/** By content type; H5P and packages are archives. */
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

/** Content with scripts of its own: a package or an exercise. */
export const hasScripts = ({ mime }: { mime: string }): boolean => viewerOf(mime) === 'package' || viewerOf(mime) === 'h5p';

/** A package of pages, as opposed to an exercise or a book. */
export const isPackage = ({ mime }: { mime: string }): boolean => viewerOf(mime) === 'package';
