import { expect, test } from 'vitest';
import { findClosedReason } from './closed.ts';

const medium = {
  active: true,
  valid_to: false,
  remaining: false,
  fn_typ: '49',
  can: { play: true, download: false, bookmark: true, wish: false, borrow: false },
  url: null,
  files: [{ role: 'main', viewer: 'video' }],
} as unknown as Parameters<typeof findClosedReason>[0];
const shut = { ...medium, active: false, can: { ...medium.can, play: false } };
const person = { guest: false, today: '2026-11-20' };

test.each([
  ['open', medium, person, null],
  ['a link needs no file', { ...medium, files: [], url: 'https://else.example' }, person, null],
  ['nothing to open', { ...medium, files: [] }, person, { reason: 'empty' }],
  ['a disc', { ...medium, fn_typ: '46', files: [] }, person, { reason: 'offline' }],
  ['a guest', shut, { ...person, guest: true }, { reason: 'login' }],
  ['no licence', shut, person, { reason: 'none' }],
  ['ended', { ...shut, valid_to: '2026-07-31' }, person, { reason: 'expired', date: '2026-07-31' }],
  ['no seat', { ...shut, full: true, remaining: 0 }, person, { reason: 'full' }],
] as const)('%s', (_, about, who, closed) => expect(findClosedReason(about as typeof medium, who)).toEqual(closed));

test('returns empty for a licensed medium without a file', () => {
  const rights = { stream: true, download: true, home_use: true, lms_embed: true, edit: false };
  const bare = { ...medium, active: true, rights, files: [], url: null, can: { ...medium.can, play: false } };
  expect(findClosedReason(bare, { guest: false, today: '2026-11-20' })).toEqual({ reason: 'empty' });
});
