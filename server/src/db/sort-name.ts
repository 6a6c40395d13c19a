import { normalizeText } from '@fundus/contract/unicode';

/** Returns the value of the columns `sort_name` and `sort_vorname` for a name, which is lower case and has no accents. */
export const sortName = (text: string): string =>
  normalizeText(text.replace(/ß/g, 'ss'), 'NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łøđðı]/g, (sign) => ({ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ı: 'i' })[sign]!);
