/** Registers the service worker and loads the public texts it needs to start without a connection. */
import { setup } from '@fundus/contract/setup/setup';
import { address } from '../../api/call.ts';
import { currentLocale } from '../../i18n/translate.ts';
import { APP_WORKER, hasStoredMedia, TEXTS_CACHE } from '../../stores/offline/forget.ts';
import { runWhenIdle } from '../../ui/run-when-idle.ts';

/** Screens that start without a connection. */
const SCREENS = ['homepage', 'library'] as const;

/** Returns whether the page may have a service worker: in a build, not in a frame, and unless the user saves data. */
function mayRegister(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return import.meta.env.PROD && 'serviceWorker' in navigator && window.top === window && connection?.saveData !== true;
}

/** Registers the worker after the first view, so that it does not compete with it. Returns a function that stops it. */
export function registerWorker(): () => void {
  if (!mayRegister()) return () => undefined;
  return runWhenIdle(() => {
    navigator.serviceWorker
      .register(APP_WORKER)
      .then(() => navigator.serviceWorker.ready)
      .then(loadTexts)
      // Without it the portal works as before.
      .catch(() => undefined);
  });
}

/** Stores the public texts of the screens that start without a connection. The worker keeps them up to date. */
async function loadTexts(): Promise<void> {
  const lang = currentLocale();
  const addresses = [
    address(setup.config),
    address(setup.theme),
    ...SCREENS.map((screen) => address(setup.locale, { params: { lang }, query: { screen } })),
    // Requests all texts, for screens that were never opened.
    ...((await hasStoredMedia()) ? [address(setup.locale, { params: { lang }, query: {} })] : []),
  ];
  const cache = await caches.open(TEXTS_CACHE);
  for (const one of addresses) {
    if (await cache.match(one, { ignoreVary: true })) continue;
    const response = await fetch(one, { credentials: 'same-origin' });
    if (response.ok) await cache.put(one, response);
  }
}
