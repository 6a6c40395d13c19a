/** How long a statement may take: somebody waits for most of them; for jobs, imports and what tidies up nobody does. */
import { AsyncLocalStorage } from 'node:async_hooks';

const patient = new AsyncLocalStorage<boolean>();

/** Statements of this work, and of what it begins, have the long limit. */
export const patiently = <T>(work: () => T): T => patient.run(true, work);

export const isPatient = (): boolean => patient.getStore() === true;
