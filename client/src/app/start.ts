/** Everything that must be known before the first page: configuration, theme, texts, person. Loaded side by side. */
import { accounts, type User } from '@fundus/contract/accounts';
import type { FrontendConfigReply } from '@fundus/contract/config';
import { FALLBACK_LANGUAGE } from '@fundus/contract/locale';
import { setup } from '@fundus/contract/setup';
import type { Theme } from '@fundus/contract/theme';
import { cachedFetch } from '../api/cached-fetch.ts';
import { call } from '../api/call.ts';
import { startLanguage } from '../i18n/language.ts';
import { loadMessages } from '../i18n/load-messages.ts';
import { showMessages } from '../i18n/translate.ts';
import { applyTheme } from '../theme/apply-theme.ts';

export const DEFAULT_PRODUCT_NAME = 'Fundus';

export type Start = {
  /** `false` when it could not be loaded (spec §8). */
  config: FrontendConfigReply | false;
  user: User | false;
  /** The person could not be asked for: shown as a guest, with a word about it. */
  userFailed: boolean;
  theme: Theme | null;
  /** Whether any texts are there to be shown. */
  texts: boolean;
};

export async function start(): Promise<Start> {
  const config = cachedFetch(setup.config).catch(() => false as const);
  const [theme, person, loaded] = await Promise.all([
    loadTheme(),
    call(accounts.userinfo).then(
      (user) => ({ user, userFailed: false }),
      () => ({ user: false as const, userFailed: true }),
    ),
    config.then(async (known) => ({
      config: known,
      texts: await showLanguage(startLanguage(known ? known.Locales : [FALLBACK_LANGUAGE])),
    })),
  ]);
  return { ...loaded, ...person, theme };
}

/** Loads the texts of a language and shows them; false when there are none. */
export async function showLanguage(locale: string): Promise<boolean> {
  const messages = await loadMessages(locale);
  if (!messages) return false;
  await showMessages(locale, messages);
  return true;
}

async function loadTheme(): Promise<Theme | null> {
  try {
    const theme = await cachedFetch(setup.theme);
    applyTheme(theme);
    return theme;
  } catch (problem) {
    console.error('Failed to load the theme', problem);
    return null;
  }
}
