/** Recovers from a script or texts that cannot be loaded: waits for the connection, loads a new version of the portal, or gives up. */
import { t } from '../../i18n/translate.ts';
import { showSnackbar } from '../../stores/snackbar.ts';
import { unsaved, untilSaved } from '../../stores/unsaved.ts';
import type { Recover } from '../../ui/load-later.tsx';
import { hasReloaded, isUpdated, reload } from './new-version.ts';

/** Tries with the same version before the page is loaded again: a browser may keep the failure of a script as long as the page lives. */
const MAX_TRIES = 2;

/** Messages of browsers for a script or style sheet that could not be loaded; an error inside a script has another message. */
const NOT_LOADED = /dynamically imported module|importing a module script failed|unable to preload css/i;

export const recoverLoad: Recover = async (error, { kind, failures }) => {
  if (!NOT_LOADED.test(String(error))) throw error;
  const isNew = await isUpdated();
  if (!isNew && failures <= MAX_TRIES) return;
  if (unsaved().length > 0) {
    showSnackbar({ text: t('app.newVersion.afterSaving'), lasting: true });
    await untilSaved();
    reload();
  } else if (kind === 'screen') {
    if (hasReloaded()) throw error;
    reload();
  } else {
    showSnackbar({ text: t('app.newVersion'), lasting: true, action: { label: t('app.reload'), run: reload } });
  }
  // The page goes, or waits for the user: nothing is drawn in the meantime.
  return new Promise<void>(() => {});
};
