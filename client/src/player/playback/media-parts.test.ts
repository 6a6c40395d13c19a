import type { MediaFile } from '@fundus/contract/files/files';
import { describe, expect, test } from 'vitest';
import { formatName, mainParts, qualityLabel, listTimedTexts } from './media-parts.ts';

const file = (id: string, about: Partial<MediaFile> = {}): MediaFile => ({
  id,
  role: 'main',
  mime: 'video/mp4',
  language: 'de',
  label: null,
  bytes: 1,
  width: null,
  height: null,
  viewer: 'video',
  href: `/content/x/${id}`,
  download_href: null,
  ...about,
});

describe('mainParts', () => {
  test('groups the qualities of a film in descending order', () => {
    const parts = mainParts([file('sd', { height: 360 }), file('hd', { height: 720 })]);
    expect(parts).toHaveLength(1);
    expect(parts[0]!.sources.map((source) => source.id)).toEqual(['hd', 'sd']);
  });
  test('separates files by language, label and kind', () => {
    const parts = mainParts([
      file('de'),
      file('en', { language: 'en', height: 720 }),
      file('teil2', { label: 'Teil 2', height: 720 }),
      file('blatt', { viewer: 'pdf', mime: 'application/pdf' }),
      file('untertitel', { role: 'caption', viewer: 'none' }),
      file('dvd', { viewer: 'none' }),
    ]);
    expect(parts.map((part) => part.key)).toEqual(['de', 'en', 'teil2', 'blatt']);
  });
  test('separates pictures of different sizes', () => {
    expect(mainParts([file('a', { viewer: 'picture', height: 10 }), file('b', { viewer: 'picture', height: 20 })])).toHaveLength(2);
  });
});

test.each([
  ['application/pdf', 'PDF'],
  ['video/mp4', 'MP4'],
  ['application/epub+zip', 'EPUB'],
  ['image/svg+xml', 'SVG'],
  ['application/x-tar', 'TAR'],
])('maps the media type %s to the format %s', (mime, name) => expect(formatName(mime)).toBe(name));

test('labels qualities by height if it is known', () => {
  expect(qualityLabel({ height: 720, label: 'HD', mime: 'video/mp4' })).toBe('720p');
  expect(qualityLabel({ height: null, label: 'Original', mime: 'video/mp4' })).toBe('Original');
});

test('returns timed transcripts only for languages without captions', () => {
  const vtt = { mime: 'text/vtt', viewer: 'none' as const };
  const files = [
    file('film'),
    file('u-de', { role: 'caption', ...vtt }),
    file('t-de', { role: 'transcript', ...vtt }),
    file('t-en', { role: 'transcript', language: 'en', ...vtt }),
    file('t-fr', { role: 'transcript', language: 'fr', mime: 'text/plain', viewer: 'none' }),
  ];
  expect(listTimedTexts(files).map((one) => one.id)).toEqual(['u-de', 't-en']);
});
