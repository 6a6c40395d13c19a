/**
 * Marks small writes that must work when the disk is nearly full: sign-in, sign-out and deletion. They may use part of the reserve that all other
 * writes leave free.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const reserve = new AsyncLocalStorage<boolean>();

export const withReserve = <T>(work: () => T): T => reserve.run(true, work);

export const mayUseReserve = (): boolean => reserve.getStore() === true;
