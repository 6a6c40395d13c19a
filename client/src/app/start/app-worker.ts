/** Registers the service worker and stores the public texts that the portal needs to start offline. */
import { setup } from '@fundus/contract/setup/setup';
import { address } from '../../api/call.ts';
import { currentLocale } from '../../i18n/translate.ts';
import { APP_WORKER, hasStoredMedia, TEXTS_CACHE } from '../../stores/offline/forget.ts';
import { runWhenIdle } from '../../ui/run-when-idle.ts';

/** Screens that can be opened offline. */
const SCREENS = ['homepage', 'library'] as const;

/** Returns whether the page may register a service worker: in a build, not in a frame, and not if the user saves data. */
function mayRegister(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return import.meta.env.PROD && 'serviceWorker' in navigator && window.top === window && connection?.saveData !== true;
}

/** Registers the worker once the page is idle, so that it does not slow down the first view. Returns a function that cancels the registration. */
export function registerWorker(): () => void {
  if (!mayRegister()) return () => undefined;
  return runWhenIdle(() => {
    navigator.serviceWorker
      .register(APP_WORKER)
      .then(() => navigator.serviceWorker.ready)
      .then(loadTexts)
      // The portal also works without the worker.
      .catch(() => undefined);
  });
}

/** Stores the public texts of the screens that can be opened offline. The worker keeps them up to date. */
async function loadTexts(): Promise<void> {
  const lang = currentLocale();
  const addresses = [
    address(setup.config),
    address(setup.theme),
    ...SCREENS.map((screen) => address(setup.locale, { params: { lang }, query: { screen } })),
    // Stores the texts of all screens, because a user may open a screen offline for the first time.
    ...((await hasStoredMedia()) ? [address(setup.locale, { params: { lang }, query: {} })] : []),
  ];
  const cache = await caches.open(TEXTS_CACHE);
  for (const one of addresses) {
    if (await cache.match(one, { ignoreVary: true })) continue;
    const response = await fetch(one, { credentials: 'same-origin' });
    if (response.ok) await cache.put(one, response);
  }
}
