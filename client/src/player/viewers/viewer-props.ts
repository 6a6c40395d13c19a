/** Properties of document viewers. */
import type { UnitState } from '@fundus/contract/assignments/assignments';
import type { MediaPart } from '../playback/media-parts.ts';

export type ViewerProps = {
  part: MediaPart;
  /** Title of the medium, used in accessible names. */
  title: string;
  /** Key under which the position in the document is stored. */
  identifier: string;
  /** Fetches new addresses and restarts the viewer. */
  onRetry: () => void;
  reports?: StepReports | undefined;
};

/** Functions that report results to the step of an assignment. */
export type StepReports = {
  /** Reports the result of a test in percent. */
  onScore: (percent: number) => void;
  onUnit: (unit: string, state: UnitState) => void;
  /** Returns the stored states of a package's units, or `null` if there are none. */
  loadUnits: () => Promise<Record<string, UnitState> | null>;
};
