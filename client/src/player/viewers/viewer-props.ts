/** What every viewer of documents gets. */
import type { UnitState } from '@fundus/contract/assignments/assignments';
import type { MediaPart } from '../playback/media-parts.ts';

export type ViewerProps = {
  part: MediaPart;
  /** Of the medium, for names of regions. */
  title: string;
  /** Under this the place in a document is remembered. */
  identifier: string;
  /** Fetches fresh addresses and begins anew. */
  onRetry: () => void;
  reports?: StepReports | undefined;
};

/** Reports results to the step of an assignment. */
export type StepReports = {
  /** Result of a test, in percent. */
  onScore: (percent: number) => void;
  onUnit: (unit: string, state: UnitState) => void;
  /** States of the units of a package; null if nothing is stored for the visitor. */
  loadUnits: () => Promise<Record<string, UnitState> | null>;
};
