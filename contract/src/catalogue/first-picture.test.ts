import { expect, test } from 'vitest';
import { firstPicture } from './first-picture.ts';

const cover = '/api/v1/covers/FU-1';
const file = (role: 'main' | 'poster' | 'caption', viewer: 'video' | 'audio' | 'pdf' | 'picture' | 'link' | 'none', href = `/${role}`) => ({
  role,
  viewer,
  href,
});
const medium = (play: boolean, ...files: ReturnType<typeof file>[]) => ({ can: { play } as never, cover, url: null, files });

test.each([
  ['closed: the large cover', medium(false), `${cover}?size=2`],
  ['open, and nothing there', medium(true, file('caption', 'none')), `${cover}?size=2`],
  ['a film: its poster', medium(true, file('poster', 'picture'), file('main', 'video')), '/poster'],
  ['a film without one: the cover as the player has it', medium(true, file('main', 'video')), cover],
  ['sound', medium(true, file('main', 'audio')), cover],
  ['a document, before it is opened', medium(true, file('main', 'pdf')), `${cover}?size=2`],
  ['a picture is shown itself', medium(true, file('main', 'picture')), null],
  ['a link has a small one', medium(true, file('main', 'link')), null],
  ['a link of the record', { ...medium(true), url: 'https://example.org/' }, null],
])('%s', (_, about, picture) => expect(firstPicture(about)).toBe(picture));
