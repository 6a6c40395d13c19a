/** Groups the files of a medium by use. Pure. */
import type { MediaFile } from '@fundus/contract/files/files';

/** Part of a medium that can be opened. A film may have several qualities; the first one is the default. */
export type MediaPart = { key: string; viewer: MediaFile['viewer']; title: string | null; language: string | null; sources: MediaFile[] };

const timed = (file: MediaFile): boolean => file.viewer === 'video' || file.viewer === 'audio';

/** Returns whether two files are qualities of the same film: same language and label, but another height or format. */
function sameFilm(a: MediaFile, b: MediaFile): boolean {
  if (!timed(a) || a.viewer !== b.viewer || a.language !== b.language || (a.label ?? '') !== (b.label ?? '')) return false;
  return a.height !== b.height || a.mime !== b.mime;
}

/** Groups the main files into parts, each with the best quality first. */
export function mainParts(files: readonly MediaFile[]): MediaPart[] {
  const parts: MediaPart[] = [];
  for (const file of files) {
    if (file.role !== 'main' || file.viewer === 'none') continue;
    const known = parts.find((part) => part.sources.every((source) => sameFilm(source, file)));
    if (known) known.sources = [...known.sources, file].toSorted((a, b) => (b.height ?? 0) - (a.height ?? 0));
    else parts.push(toMediaPart(file));
  }
  return parts;
}

/** Returns a single file as a part, for example a worksheet. */
export const toMediaPart = (file: MediaFile): MediaPart => ({
  key: file.id,
  viewer: file.viewer,
  title: file.label,
  language: file.language,
  sources: [file],
});

/** Returns files with timed text: captions, and timed transcripts for languages without captions. */
export function listTimedTexts(files: readonly MediaFile[]): MediaFile[] {
  const captions = files.filter((file) => file.role === 'caption');
  const transcripts = files.filter((file) => file.role === 'transcript' && file.mime.startsWith('text/vtt'));
  return [...captions, ...transcripts.filter((file) => !captions.some((caption) => caption.language === file.language))];
}

/** Returns the name of a quality: its height, else its label, else its format. */
export const qualityLabel = (file: Pick<MediaFile, 'height' | 'label' | 'mime'>): string =>
  file.height ? `${file.height}p` : (file.label ?? file.mime.split('/')[1]!.toUpperCase());

const FORMATS: Record<string, string> = {
  'application/pdf': 'PDF',
  'application/epub+zip': 'EPUB',
  'application/zip': 'ZIP',
  'application/h5p': 'H5P',
  'application/x-h5p': 'H5P',
  'application/vnd.apple.mpegurl': 'HLS',
  'audio/mpeg': 'MP3',
  'audio/mp4': 'M4A',
  'text/vtt': 'WebVTT',
  'text/plain': 'TXT',
  'image/svg+xml': 'SVG',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'DOCX',
  'application/vnd.oasis.opendocument.text': 'ODT',
};

/** Returns the format of a media type, such as `MP4` for `video/mp4`. */
export const formatName = (mime: string): string =>
  FORMATS[mime] ?? (mime.split('/')[1] ?? mime).replace(/^x-/, '').split('+', 1)[0]!.toUpperCase();
