/** Time limits and connection pools by urgency: users wait for most statements, but not for those of jobs and imports. */
import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * `patient`: jobs, imports, cleaning up. `heavy`: exports and documents a user waits for, which must not take the connections of quick
 * requests.
 */
export type Pace = 'quick' | 'patient' | 'heavy';

const pace = new AsyncLocalStorage<Pace>();

/** Runs `work`, and everything it starts, with the long statement limit. */
export const patiently = <T>(work: () => T): T => pace.run('patient', work);

/** Runs `work`, and everything it starts, with the long limit on the connections of heavy requests. */
export const heavily = <T>(work: () => T): T => pace.run('heavy', work);

export const paceOf = (): Pace => pace.getStore() ?? 'quick';

export const isPatient = (): boolean => paceOf() !== 'quick';
