/** Returns the initial language: the user's stored choice, else a language of the browser, else English (docs/specification.md#languages). */
import { chooseLanguage } from '@fundus/contract/locale';

const KEY = 'language';

export const detectLanguage = (supported: readonly string[]): string =>
  chooseLanguage(localStorage.getItem(KEY), navigator.languages ?? [navigator.language], supported);

export const storeLanguage = (locale: string): void => localStorage.setItem(KEY, locale);
