/** `t('home.greeting.morning', { name })`: keys are typed from the English set, plurals chosen by `count`. */
import { directionOf, languageOf, sayMessages, type Messages, type SayMessage } from '@fundus/contract/locale';
import type { MessageKey } from '@fundus/contract/messages';
import { useSyncExternalStore } from 'react';

export type Values = Record<string, string | number>;
export type Translate = (key: MessageKey, values?: Values) => string;

type Texts = { locale: string; messages: Messages; say: SayMessage };

/** By their language; those of one that was shown before stay. */
const known = new Map<string, Texts>();
let shown: Texts = { locale: '', messages: {}, say: () => undefined };

/** Shows texts in a language from now on, with those it has already. */
export function showMessages(locale: string, messages: Messages): void {
  const texts = known.get(locale);
  if (texts) Object.assign(texts.messages, messages);
  const own = { ...messages };
  shown = texts ?? { locale, messages: own, say: sayMessages(locale, own) };
  known.set(locale, shown);
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
  const words = shown.say(key, values);
  if (words === undefined && askForAll) {
    askForAll(key);
    return '';
  }
  return mark ? mark(key, words ?? key) : (words ?? key);
};

/** The words of a key that may have none; null where it has none. */
export const findText = (key: string): string | null => shown.say(key) ?? null;

/** The language shown now. */
export const currentLocale = (): string => shown.locale;

/** In components; renders again when the language or its texts change. */
export function useT(): { t: Translate; locale: string } {
  useSyncExternalStore(subscribe, () => changes);
  return { t, locale: shown.locale };
}
