/**
 * Translations such as `t('home.greeting.morning', { name })`. The type of the keys is derived from the English catalogue; `count` selects the plural
 * form. Learners get the text of `KEY.pupil` if it exists, for example with "du" instead of "Sie" in German.
 */
import { directionOf, languageOf, createTranslator, PUPIL, type Messages, type FindText } from '@fundus/contract/locale';
import type { MessageKey } from '@fundus/contract/messages';
import { useSyncExternalStore } from 'react';

export type Values = Record<string, string | number>;
export type Translate = (key: MessageKey, values?: Values) => string;

type Texts = { locale: string; messages: Messages; find: FindText };

/** Texts by language. Texts of languages shown earlier remain loaded. */
const known = new Map<string, Texts>();
let shown: Texts = { locale: '', messages: {}, find: () => undefined };

/** Switches to a language and adds texts to those already loaded. */
export function showMessages(locale: string, messages: Messages): void {
  const texts = known.get(locale);
  if (texts) Object.assign(texts.messages, messages);
  const own = { ...messages };
  shown = texts ?? { locale, messages: own, find: createTranslator(locale, own) };
  known.set(locale, shown);
  document.documentElement.lang = languageOf(locale);
  document.documentElement.dir = directionOf(locale);
  changes += 1;
  for (const renew of components) renew();
}

/** Number of changes of the texts so far. Components that show texts subscribe to it. */
let changes = 0;
const components = new Set<() => void>();
const subscribe = (renew: () => void) => {
  components.add(renew);
  return () => void components.delete(renew);
};

let toPupil = false;

/** Sets whether texts address a learner, and re-renders all components that show texts. */
export function setPupilWording(yes: boolean): void {
  if (yes === toPupil) return;
  toPupil = yes;
  changes += 1;
  for (const renew of components) renew();
}

const find: FindText = (key, values) => (toPupil ? shown.find(key + PUPIL, values) : undefined) ?? shown.find(key, values);

let mark: ((key: string, words: string) => string) | null = null;

/** Sets a function that is applied to every text while texts are edited in context. `null` removes it. */
export function setTextMarker(marker: typeof mark): void {
  mark = marker;
}

let requestAll: ((key: string) => void) | null = null;

/** Sets the function that loads missing texts. A missing text is empty until it is loaded. */
export function onMissingText(ask: (key: string) => void): void {
  requestAll = ask;
}

/** Returns a text. For use outside of components, such as in event handlers and stores. */
export const t: Translate = (key, values) => {
  const words = find(key, values);
  if (words === undefined && requestAll) {
    requestAll(key);
    return '';
  }
  return mark ? mark(key, words ?? key) : (words ?? key);
};

/** Returns the text of a key that may not exist, or `null`. */
export const findText = (key: string): string | null => find(key) ?? null;

/** Returns the current language. */
export const currentLocale = (): string => shown.locale;

/** Returns `t` and the language for components, which re-render when the language or its texts change. */
export function useT(): { t: Translate; locale: string } {
  useSyncExternalStore(subscribe, () => changes);
  return { t, locale: shown.locale };
}
