/** Push notifications in this browser (docs/behaviour/mails.md#push-notifications). Permission is requested only after the user clicks a button. */
import { push, type Browser } from '@fundus/contract/notices/push';
import { call } from '../api/call.ts';

const WORKER = '/assets/push-worker.js';
/** Scope of the service worker. It contains no pages, so the worker controls none. */
const SCOPE = '/assets/';
/** Timeout in milliseconds for the push service. It usually responds within two seconds, but browsers wait forever if a network blocks it. */
export const PUSH_TIMEOUT_MS = 15_000;
/** Timeout in milliseconds for unsubscribing, because signing out waits for it. */
const ENDING_WAITS = 2_000;

/** Thrown if the push service does not respond. */
export class PushTimeoutError extends Error {}

function waitAtMost<T>(answer: Promise<T>, most: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const silence = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new PushTimeoutError()), most);
  });
  return Promise.race([answer, silence]).finally(() => clearTimeout(timer));
}

export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
export const isPushRefused = (): boolean => canPush() && Notification.permission === 'denied';

/** Returns the push endpoint of this browser, or `null` if it is not subscribed. */
export async function findEndpoint(): Promise<string | null> {
  if (!canPush() || Notification.permission !== 'granted') return null;
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  return (await registration?.pushManager.getSubscription())?.endpoint ?? null;
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));

/**
 * Asks for permission and registers this browser with the server. Returns `null` if the user declines. Throws `PushTimeoutError` if the push service does
 * not respond.
 */
export async function subscribeToPush(key: string): Promise<Browser | null> {
  // There is no timeout while the user decides about the permission.
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const subscribing = subscribe(key);
  const made = await waitAtMost(subscribing, PUSH_TIMEOUT_MS).catch((error: unknown) => {
    // Removes a subscription created after the timeout, because the server does not store it.
    if (error instanceof PushTimeoutError)
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
  // A subscription created with another key cannot be used.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
}

/** Resolves once the service worker is active, because only active workers can subscribe. */
const active = (registration: ServiceWorkerRegistration): Promise<void> =>
  new Promise((ready) => {
    const worker = registration.active ?? registration.waiting ?? registration.installing;
    if (!worker || worker.state === 'activated') return ready();
    worker.addEventListener('statechange', () => worker.state === 'activated' && ready());
  });

/** Ends push notifications on sign-out, so that the next user of the browser does not receive them. */
export async function unsubscribeFromPush(): Promise<void> {
  const endpoint = await findEndpoint();
  if (endpoint === null) return;
  const { items } = await call(push.browsers);
  const own = items.find((browser) => browser.endpoint === endpoint);
  if (own) await call(push.removeBrowser, { params: { id: own.id } });
  // The server has removed the subscription, so a push service that does not respond is ignored.
  await waitAtMost(unsubscribe(), ENDING_WAITS).catch((error: unknown) => {
    if (!(error instanceof PushTimeoutError)) throw error;
  });
}

/** Ends push notifications of another user whose session expired without a sign-out. */
export async function unsubscribeOtherUser(): Promise<void> {
  const endpoint = await findEndpoint();
  if (endpoint === null) return;
  const { items } = await call(push.browsers);
  if (!items.some((browser) => browser.endpoint === endpoint)) await unsubscribe();
}

async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
