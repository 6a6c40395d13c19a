/** Loads configuration, theme, texts and user in parallel before the first page is shown. */
import { accounts, type User } from '@fundus/contract/accounts/accounts';
import type { FrontendConfigReply } from '@fundus/contract/config';
import { OWN_LANGUAGES } from '@fundus/contract/locale';
import { setup } from '@fundus/contract/setup/setup';
import { cachedFetch } from '../../api/cached-fetch.ts';
import { call } from '../../api/call.ts';
import { isOffline } from '../../api/connection.ts';
import { detectLanguage } from '../../i18n/language.ts';
import { showTheme } from '../../theme/current-theme.ts';
import { showLanguage } from '../screen-texts.ts';
import { offlineOwner } from './offline-start.ts';

export const DEFAULT_PRODUCT_NAME = 'Fundus';

export type Start = {
  /** `false` if the configuration could not be loaded (docs/specification.md#failures). */
  config: FrontendConfigReply | false;
  user: User | false;
  /** True if the user could not be loaded. The portal then starts as a guest and shows a notice. */
  userFailed: boolean;
  /** True if the portal started without a connection, for the user who owns the media stored on the device. */
  offline: boolean;
  /** `false` if no texts could be loaded. */
  texts: boolean;
};

export async function start(): Promise<Start> {
  const config = cachedFetch(setup.config).catch(() => false as const);
  const [person, loaded] = await Promise.all([
    call(accounts.userinfo).then(
      (user) => ({ user, userFailed: false, offline: false }),
      async (problem: unknown) => {
        const user = isOffline(problem) && (await offlineOwner());
        return { user, userFailed: !user, offline: Boolean(user) };
      },
    ),
    config.then(async (known) => ({
      config: known,
      texts: await showLanguage(detectLanguage(known ? known.Locales : OWN_LANGUAGES)),
    })),
    loadTheme(),
  ]);
  return { ...loaded, ...person };
}

/** Loads the published theme, or the draft for an administrator who requests it (`?theme=draft`). */
async function loadTheme(): Promise<void> {
  try {
    const draft = new URLSearchParams(location.search).get('theme') === 'draft' ? await draftIfAllowed() : null;
    showTheme(draft ?? (await cachedFetch(setup.theme)), draft !== null);
  } catch (problem) {
    console.error('Failed to load the theme', problem);
  }
}

/** Returns the draft theme, or `null` for users who may not see it. */
const draftIfAllowed = () => import('./draft-theme.ts').then(({ loadDraft }) => loadDraft()).catch(() => null);
