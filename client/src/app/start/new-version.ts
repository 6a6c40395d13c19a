/** Detects a new version of the portal and loads it without losing input. */
import { isNetworkFailure, connectionError, onReconnect, retryUntilConnected } from '../../api/connection.ts';
import { countQueuedWrites } from '../../api/outbox.ts';
import { t } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { unsaved } from '../../stores/unsaved.ts';

/** Session storage key of the version that has reloaded the page. Prevents a second reload. */
const RELOADED = 'reloadedFrom';
/** Minimum time in milliseconds between two comparisons of the versions. */
const COMPARE_MS = 10 * 60_000;

const ENTRY = /<script\b(?=[^<>]*type="module")[^<>]*\ssrc="([^"<>]+)"/;

let isOld = false;

const runningVersion = (): string => document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '';

/** Returns the entry script of the version that the portal currently serves, or '' if it cannot be read. */
const servedVersion = (): Promise<string> =>
  retryUntilConnected(async () => {
    const page = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } }).catch((problem: unknown) => {
      throw isNetworkFailure(problem) ? connectionError() : problem;
    });
    return ENTRY.exec(await page.text())?.[1] ?? '';
  });

/** Returns whether the portal serves a different version than the one that loaded this page. */
export async function isUpdated(): Promise<boolean> {
  const [running, served] = [runningVersion(), await servedVersion()];
  return served !== '' && running !== '' && served !== running;
}

/** Returns whether this version has already tried to reload itself. */
export const hasReloaded = (): boolean => sessionStorage.getItem(RELOADED) === runningVersion();

export function reload(): void {
  sessionStorage.setItem(RELOADED, runningVersion());
  location.reload();
}

/** Shows a message after a reload that has updated the portal. */
export function notifyIfUpdated(): void {
  const before = sessionStorage.getItem(RELOADED);
  if (before === null || before === runningVersion()) return;
  sessionStorage.removeItem(RELOADED);
  showSnackbar({ text: t('app.updated') });
}

/** Compares the versions when the page becomes visible, at most every ten minutes. Returns a function that stops the comparisons. */
export function watchVersion(): () => void {
  let compared = Date.now();
  const compare = () => {
    compared = Date.now();
    void isUpdated().then(
      (updated) => (isOld ||= updated),
      () => undefined,
    );
  };
  const compareIfVisible = () => {
    if (document.visibilityState === 'visible' && Date.now() - compared > COMPARE_MS) compare();
  };
  document.addEventListener('visibilitychange', compareIfVisible);
  const stop = onReconnect(compare);
  return () => {
    document.removeEventListener('visibilitychange', compareIfVisible);
    stop();
  };
}

/** Loads a new version on navigation, unless input or a write is unsaved. */
export function updateOnNavigation(): void {
  if (isOld && unsaved().length === 0 && countQueuedWrites() === 0 && !hasReloaded()) reload();
}
