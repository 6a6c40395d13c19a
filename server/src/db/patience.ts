/** Time limits and connection pools of statements: users wait for most of them, but not for jobs and imports. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** `patient`: jobs, imports, cleaning up. `heavy`: exports and documents a user waits for, which must not take the connections of quick requests. */
export type Pace = 'quick' | 'patient' | 'heavy';

const pace = new AsyncLocalStorage<Pace>();

/** Statements of this work, and of what it begins, have the long limit. */
export const patiently = <T>(work: () => T): T => pace.run('patient', work);

/** … and run on the connections of heavy requests. */
export const heavily = <T>(work: () => T): T => pace.run('heavy', work);

export const paceOf = (): Pace => pace.getStore() ?? 'quick';

export const isPatient = (): boolean => paceOf() !== 'quick';
