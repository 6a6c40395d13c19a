import { expect, test } from 'vitest';
import { makeCookies, makeStorage } from './storage.ts';

test("provides a Storage that behaves like the browser's", () => {
  const entries: [string, string][] = [['alt', '1']];
  let writes = 0;
  const storage = makeStorage(entries, () => (writes += 1));
  storage.setItem('a', 2 as unknown as string);
  storage.frei = 'x';
  expect([storage.getItem('a'), storage.a, storage.frei, storage.getItem('fehlt'), storage.fehlt, storage.length]).toEqual([
    '2',
    '2',
    'x',
    null,
    undefined,
    3,
  ]);
  expect([Object.keys(storage), JSON.stringify(storage), 'a' in storage, 'b' in storage, storage.key(0), storage.key(9)]).toEqual([
    ['alt', 'a', 'frei'],
    '{"alt":"1","a":"2","frei":"x"}',
    true,
    false,
    'alt',
    null,
  ]);
  delete storage.frei;
  storage.removeItem('alt');
  expect(entries).toEqual([['a', '2']]);
  expect(writes).toBe(4);
  expect(() => storage.setItem('groß', 'x'.repeat(6_000_000))).toThrow(/quota/);
  storage.clear();
  expect([storage.length, entries]).toEqual([0, []]);
});

test('sets, reads and expires cookies', () => {
  const entries: [string, string][] = [];
  const { read, write } = makeCookies(
    entries,
    () => undefined,
    () => Date.parse('2026-01-01'),
  );
  for (const cookie of ['a=1; path=/; SameSite=None; Secure', 'b=x=y', 'nackt', 'a=2', 'c=3; max-age=60']) write(cookie);
  expect(read()).toBe('a=2; b=x=y; nackt; c=3');
  for (const gone of ['a=; expires=Thu, 01 Jan 1970 00:00:00 GMT', 'c=; max-age=0', ' ; ']) write(gone);
  write('b=; expires=Fri, 01 Jan 2027 00:00:00 GMT');
  expect(read()).toBe('b=; nackt');
});
