import { accounts } from '@fundus/contract/accounts/accounts';
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { AppError } from '@fundus/contract/errors';
import { library } from '@fundus/contract/library/library';
import { setup } from '@fundus/contract/setup/setup';
import { describe, expect, it, vi } from 'vitest';
import { fakeApi, on } from '../testing/fake-api.ts';
import { frontendConfig, person } from '../testing/people.ts';
import { cachedFetch } from './cached-fetch.ts';
import { address, call } from './call.ts';
import { clearToken } from './csrf.ts';

const user = on(accounts.userinfo, person());
const params = { mediaId: 'a/b ?' };

describe('call', () => {
  it('fills path and query parameters', () => {
    expect(address(catalogue.detail, { params: { identifier: 'a/b ?' } })).toBe('/api/v1/media/a%2Fb%20%3F');
    expect(address(catalogue.search, { query: { q: 'Wasser', c: undefined, filter_fn_geb: '', limit: 0 } })).toBe(
      '/api/v1/media/search?q=Wasser&limit=0',
    );
  });

  it('fetches the CSRF token once for several writes', async () => {
    const api = fakeApi(user, on(library.setBookmark, { bookmarked: true }));
    await call(library.setBookmark, { params });
    await call(library.setBookmark, { params });
    expect(api.to(accounts.userinfo)).toHaveLength(1);
    expect(api.to(library.setBookmark).map(({ headers }) => headers.get('X-CSRF-Token'))).toEqual([
      'token-of-the-session',
      'token-of-the-session',
    ]);
    expect(api.to(library.setBookmark)[0]!.params).toEqual(params);
  });

  it('sends writes with keepalive while the page is hidden', async () => {
    fakeApi(user, on(library.savePosition, { ok: true }));
    const asked = vi.spyOn(globalThis, 'fetch');
    const save = () => call(library.savePosition, { params, body: { position: 30 } });
    await save();
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await save();
    expect(asked.mock.calls.map(([, init]) => init?.keepalive)).toEqual([false, false, true]);
    vi.restoreAllMocks();
  });

  it('fetches a new token and retries once after csrf_invalid', async () => {
    let tries = 0;
    const api = fakeApi(
      user,
      on(library.setBookmark, () => (++tries === 1 ? new AppError('csrf_invalid') : { bookmarked: true as const })),
    );
    expect(await call(library.setBookmark, { params })).toEqual({ bookmarked: true });
    expect(api.to(accounts.userinfo)).toHaveLength(2);
    expect(api.to(library.setBookmark)).toHaveLength(2);
  });

  it('throws after a second csrf_invalid response', async () => {
    const api = fakeApi(user, on(library.setBookmark, new AppError('csrf_invalid')));
    await expect(call(library.setBookmark, { params })).rejects.toMatchObject({ code: 'csrf_invalid' });
    expect(api.to(library.setBookmark)).toHaveLength(2);
  });

  it('throws an AppError with the code, field and details of the error reply', async () => {
    const details = { retry_after: 60 };
    fakeApi(user, on(accounts.login, new AppError('too_many_attempts', { field: 'login', details })));
    const refused = call(accounts.login, { body: { login: 'a', password: 'b' } });
    await expect(refused).rejects.toBeInstanceOf(AppError);
    await expect(refused).rejects.toMatchObject({ code: 'too_many_attempts', field: 'login', details });
  });

  it.each([
    [404, 'not_found'],
    [500, 'internal'],
    [502, 'unavailable'],
  ])("throws an error for a %i response without the portal's error format", async (status, code) => {
    vi.stubGlobal('fetch', async () => new Response('<html>', { status }));
    await expect(call(accounts.userinfo)).rejects.toMatchObject({ code });
  });

  it('throws unavailable if there is no response', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    await expect(call(accounts.userinfo)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('cachedFetch', () => {
  it('caches a reply for 60 seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const api = fakeApi(on(setup.config, frontendConfig()));
    const first = await cachedFetch(setup.config);
    vi.setSystemTime(Date.now() + 59_999);
    expect(await cachedFetch(setup.config)).toEqual(first);
    expect(api.calls).toHaveLength(1);
    vi.setSystemTime(Date.now() + 1);
    await cachedFetch(setup.config);
    expect(api.calls).toHaveLength(2);
  });

  it('throws the specified message on an error status', async () => {
    clearToken();
    vi.stubGlobal('fetch', async () => new Response('', { status: 503, statusText: 'Service Unavailable' }));
    await expect(cachedFetch(setup.config)).rejects.toThrow('Network response was not ok Service Unavailable');
    expect(sessionStorage.length).toBe(0);
  });

  it('returns the response if session storage is unavailable', async () => {
    fakeApi(on(setup.config, frontendConfig()));
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(await cachedFetch(setup.config)).toMatchObject({ Type: '' });
  });
});
