/** Everything that must be known before the first page: configuration, theme, texts, person. Loaded side by side. */
import { accounts, type User } from '@fundus/contract/accounts/accounts';
import type { FrontendConfigReply } from '@fundus/contract/config';
import { OWN_LANGUAGES } from '@fundus/contract/locale';
import { setup } from '@fundus/contract/setup/setup';
import { cachedFetch } from '../../api/cached-fetch.ts';
import { call } from '../../api/call.ts';
import { startLanguage } from '../../i18n/language.ts';
import { showTheme } from '../../theme/current-theme.ts';
import { showLanguage } from '../screen-texts.ts';

export const DEFAULT_PRODUCT_NAME = 'Fundus';

export type Start = {
  /** `false` when it could not be loaded (docs/specification.md#failures). */
  config: FrontendConfigReply | false;
  user: User | false;
  /** The person could not be asked for: shown as a guest, with a word about it. */
  userFailed: boolean;
  /** Whether any texts are there to be shown. */
  texts: boolean;
};

export async function start(): Promise<Start> {
  const config = cachedFetch(setup.config).catch(() => false as const);
  const [person, loaded] = await Promise.all([
    call(accounts.userinfo).then(
      (user) => ({ user, userFailed: false }),
      () => ({ user: false as const, userFailed: true }),
    ),
    config.then(async (known) => ({
      config: known,
      texts: await showLanguage(startLanguage(known ? known.Locales : OWN_LANGUAGES)),
    })),
    loadTheme(),
  ]);
  return { ...loaded, ...person };
}

/** Shows the published theme, or to an administrator who asks for it (`?theme=draft`) the one being worked on. */
async function loadTheme(): Promise<void> {
  try {
    const draft = new URLSearchParams(location.search).get('theme') === 'draft' ? await draftIfAllowed() : null;
    showTheme(draft ?? (await cachedFetch(setup.theme)), draft !== null);
  } catch (problem) {
    console.error('Failed to load the theme', problem);
  }
}

/** To everyone else the draft is not there. */
const draftIfAllowed = () => import('./draft-theme.ts').then(({ loadDraft }) => loadDraft()).catch(() => null);
