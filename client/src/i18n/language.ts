/** Returns the initial language: the stored choice, else the browser's, else English (docs/specification.md#languages). */
import { chooseLanguage } from '@fundus/contract/locale';

const KEY = 'language';

export const startLanguage = (supported: readonly string[]): string =>
  chooseLanguage(localStorage.getItem(KEY), navigator.languages ?? [navigator.language], supported);

export const storeLanguage = (locale: string): void => localStorage.setItem(KEY, locale);
