import { describe, expect, test } from 'vitest';
import { neighbours, type Trail } from './trail.ts';

const step = (identifier: string) => ({ identifier, title: identifier, href: `/search/${identifier}` });
const list: Trail = { address: '/search?q=Vulkan', title: '3 Medien', steps: ['a', 'b', 'c'].map(step) };
const around = (identifier: string, from: string | null) => {
  const found = neighbours(identifier, from, list);
  return found && [found.before?.identifier ?? null, found.after?.identifier ?? null];
};

describe('neighbours of a medium', () => {
  test.each<[string, string, string | null, (string | null)[] | null]>([
    ['the second of three', 'b', '/search?q=Vulkan', ['a', 'c']],
    ['the first of three', 'a', '/search?q=Vulkan', [null, 'b']],
    ['the last of three', 'c', '/search?q=Vulkan', ['b', null]],
    ['opened from the page of the previous medium', 'b', '/search/a', ['a', 'c']],
    ['opened from a medium that was played', 'b', '/search/a?t=30', ['a', 'c']],
    ['opened from a medium with an access code', 'b', '/search/a/C-9', ['a', 'c']],
    ['opened from another search', 'b', '/search?q=Wasser', null],
    ['opened from the home screen', 'b', '/', null],
    ['opened by its URL', 'b', null, null],
    ['a medium outside the list', 'x', '/search?q=Vulkan', null],
  ])('are taken from the previous list: %s', (_, identifier, from, expected) => expect(around(identifier, from)).toEqual(expected));

  test('include the address and title of the list', () =>
    expect(neighbours('b', '/search/a', list)).toMatchObject({ address: '/search?q=Vulkan', title: '3 Medien' }));
});
