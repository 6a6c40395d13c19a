/** Fetches what a presentation will show, one after the other, so that it goes on when the network does not. */
import { mainParts, readAlong, type MediaPart } from '../../../player/playback/media-parts.ts';
import type { ShownMedium } from './shown.ts';

/** As much as a presentation keeps: two films of a lesson. */
export const MAX_KEPT = 600_000_000;

/** `needs`: it is never kept and needs the network. */
export type Loading =
  | { state: 'waiting' }
  | { state: 'loading'; share: number }
  | { state: 'loaded' }
  | { state: 'needs'; why: 'kind' | 'large' | 'failed' };

const KEPT = new Set(['video', 'audio', 'picture', 'pdf']);

/** What is shown of a medium, and whether that can be kept. A film in pieces cannot. */
export function mainPartOf({ files }: Pick<ShownMedium, 'files'>): MediaPart | null {
  return mainParts(files)[0] ?? null;
}

export const canBeKept = (part: MediaPart | null): boolean =>
  part !== null && KEPT.has(part.viewer) && !/mpegurl/i.test(part.sources[0]!.mime);

/** Reads a file as a whole. Throws where it breaks off. */
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
  if (bytes > 0 && got < bytes) throw new Error('broken off');
  return new Blob(pieces, { type: mime });
}

/** Captions are small: the browser keeps what was asked for once. */
export const warmCaptions = (medium: ShownMedium): Promise<unknown> =>
  Promise.allSettled(readAlong(medium.files).map(({ href }) => fetch(href, { credentials: 'omit' })));

/** The code that shows a kind of part, so that it is there without a network too. */
export const warmViewer = (part: MediaPart | null): Promise<unknown> =>
  part?.viewer === 'pdf'
    ? Promise.all([import('../../../player/viewers/pdf/PdfViewer.tsx'), import('../../../player/viewers/pdf/pdf.ts')])
    : part?.viewer === 'picture'
      ? import('../../../player/viewers/PictureViewer.tsx')
      : import('../../../player/viewers/MediaPlayer.tsx');
