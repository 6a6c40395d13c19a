/** Preloads the media of a presentation one after the other, so that the presentation continues if the network fails. */
import { mainParts, listTimedTexts, type MediaPart } from '../../../player/playback/media-parts.ts';
import type { ShownMedium } from './shown.ts';

/** Maximum number of bytes stored per presentation, enough for about two films. */
export const MAX_CACHED_BYTES = 600_000_000;

/** State of a preloaded medium. `needs` means that the medium can only be played with a network. */
export type Loading =
  | { state: 'waiting' }
  | { state: 'loading'; share: number }
  | { state: 'loaded' }
  | { state: 'needs'; why: 'kind' | 'large' | 'failed' };

const KEPT = new Set(['video', 'audio', 'picture', 'pdf']);

/** Returns the main part of a medium, or `null` if it has none. */
export function mainPartOf({ files }: Pick<ShownMedium, 'files'>): MediaPart | null {
  return mainParts(files)[0] ?? null;
}

export const isCacheable = (part: MediaPart | null): boolean =>
  part !== null && KEPT.has(part.viewer) && !/mpegurl/i.test(part.sources[0]!.mime);

/** Downloads a whole file. Throws if the download is incomplete. */
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

/** Requests the captions of a medium, so that the browser caches them. */
export const preloadCaptions = (medium: ShownMedium): Promise<unknown> =>
  Promise.allSettled(listTimedTexts(medium.files).map(({ href }) => fetch(href, { credentials: 'omit' })));

/** Loads the code of the viewer that shows a part, so that it works without a network. */
export const preloadViewer = (part: MediaPart | null): Promise<unknown> =>
  part?.viewer === 'pdf'
    ? Promise.all([import('../../../player/viewers/pdf/PdfViewer.tsx'), import('../../../player/viewers/pdf/pdf.ts')])
    : part?.viewer === 'picture'
      ? import('../../../player/viewers/PictureViewer.tsx')
      : import('../../../player/viewers/MediaPlayer.tsx');
