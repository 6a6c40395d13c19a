/** Time limits and connection pools for statements that users wait for, and for statements of jobs and imports. */
import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Pace of a request. `patient` is used by jobs, imports and clean-up. `heavy` is used by exports and documents that a user waits for, which must not
 * occupy the connections of quick requests.
 */
export type Pace = 'quick' | 'patient' | 'heavy';

const pace = new AsyncLocalStorage<Pace>();

/** Runs `work` and everything it starts with the long time limit for statements. */
export const withLongLimit = <T>(work: () => T): T => pace.run('patient', work);

/** Runs `work` and everything it starts with the long time limit, on the connections for heavy requests. */
export const withHeavyLimit = <T>(work: () => T): T => pace.run('heavy', work);

export const currentPace = (): Pace => pace.getStore() ?? 'quick';

export const hasLongLimit = (): boolean => currentPace() !== 'quick';
