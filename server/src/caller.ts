/** The caller on whose behalf the current work runs, so that queues can be fair without a parameter at every call site. */
import { AsyncLocalStorage } from 'node:async_hooks';

type Caller = {
  /** Id of a person, learner code, verified share-link session or kiosk; the network address of an anonymous visitor. */
  key: string;
  /** Jobs and routines: no user waits for the response. */
  background: boolean;
};

const PORTAL: Caller = { key: 'portal', background: true };

const current = new AsyncLocalStorage<Caller>();

/** Runs work, and everything it starts, on behalf of the caller of a request. */
export const onBehalfOf = <T>(key: string, work: () => T): T => current.run({ key, background: false }, work);

/** Runs background work; without a key it counts as work of the portal itself. */
export const inBackground = <T>(work: () => T, key = PORTAL.key): T => current.run({ key, background: true }, work);

/** Replaces the network address by a session once that session is verified. Has no effect outside of a request. */
export function identifyCaller(key: string): void {
  const caller = current.getStore();
  if (caller && !caller.background) caller.key = key;
}

/** Returns the caller; outside of requests and jobs the portal itself. */
export const currentCaller = (): Readonly<Caller> => current.getStore() ?? PORTAL;
