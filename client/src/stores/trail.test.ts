import { describe, expect, test } from 'vitest';
import { neighbours, type Trail } from './trail.ts';

const step = (identifier: string) => ({ identifier, title: identifier, href: `/search/${identifier}` });
const list: Trail = { address: '/search?q=Vulkan', title: '3 Medien', steps: ['a', 'b', 'c'].map(step) };
const around = (identifier: string, from: string | null) => {
  const found = neighbours(identifier, from, list);
  return found && [found.before?.identifier ?? null, found.after?.identifier ?? null];
};

describe('neighbours', () => {
  test.each<[string, string, string | null, (string | null)[] | null]>([
    ['in the middle', 'b', '/search?q=Vulkan', ['a', 'c']],
    ['the first', 'a', '/search?q=Vulkan', [null, 'b']],
    ['the last', 'c', '/search?q=Vulkan', ['b', null]],
    ['coming from the one before it', 'b', '/search/a', ['a', 'c']],
    ['coming from one that was played', 'b', '/search/a?t=30', ['a', 'c']],
    ['coming from one opened with a code', 'b', '/search/a/C-9', ['a', 'c']],
    ['from another search', 'b', '/search?q=Wasser', null],
    ['from home', 'b', '/', null],
    ['opened by its address', 'b', null, null],
    ['not in the list', 'x', '/search?q=Vulkan', null],
  ])('handles a medium %s', (_, identifier, from, expected) => expect(around(identifier, from)).toEqual(expected));

  test('returns the address and title of the list', () =>
    expect(neighbours('b', '/search/a', list)).toMatchObject({ address: '/search?q=Vulkan', title: '3 Medien' }));
});
