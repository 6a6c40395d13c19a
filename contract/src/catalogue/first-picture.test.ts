import { expect, test } from 'vitest';
import { firstPicture } from './first-picture.ts';

const cover = '/api/v1/covers/FU-1';
const file = (role: 'main' | 'poster' | 'caption', viewer: 'video' | 'audio' | 'pdf' | 'picture' | 'link' | 'none', href = `/${role}`) => ({
  role,
  viewer,
  href,
});
const large = { href: `${cover}?size=2`, film: false };
const medium = (play: boolean, ...files: ReturnType<typeof file>[]) => ({ can: { play } as never, cover, url: null, files });

test.each([
  ['closed: the large cover', medium(false), large],
  ['open, and nothing there', medium(true, file('caption', 'none')), large],
  ['a film: its poster', medium(true, file('poster', 'picture'), file('main', 'video')), { href: '/poster', film: true }],
  ['a film without one: the cover as the player has it', medium(true, file('main', 'video')), { href: cover, film: true }],
  ['sound', medium(true, file('main', 'audio')), { href: cover, film: false }],
  ['a document, before it is opened', medium(true, file('main', 'pdf')), large],
  ['a picture is shown itself', medium(true, file('main', 'picture')), null],
  ['a link has a small one', medium(true, file('main', 'link')), null],
  ['a link of the record', { ...medium(true), url: 'https://example.org/' }, null],
])('%s', (_, about, picture) => expect(firstPicture(about)).toEqual(picture));
