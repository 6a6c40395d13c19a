import type { Env } from '../env.ts';
import type { OpenPortal } from '../portal.ts';

export type Running = OpenPortal & {
  env: Pick<Env, 'dataDir' | 'sessionSecret'>;
  /** The address on which the portal listens, if it runs. */
  url?: string;
  /** Aborted when the command is to stop where it may be begun again. */
  giveWay?: AbortSignal;
};
