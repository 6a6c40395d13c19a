import { expect, it } from 'vitest';
import { MEDIA_TYPES } from '@fundus/contract/reference/media-types';
import { mediaTypeCode, mediaTypeOfUrl } from './media-type-names.ts';

it.each([
  ['49', '49'],
  ['lex', 'LEX'],
  ['Video-DVD', '46'],
  ['Online-Film', '49'],
  ['Medienpaket', '50'],
  ['video', '49'],
  ['Audio', '29'],
  ['image', '19'],
  ['text', '79'],
  ['book', 'UC_PRINT'],
  ['E-Book', 'UC_BOOK'],
  ['app', 'UC_APP'],
  ['DVD', '46'],
  ['Videokassette', '42'],
  ['CD-ROM', '66'],
  ['Hörbuch', '29'],
  ['Bilderbuch', 'UC_PRINT'],
  ['Schulbuch', 'UC_PRINT'],
  ['Wörterbuch', 'LEX'],
  ['Arbeitsblatt', '79'],
  ['Arbeitsblatt, interaktiv', '69'],
  ['Infomodul (mit Video)', '79'],
  ['Grafik, beschriftet', '19'],
  ['Simulation', '69'],
  ['H5P-Übung', 'UC_H5P'],
  ['Weiterbildung', undefined],
  ['video/mp4', '49'],
  ['application/pdf', '79'],
  ['constructor', undefined],
  ['', undefined],
])('maps %j to %j', (name, code) => {
  expect(mediaTypeCode(name)).toBe(code);
});

it.each([
  [undefined, '79'],
  ['https://example.org', '58'],
  ['https://example.org/seite', '58'],
  ['https://example.org/a.mp4?x=1', '49'],
  ['https://example.org/a.PDF', '79'],
  ['https://example.org/a.mp3#t=1', '29'],
])('maps the address %j to the media type %j', (url, code) => {
  expect(mediaTypeOfUrl(url)).toBe(code);
});

/** A word that suppliers use for each media type; `null` if they only use our code or label. */
const SUPPLIER_WORDS: Readonly<Record<string, string | null>> = {
  ...{ 10: 'Diaserie', 12: 'Foliensatz', 19: 'Landkarte', 24: 'Hörbuch-CD', 29: 'Podcast', 32: '16mm-Film', 42: 'VHS', 46: 'Blu-ray' },
  ...{ 49: 'Fernsehsendung', 50: null, MP: null, 55: 'SCORM', 56: null, 57: 'Linkliste', 58: 'Blog', 66: 'CDROM', 69: 'Lernspiel' },
  ...{ 79: 'Arbeitsblatt', CP: null, 89: 'Laptop', LEX: 'Wörterbuch', UC_APP: 'app', UC_BOOK: 'EPUB', UC_PRINT: 'Roman' },
  ...{ UC_CLIP: 'clip', UC_H5P: 'H5P' },
};

it.each(MEDIA_TYPES.map(({ code }) => code))("recognises a supplier's term for the media type %s", (code) => {
  expect(SUPPLIER_WORDS).toHaveProperty(code);
  const word = SUPPLIER_WORDS[code];
  if (word) expect(mediaTypeCode(word)).toBe(code);
});
