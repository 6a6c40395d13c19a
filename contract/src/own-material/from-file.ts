/** Derives the title and media type of own material from the name and type of a file. */
import { normalizeText } from '../unicode.ts';

const MAX_TITLE = 200;
/** Media types by file extension, for files whose MIME type browsers do not report. */
const BY_ENDING: Readonly<Record<string, string>> = { h5p: 'UC_H5P', zip: '57', mkv: '49', mov: '49', mp4: '49', mp3: '29', m4a: '29' };

const endingOf = (name: string): string => {
  const dot = name.lastIndexOf('.');
  return dot > 0 && name.length - dot <= 6 ? name.slice(dot + 1).toLowerCase() : '';
};

/** Returns a title derived from a file name: "AB Fotosynthese Kl7" for "AB_Fotosynthese_Kl7.pdf". */
export function titleOfFile(fileName: string): string {
  const name = normalizeText(fileName).trim();
  const ending = endingOf(name);
  const words = (ending ? name.slice(0, -ending.length - 1) : name).replaceAll('_', ' ').split(' ').filter(Boolean).join(' ');
  return (words || name).slice(0, MAX_TITLE);
}

/** Returns the media type code of a file; the code for documents if the type is unknown. */
export function mediaTypeOfFile(name: string, mime: string): string {
  const known = BY_ENDING[endingOf(name)];
  if (known) return known;
  if (mime.startsWith('video/')) return '49';
  if (mime.startsWith('audio/')) return '29';
  return mime.startsWith('image/') ? '19' : '79';
}
