import type { MediaFile } from '@fundus/contract/files/files';
import { expect, it } from 'vitest';
import { filesToStore, listUnstorableKinds } from './files-to-store.ts';

const file = (id: string, more: Partial<MediaFile> = {}): MediaFile => ({
  ...{ id, role: 'main', mime: 'video/mp4', language: null, label: null, bytes: 1, width: null, height: null, viewer: 'video' },
  ...{ href: `/content/${id}`, download_href: `/content/save-${id}` },
  ...more,
});
const caption = file('vtt', { role: 'caption', mime: 'text/vtt', viewer: 'none', download_href: null, language: 'de' });
const ids = (...files: MediaFile[]) => filesToStore(files).map(({ id }) => id);

it('selects the best quality up to 1080 lines and the captions', () => {
  expect(ids(file('4k', { height: 2160 }), file('hd', { height: 1080 }), file('sd', { height: 480 }), caption)).toEqual(['hd', 'vtt']);
});
it('selects the smallest quality if all have more than 1080 lines', () => {
  expect(ids(file('8k', { height: 4320 }), file('4k', { height: 2160 }))).toEqual(['4k']);
});
it('selects every part of a medium', () => {
  expect(
    ids(file('a', { viewer: 'pdf', mime: 'application/pdf', label: 'A' }), file('b', { viewer: 'picture', mime: 'image/png' })),
  ).toEqual(['a', 'b']);
});
it('selects an EPUB file', () => {
  expect(ids(file('a', { viewer: 'epub', mime: 'application/epub+zip' }))).toEqual(['a']);
});
it('returns the kinds of parts that can be saved but not played offline', () => {
  const exercise = file('a', { viewer: 'h5p', mime: 'application/h5p' });
  const pages = file('b', { viewer: 'package', mime: 'application/zip', label: 'B' });
  const stream = file('c', { mime: 'application/vnd.apple.mpegurl', label: 'C' });
  expect(listUnstorableKinds([exercise, pages, stream, caption])).toEqual(['h5p', 'package', 'segmented']);
  expect(listUnstorableKinds([file('a'), { ...exercise, download_href: null }])).toEqual([]);
});
it.each([
  ['without the right to save it', file('a', { download_href: null })],
  ['that is segmented', file('a', { mime: 'application/vnd.apple.mpegurl' })],
  ['that is an exercise', file('a', { viewer: 'h5p', mime: 'application/h5p' })],
  ['that is a link', file('a', { viewer: 'link' })],
])('selects no file for a medium %s', (_, only) => expect(ids(only, caption)).toEqual([]));
