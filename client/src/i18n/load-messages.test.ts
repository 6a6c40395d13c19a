import { describe, expect, it, vi } from 'vitest';
import { loadMessages } from './load-messages.ts';

type Reply = Awaited<ReturnType<Parameters<typeof loadMessages>[1]['load']>>;
const reply = (locale: string, base: Record<string, string>, custom: unknown = {}) => ({ locale, default: base, custom }) as Reply;

function fakeReplies(replies: Record<string, Reply | Error>) {
  const log = vi.fn();
  const load = vi.fn(async (locale: string) => {
    const found = replies[locale] ?? new Error('not found');
    if (found instanceof Error) throw found;
    return found;
  });
  return { load, log };
}

describe('loadMessages', () => {
  it('merges non-empty custom texts over the default texts', async () => {
    const given = fakeReplies({ de: reply('de', { a: 'A', b: 'B' }, { b: 'Eigenes B', a: '' }) });
    expect(await loadMessages('de', given)).toEqual({ a: 'A', b: 'Eigenes B' });
    expect(given.log).not.toHaveBeenCalled();
  });

  it('merges custom texts over English texts if the default texts are missing', async () => {
    const given = fakeReplies({ pl: reply('pl', {}, { b: 'Polskie B' }), 'en-GB': reply('en-GB', { a: 'A', b: 'B' }) });
    expect(await loadMessages('pl', given)).toEqual({ a: 'A', b: 'Polskie B' });
  });

  it('falls back to the default texts if the custom texts are invalid', async () => {
    for (const custom of [null, { a: 7 }]) {
      const given = fakeReplies({ de: reply('de', { a: 'A' }, custom) });
      expect(await loadMessages('de', given)).toEqual({ a: 'A' });
      expect(given.log).toHaveBeenCalledWith('Failed to load custom messages, falling back to base messages', expect.any(TypeError));
    }
  });

  it('falls back to English if a locale cannot be loaded', async () => {
    const given = fakeReplies({ 'en-GB': reply('en-GB', { a: 'A' }) });
    expect(await loadMessages('de', given)).toEqual({ a: 'A' });
    expect(given.log).toHaveBeenCalledWith('Failed to load locale messages for de', expect.any(Error));
  });

  it('returns null if English cannot be loaded either', async () => expect(await loadMessages('de', fakeReplies({}))).toBeNull());
});
