/** Sorts the files of a medium by what the page does with them. Pure. */
import type { MediaFile } from '@fundus/contract/files/files';

/** One thing to open. A film may come in several qualities; the first one is played unless the person chooses. */
export type MediaPart = { key: string; viewer: MediaFile['viewer']; title: string | null; language: string | null; sources: MediaFile[] };

const timed = (file: MediaFile): boolean => file.viewer === 'video' || file.viewer === 'audio';

/** Same film, other quality: same language and label, another height or format. */
function sameFilm(a: MediaFile, b: MediaFile): boolean {
  if (!timed(a) || a.viewer !== b.viewer || a.language !== b.language || (a.label ?? '') !== (b.label ?? '')) return false;
  return a.height !== b.height || a.mime !== b.mime;
}

/** The main files as things to open, best quality first within each. */
export function mainParts(files: readonly MediaFile[]): MediaPart[] {
  const parts: MediaPart[] = [];
  for (const file of files) {
    if (file.role !== 'main' || file.viewer === 'none') continue;
    const known = parts.find((part) => part.sources.every((source) => sameFilm(source, file)));
    if (known) known.sources = [...known.sources, file].toSorted((a, b) => (b.height ?? 0) - (a.height ?? 0));
    else parts.push(asPart(file));
  }
  return parts;
}

/** Any file as a thing to open, such as a worksheet from the material. */
export const asPart = (file: MediaFile): MediaPart => ({
  key: file.id,
  viewer: file.viewer,
  title: file.label,
  language: file.language,
  sources: [file],
});

/** Files with timed words: captions, and transcripts with times in languages that have no captions. */
export function readAlong(files: readonly MediaFile[]): MediaFile[] {
  const captions = files.filter((file) => file.role === 'caption');
  const transcripts = files.filter((file) => file.role === 'transcript' && file.mime.startsWith('text/vtt'));
  return [...captions, ...transcripts.filter((file) => !captions.some((caption) => caption.language === file.language))];
}

/** What a person calls a quality: its label, else its height. */
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

/** `video/mp4` → `MP4`. */
export const formatName = (mime: string): string =>
  FORMATS[mime] ?? (mime.split('/')[1] ?? mime).replace(/^x-/, '').split('+', 1)[0]!.toUpperCase();
