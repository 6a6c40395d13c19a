import { afterEach, expect, test, vi } from 'vitest';
import { DEFAULT_PREFERENCES, storePosition, readPosition, readPreferences } from './preferences.ts';

/** Simulates a new visit by reloading the module. */
async function visit() {
  vi.resetModules();
  return import('./preferences.ts');
}

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

test('restores settings on the next visit', async () => {
  const own = { volume: 0.3, captions: true, captionLanguage: 'uk', captionSize: 'large' as const };
  (await visit()).setPreferences(own);
  expect((await visit()).preferences()).toEqual({ ...DEFAULT_PREFERENCES, ...own });
});

test.each([['not json'], ['null'], ['[]'], ['7'], [null]])('falls back to the defaults if the stored value is %s', (stored) =>
  expect(readPreferences(stored)).toEqual(DEFAULT_PREFERENCES),
);

test('replaces only invalid fields with defaults', () => {
  const stored = JSON.stringify({ volume: 9, rate: 1.5, captionSize: 'giant', muted: 'yes', captions: true });
  expect(readPreferences(stored)).toEqual({ ...DEFAULT_PREFERENCES, rate: 1.5, captions: true });
});

test('keeps settings for the current visit if storage is blocked', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const { preferences, setPreferences } = await visit();
  expect(preferences()).toEqual(DEFAULT_PREFERENCES);
  setPreferences({ rate: 2 });
  expect(preferences().rate).toBe(2);
});

test('keeps only the forty newest document positions', () => {
  for (let i = 0; i < 45; i++) storePosition(`m${i}`, String(i));
  expect(readPosition('m44')).toBe('44');
  expect(readPosition('m5')).toBe('5');
  expect(readPosition('m4')).toBeNull();
});

test('does not write unchanged settings', async () => {
  const { setPreferences } = await visit();
  const write = vi.spyOn(Storage.prototype, 'setItem');
  setPreferences({ volume: 1, muted: false });
  expect(write).not.toHaveBeenCalled();
  setPreferences({ volume: 1, muted: true });
  expect(write).toHaveBeenCalledTimes(1);
});
