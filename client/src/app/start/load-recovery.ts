/** Recovers from a script or texts that cannot be loaded: waits for the connection, loads a new version of the portal, or gives up. */
import { isNetworkFailure, noAnswer, whenConnected } from '../../api/connection.ts';
import { t } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { unsaved } from '../../stores/unsaved.ts';
import type { Recover } from '../../ui/load-later.tsx';

/** The version that has reloaded the page once: it does so no second time. */
const RELOADED = 'reloadedFrom';

/** Tries with the same version before the page is loaded again: a browser may keep the failure of a script as long as the page lives. */
const MAX_TRIES = 2;

/** Messages of browsers for a script or style sheet that could not be loaded; an error inside a script has another message. */
const NOT_LOADED = /dynamically imported module|importing a module script failed|unable to preload css/i;

const ENTRY = /<script\b(?=[^<>]*type="module")[^<>]*\ssrc="([^"<>]+)"/;

const runningVersion = (): string => document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '';

/** Returns the entry script of the version the portal serves now, or '' if it cannot be read. */
const servedVersion = (): Promise<string> =>
  whenConnected(async () => {
    const page = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } }).catch((problem: unknown) => {
      throw isNetworkFailure(problem) ? noAnswer() : problem;
    });
    return ENTRY.exec(await page.text())?.[1] ?? '';
  });

export const recoverLoad: Recover = async (error, { kind, failures }) => {
  if (!NOT_LOADED.test(String(error))) throw error;
  const [running, served] = [runningVersion(), await servedVersion()];
  const isNew = served !== '' && running !== '' && served !== running;
  if (!isNew && failures <= MAX_TRIES) return;
  if (kind === 'screen' && unsaved().length === 0) {
    if (sessionStorage.getItem(RELOADED) === running) throw error;
    reload(running);
  } else {
    showSnackbar({ text: t('app.newVersion'), lasting: true, action: { label: t('app.reload'), run: () => reload(running) } });
  }
  // The page goes, or waits for the user: nothing is drawn in the meantime.
  return new Promise<void>(() => {});
};

function reload(running: string): void {
  sessionStorage.setItem(RELOADED, running);
  location.reload();
}

/** Says after a reload why it happened. */
export function sayIfUpdated(): void {
  const before = sessionStorage.getItem(RELOADED);
  if (before === null || before === runningVersion()) return;
  sessionStorage.removeItem(RELOADED);
  showSnackbar({ text: t('app.updated') });
}
