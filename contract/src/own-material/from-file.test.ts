import { expect, test } from 'vitest';
import { mediaTypeOfFile, titleOfFile } from './from-file.ts';

test.each([
  ['AB_Fotosynthese_Kl7.pdf', 'AB Fotosynthese Kl7'],
  ['Wiederholung 3.12..pdf', 'Wiederholung 3.12.'],
  ['U\u0308bung.mp3', 'Übung'],
  ['.pdf', '.pdf'],
  ['ohne Endung', 'ohne Endung'],
  ['Stunde vom 12.November', 'Stunde vom 12.November'],
  [`${'a'.repeat(300)}.pdf`, 'a'.repeat(200)],
])('derives a title from %s', (name, title) => expect(titleOfFile(name)).toBe(title));

test.each([
  ['a.pdf', 'application/pdf', '79'],
  ['a.epub', 'application/epub+zip', '79'],
  ['a.mp4', 'video/mp4', '49'],
  ['a.mkv', '', '49'],
  ['a.webm', 'video/webm', '49'],
  ['a.mp3', 'audio/mpeg', '29'],
  ['a.png', 'image/png', '19'],
  ['a.h5p', '', 'UC_H5P'],
  ['a.zip', 'application/zip', '57'],
  ['a', '', '79'],
])('derives the media type of %s', (name, mime, code) => expect(mediaTypeOfFile(name, mime)).toBe(code));
