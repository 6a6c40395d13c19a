/** Notices in this browser while the portal is closed (docs/behaviour/mails.md#push-notifications): asked of the browser only when somebody presses. */
import { push, type Browser } from '@fundus/contract/notices/push';
import { call } from '../api/call.ts';

const WORKER = '/assets/push-worker.js';
/** It stands before no page: where it lies there is none. */
const SCOPE = '/assets/';
/** The service of the browser answers within a second or two; where a network keeps it away browsers wait for it without end. */
export const PUSH_WAITS = 15_000;
/** Nothing hangs on its hearing that it is over, and whoever signs out waits for it. */
const ENDING_WAITS = 2_000;

/** The service of the browser did not answer. */
export class PushSilent extends Error {}

function waitAtMost<T>(answer: Promise<T>, most: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const silence = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new PushSilent()), most);
  });
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer));
}

export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
export const isPushRefused = (): boolean => canPush() && Notification.permission === 'denied';

/** Where this browser is told; null: nowhere. */
export async function findEndpoint(): Promise<string | null> {
  if (!canPush() || Notification.permission !== 'granted') return null;
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  return (await registration?.pushManager.getSubscription())?.endpoint ?? null;
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));

/** Asks the browser, and tells the portal where. Null where whoever sits there does not want it; throws `PushSilent`. */
export async function beginPush(key: string): Promise<Browser | null> {
  // Whoever is asked may think as long as they like.
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const subscribing = subscribe(key);
  const made = await waitAtMost(subscribing, PUSH_WAITS).catch((error: unknown) => {
    // What comes after all nobody waits for any more, and the portal does not know of it.
    if (error instanceof PushSilent)
      void subscribing.then(
        (late) => late.unsubscribe(),
        () => undefined,
      );
    throw error;
  });
  const { p256dh = '', auth = '' } = made.toJSON().keys ?? {};
  return call(push.addBrowser, { body: { endpoint: made.endpoint, p256dh, auth } });
}

async function subscribe(key: string): Promise<PushSubscription> {
  const registration = await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
  await active(registration);
  // One that was made for another key is of no use any more.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
}

/** A worker that was registered a moment ago takes subscriptions once it runs. */
const active = (registration: ServiceWorkerRegistration): Promise<void> =>
  new Promise((ready) => {
    const worker = registration.active ?? registration.waiting ?? registration.installing;
    if (!worker || worker.state === 'activated') return ready();
    worker.addEventListener('statechange', () => worker.state === 'activated' && ready());
  });

/** Whoever signs out leaves no notices of theirs on the screen of the next one. */
export async function endPush(): Promise<void> {
  const endpoint = await findEndpoint();
  if (endpoint === null) return;
  const { items } = await call(push.browsers);
  const own = items.find((browser) => browser.endpoint === endpoint);
  if (own) await call(push.removeBrowser, { params: { id: own.id } });
  // The portal tells it nothing any more, whether the service of the browser hears of that or not.
  await waitAtMost(unsubscribe(), ENDING_WAITS).catch((error: unknown) => {
    if (!(error instanceof PushSilent)) throw error;
  });
}

/** Ends the notices of this browser if they are another person's: their session ended without signing out. */
export async function endForeignPush(): Promise<void> {
  const endpoint = await findEndpoint();
  if (endpoint === null) return;
  const { items } = await call(push.browsers);
  if (!items.some((browser) => browser.endpoint === endpoint)) await unsubscribe();
}

async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
