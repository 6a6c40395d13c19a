/** Loads texts together with the screen that uses them (docs/decisions/0087-message-catalogues-split-by-screen.md). */
import { setup } from '@fundus/contract/setup/setup';
import { matchPath, type ScreenName } from '@fundus/contract/screens';
import { cachedFetch } from '../api/cached-fetch.ts';
import { retryUntilConnected } from '../api/connection.ts';
import { loadMessages } from '../i18n/load-messages.ts';
import { loadReferenceNames } from '../i18n/reference-names.ts';
import { currentLocale, onMissingText, showMessages } from '../i18n/translate.ts';

/** Opened screens with the language of their loaded texts, or `null` while these are loading. */
const opened = new Map<ScreenName, string | null>();

/** Returns the first screen of the page, or the error screen for an unknown address. The server includes the texts of this screen in the page. */
export const firstScreen = (): ScreenName => {
  const match = matchPath(location.pathname);
  return 'name' in match ? match.name : 'error';
};

/** Switches the language and loads the texts of all opened screens. Returns `false` if any of them could not be loaded. */
export async function showLanguage(locale: string): Promise<boolean> {
  if (opened.size === 0) opened.set(firstScreen(), null);
  const names = [...opened.keys()];
  const [sets] = await Promise.all([Promise.all(names.map((screen) => load(locale, screen))), loadReferenceNames(locale)]);
  const missing = sets.some((set) => !set);
  if (missing) return false;
  for (const name of names) opened.set(name, locale);
  showMessages(locale, Object.assign({}, ...sets));
  onMissingText((key) => void loadAll(key));
  return true;
}

/** Loads the texts of a screen in the current language once. Waits for the connection; rejects if the portal returns an error. */
export async function loadTextsOf(screen: ScreenName): Promise<void> {
  const locale = currentLocale();
  if (opened.get(screen) === locale) return;
  opened.set(screen, null);
  const messages = await load(locale, screen, retryUntilConnected);
  if (!messages) throw new Error(`no texts for the screen ${screen}`);
  // If the language was changed in the meantime, the texts of this screen are already loaded.
  if (currentLocale() !== locale) return;
  opened.set(screen, locale);
  showMessages(locale, messages);
}

let whole = '';

/** Loads all texts of the current language once if a key is missing from the texts of the opened screens. */
async function loadAll(key: string): Promise<void> {
  const locale = currentLocale();
  if (whole === locale) return;
  whole = locale;
  console.error(`No screen has named the text ${key}`);
  const messages = await load(locale);
  if (messages && currentLocale() === locale) showMessages(locale, messages);
}

type Fetch = () => ReturnType<typeof cachedFetch<typeof setup.locale>>;

const load = (locale: string, screen?: ScreenName, how = (fetchTexts: Fetch) => fetchTexts()) =>
  loadMessages(locale, {
    load: (lang) => how(() => cachedFetch(setup.locale, { params: { lang }, query: { screen } })),
    log: (message, problem) => console.error(message, problem),
  });
