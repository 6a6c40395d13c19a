import { expect, it } from 'vitest';
import { isMediaType, MEDIA_TYPES, mediaType } from './media-types.ts';

it('contains only unique codes with labels', () => {
  expect(new Set(MEDIA_TYPES.map(({ code }) => code)).size).toBe(MEDIA_TYPES.length);
  expect(MEDIA_TYPES.filter(({ label }) => label.length < 3)).toEqual([]);
});

it.each('10 12 19 24 29 32 42 46 49 50 MP 55 56 57 58 66 69 79 89 LEX UC_H5P UC_CLIP CP UC_APP UC_BOOK UC_PRINT'.split(' '))(
  'includes the code %s',
  (code) => {
    expect(isMediaType(code)).toBe(true);
  },
);

it('assigns books and apps to their result types', () => {
  const kinds = Object.fromEntries(MEDIA_TYPES.filter(({ kind }) => kind !== 'media').map(({ code, kind }) => [code, kind]));
  expect(kinds).toEqual({ '69': 'apps', UC_APP: 'apps', UC_BOOK: 'books', UC_PRINT: 'books' });
});

it('returns an unknown code as its label', () => {
  expect(mediaType('77')).toEqual({ code: '77', label: '77', carrier: 'online', class: 'link', kind: 'media' });
  expect(isMediaType('77')).toBe(false);
});
