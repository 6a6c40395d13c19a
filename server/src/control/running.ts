import type { Env } from '../env.ts';
import type { OpenPortal } from '../portal.ts';

export type Running = OpenPortal & {
  env: Pick<Env, 'dataDir' | 'sessionSecret'>;
  /** Listening URL of the portal, if it runs. */
  url?: string;
  /** Aborted if the command must stop at a point where it can be resumed. */
  giveWay?: AbortSignal;
};
