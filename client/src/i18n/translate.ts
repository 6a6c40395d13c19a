/** `t('home.greeting.morning', { name })`: keys are typed from the English set, plurals chosen by `count`. */
import { directionOf, languageOf, type Messages } from '@fundus/contract/locale';
import type { MessageKey } from '@fundus/contract/messages';
import i18next from 'i18next';
import { useSyncExternalStore } from 'react';

export type Values = Record<string, string | number>;
export type Translate = (key: MessageKey, values?: Values) => string;

/** Shows texts in a language from now on. */
export async function showMessages(locale: string, messages: Messages): Promise<void> {
  if (!i18next.isInitialized) {
    await i18next.init({
      lng: locale,
      resources: { [locale]: { translation: messages } },
      fallbackLng: false,
      keySeparator: false,
      nsSeparator: false,
      interpolation: { escapeValue: false },
      showSupportNotice: false,
    } as Parameters<typeof i18next.init>[0]);
  } else {
    i18next.addResourceBundle(locale, 'translation', messages, false, true);
    await i18next.changeLanguage(locale);
  }
  document.documentElement.lang = languageOf(locale);
  document.documentElement.dir = directionOf(locale);
  changes += 1;
  for (const renew of components) renew();
}

/** How often texts came or changed; components that say some render again when it counts on. */
let changes = 0;
const components = new Set<() => void>();
const subscribe = (renew: () => void) => {
  components.add(renew);
  return () => void components.delete(renew);
};

let mark: ((key: string, words: string) => string) | null = null;

/** Every text said from now on goes through it, while texts are edited in their place; null ends that. */
export function setTextMarker(marker: typeof mark): void {
  mark = marker;
}

let askForAll: ((key: string) => void) | null = null;

/** Is told of a text that is not there yet; nothing stands in its place until it comes. */
export function onMissingText(ask: (key: string) => void): void {
  askForAll = ask;
}

/** Outside of components: in events and stores. */
export const t: Translate = (key, values) => {
  const words = i18next.t(key, values ?? {});
  if (words === key && askForAll) {
    askForAll(key);
    return '';
  }
  return mark ? mark(key, words) : words;
};

/** The words of a key that may have none; null where it has none. */
export function findText(key: string): string | null {
  const words = i18next.t(key);
  return words === key ? null : words;
}

/** The language shown now. */
export const currentLocale = (): string => i18next.language;

/** In components; renders again when the language or its texts change. */
export function useT(): { t: Translate; locale: string } {
  useSyncExternalStore(subscribe, () => changes);
  return { t, locale: i18next.language };
}
