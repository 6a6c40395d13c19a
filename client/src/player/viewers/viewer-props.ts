/** What every viewer of documents gets. */
import type { MediaPart } from '../playback/media-parts.ts';

export type ViewerProps = {
  part: MediaPart;
  /** Of the medium, for names of regions. */
  title: string;
  /** Under this the place in a document is remembered. */
  identifier: string;
  /** Fetches fresh addresses and begins anew. */
  onRetry: () => void;
  /** Told what a test gave, in percent. */
  onScore?: ((percent: number) => void) | undefined;
};
