/** Small writes that help when the disk is nearly full: signing in and out, and deleting. They may use the reserve that others leave alone. */
import { AsyncLocalStorage } from 'node:async_hooks';

const reserve = new AsyncLocalStorage<boolean>();

export const withReserve = <T>(work: () => T): T => reserve.run(true, work);

export const mayUseReserve = (): boolean => reserve.getStore() === true;
