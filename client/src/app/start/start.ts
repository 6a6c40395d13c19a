/** Loads configuration, theme, texts and user in parallel before the first page. */
import { accounts, type User } from '@fundus/contract/accounts/accounts';
import type { FrontendConfigReply } from '@fundus/contract/config';
import { OWN_LANGUAGES } from '@fundus/contract/locale';
import { setup } from '@fundus/contract/setup/setup';
import { cachedFetch } from '../../api/cached-fetch.ts';
import { call } from '../../api/call.ts';
import { isOffline } from '../../api/connection.ts';
import { startLanguage } from '../../i18n/language.ts';
import { showTheme } from '../../theme/current-theme.ts';
import { showLanguage } from '../screen-texts.ts';
import { offlineOwner } from './offline-start.ts';

export const DEFAULT_PRODUCT_NAME = 'Fundus';

export type Start = {
  /** `false` if it could not be loaded (docs/specification.md#failures). */
  config: FrontendConfigReply | false;
  user: User | false;
  /** The user could not be loaded: the portal starts as a guest with a notice. */
  userFailed: boolean;
  /** Started without a connection, as the owner of media stored on this device. */
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
      texts: await showLanguage(startLanguage(known ? known.Locales : OWN_LANGUAGES)),
    })),
    loadTheme(),
  ]);
  return { ...loaded, ...person };
}

/** Shows the published theme, or the draft to an administrator who requests it (`?theme=draft`). */
async function loadTheme(): Promise<void> {
  try {
    const draft = new URLSearchParams(location.search).get('theme') === 'draft' ? await draftIfAllowed() : null;
    showTheme(draft ?? (await cachedFetch(setup.theme)), draft !== null);
  } catch (problem) {
    console.error('Failed to load the theme', problem);
  }
}

/** Resolves to `null` for users who may not see the draft. */
const draftIfAllowed = () => import('./draft-theme.ts').then(({ loadDraft }) => loadDraft()).catch(() => null);
