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
  ['a medium that the user may not open', medium(false), large],
  ['a medium without a main file', medium(true, file('caption', 'none')), large],
  ['a film with a poster', medium(true, file('poster', 'picture'), file('main', 'video')), { href: '/poster', film: true }],
  ['a film without a poster', medium(true, file('main', 'video')), { href: cover, film: true }],
  ['an audio recording', medium(true, file('main', 'audio')), { href: cover, film: false }],
  ['a document', medium(true, file('main', 'pdf')), large],
  ['a picture', medium(true, file('main', 'picture')), null],
  ['a link', medium(true, file('main', 'link')), null],
  ['a medium with an external URL', { ...medium(true), url: 'https://example.org/' }, null],
])('returns the first picture of %s', (_, about, picture) => expect(firstPicture(about)).toEqual(picture));
