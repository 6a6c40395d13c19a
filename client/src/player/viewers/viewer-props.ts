/** Properties of document viewers. */
import type { UnitState } from '@fundus/contract/assignments/assignments';
import type { MediaPart } from '../playback/media-parts.ts';

export type ViewerProps = {
  part: MediaPart;
  /** Title of the medium, for labels of regions. */
  title: string;
  /** Key under which the position in a document is stored. */
  identifier: string;
  /** Fetches new addresses and restarts. */
  onRetry: () => void;
  reports?: StepReports | undefined;
};

/** Reports results to the step of an assignment. */
export type StepReports = {
  /** Result of a test, in percent. */
  onScore: (percent: number) => void;
  onUnit: (unit: string, state: UnitState) => void;
  /** Returns the states of the units of a package; `null` if none are stored. */
  loadUnits: () => Promise<Record<string, UnitState> | null>;
};
