import { expect, it } from 'vitest';
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
])('%j is %j', (name, code) => {
  expect(mediaTypeCode(name)).toBe(code);
});

it.each([
  [undefined, '79'],
  ['https://example.org', '58'],
  ['https://example.org/seite', '58'],
  ['https://example.org/a.mp4?x=1', '49'],
  ['https://example.org/a.PDF', '79'],
  ['https://example.org/a.mp3#t=1', '29'],
])('an address %j says %j', (url, code) => {
  expect(mediaTypeOfUrl(url)).toBe(code);
});
