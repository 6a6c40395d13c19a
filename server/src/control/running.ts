import type { Env } from '../env.ts';
import type { OpenPortal } from '../portal.ts';

export type Running = OpenPortal & {
  env: Pick<Env, 'dataDir' | 'sessionSecret'>;
  /** URL on which the portal listens, if it is running. */
  url?: string;
  /** Is aborted if the command must stop at a point from which it can be resumed. */
  giveWay?: AbortSignal;
};
