/** The caller on whose behalf the current work runs, so that queues can be fair without a parameter at every call site. */
import { AsyncLocalStorage } from 'node:async_hooks';

type Caller = {
  /** Id of a person, learner code, verified share-link session or kiosk, or the network address of an anonymous visitor. */
  key: string;
  /** Is set for jobs and routines, because no user waits for them. */
  background: boolean;
};

const PORTAL: Caller = { key: 'portal', background: true };

const current = new AsyncLocalStorage<Caller>();

/** Runs `work` and everything it starts on behalf of the caller of a request. */
export const runOnBehalfOf = <T>(key: string, work: () => T): T => current.run({ key, background: false }, work);

/** Runs background work on behalf of `key`, by default on behalf of the portal itself. */
export const runInBackground = <T>(work: () => T, key = PORTAL.key): T => current.run({ key, background: true }, work);

/** Replaces the network address by the verified session as the key of the caller. Has no effect outside a request. */
export function identifyCaller(key: string): void {
  const caller = current.getStore();
  if (caller && !caller.background) caller.key = key;
}

/** Returns the current caller, which is the portal itself outside requests and jobs. */
export const currentCaller = (): Readonly<Caller> => current.getStore() ?? PORTAL;
