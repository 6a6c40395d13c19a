/** Preloads the media of a presentation sequentially, so that it continues without a network. */
import { mainParts, listTimedTexts, type MediaPart } from '../../../player/playback/media-parts.ts';
import type { ShownMedium } from './shown.ts';

/** Maximum bytes kept per presentation: about two films. */
export const MAX_KEPT = 600_000_000;

/** `needs`: cannot be kept and needs the network. */
export type Loading =
  | { state: 'waiting' }
  | { state: 'loading'; share: number }
  | { state: 'loaded' }
  | { state: 'needs'; why: 'kind' | 'large' | 'failed' };

const KEPT = new Set(['video', 'audio', 'picture', 'pdf']);

/** Returns the part that is shown, and whether it can be kept; streams cannot. */
export function mainPartOf({ files }: Pick<ShownMedium, 'files'>): MediaPart | null {
  return mainParts(files)[0] ?? null;
}

export const canBeKept = (part: MediaPart | null): boolean =>
  part !== null && KEPT.has(part.viewer) && !/mpegurl/i.test(part.sources[0]!.mime);

/** Reads a whole file. Throws if the download is interrupted. */
export async function fetchFile(href: string, mime: string, onShare: (share: number) => void, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(href, { signal, credentials: 'omit' });
  if (!response.ok || !response.body) throw new Error(`${response.status}`);
  const bytes = Number(response.headers.get('content-length') ?? 0);
  const pieces: BlobPart[] = [];
  let got = 0;
  const reader = response.body.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    pieces.push(piece.value);
    got += piece.value.byteLength;
    if (bytes > 0) onShare(Math.min(1, got / bytes));
  }
  if (bytes > 0 && got < bytes) throw new Error('incomplete download');
  return new Blob(pieces, { type: mime });
}

/** Requests captions, which the browser caches. */
export const warmCaptions = (medium: ShownMedium): Promise<unknown> =>
  Promise.allSettled(listTimedTexts(medium.files).map(({ href }) => fetch(href, { credentials: 'omit' })));

/** Loads the viewer of a part, so that it works without a network. */
export const warmViewer = (part: MediaPart | null): Promise<unknown> =>
  part?.viewer === 'pdf'
    ? Promise.all([import('../../../player/viewers/pdf/PdfViewer.tsx'), import('../../../player/viewers/pdf/pdf.ts')])
    : part?.viewer === 'picture'
      ? import('../../../player/viewers/PictureViewer.tsx')
      : import('../../../player/viewers/MediaPlayer.tsx');
