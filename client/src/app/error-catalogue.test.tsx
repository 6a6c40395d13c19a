/**
 * Rows of the error catalogue in docs/specification.md#failures. Other rows are tested next to their code: locales in load-messages, files in
 * screens/setup.
 */
import { accounts } from '@fundus/contract/accounts/accounts';
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import type { Endpoint } from '@fundus/contract/endpoint';
import { AppError } from '@fundus/contract/errors';
import { de, en } from '@fundus/contract/messages';
import { setup } from '@fundus/contract/setup/setup';
import { Theme } from '@fundus/contract/setup/theme';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { query } from '../api/query.ts';
import { Illustration } from '../components/page/Illustration.tsx';
import { SEARCH_COMPLETE, SEARCH_ERROR } from '../stores/search-events.ts';
import { fakeApi, on, type Answer } from '../testing/fake-api.ts';
import { frontendConfig } from '../testing/people.ts';
import { show } from '../testing/render.tsx';
import { App } from './App.tsx';
import { makeQueryClient } from './start/query-client.ts';
import { start } from './start/start.ts';

const locale = on(setup.locale, ({ params }) => ({ locale: params.lang!, default: params.lang === 'de' ? de : en, custom: {} }));
const config = on(setup.config, frontendConfig());
const theme = on(setup.theme, Theme.parse({}));
const nobody = on(accounts.userinfo, false);
const down = new AppError('unavailable');

let logged: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('navigator', { ...navigator, languages: ['de-DE'] });
});

describe('search', () => {
  type Search = typeof catalogue.search | typeof catalogue.vectorSearch;
  const eventsOf = async (call: Search, answer: Answer<Search>) => {
    fakeApi(on(call as Endpoint, answer as never));
    const events: string[] = [];
    const hear = (event: Event) => events.push(`${event.type} ${JSON.stringify((event as CustomEvent).detail)}`);
    for (const name of [SEARCH_ERROR, SEARCH_COMPLETE]) document.addEventListener(name, hear);
    await makeQueryClient()
      .fetchQuery({ ...query(call, { query: { q: 'Wasser' } }), retry: false })
      .catch(() => null);
    for (const name of [SEARCH_ERROR, SEARCH_COMPLETE]) document.removeEventListener(name, hear);
    return events;
  };

  const nothing = { total: 0, partialTotal: 0, offset: 0, limit: 20, items: [] };

  it.each([
    ['by words', catalogue.search, nothing],
    ['by meaning', catalogue.vectorSearch, { ...nothing, words: [], meaning: true, topic: '', understood: [] }],
  ])('emits search-error or search-complete: %s', async (_, call, reply) => {
    expect(await eventsOf(call, new AppError('search_timeout'))).toEqual([`search-error {"path":"${call.path}","code":"search_timeout"}`]);
    expect(await eventsOf(call, reply)).toEqual([`search-complete {"path":"${call.path}"}`]);
  });
});

describe('start of the portal', () => {
  it('starts with texts in the browser’s language if the configuration fails to load', async () => {
    fakeApi(on(setup.config, down), locale, theme, nobody);
    expect(await start()).toEqual({ config: false, texts: true, user: false, userFailed: false, offline: false });
    expect(document.documentElement.lang).toBe('de');
  });

  it('starts as a guest with userFailed if the user fails to load', async () => {
    fakeApi(config, locale, theme, on(accounts.userinfo, down));
    expect(await start()).toMatchObject({ user: false, userFailed: true });
  });

  it('continues if a theme fails to load', async () => {
    fakeApi(config, locale, on(setup.theme, down), nobody);
    expect(await start()).toMatchObject({ config: { Type: '' }, texts: true });
    expect(logged).toHaveBeenCalledExactlyOnceWith('Failed to load the theme', expect.any(Error));
  });

  it('falls back to English if a locale fails to load', async () => {
    fakeApi(
      config,
      on(setup.locale, ({ params }) => (params.lang === 'de' ? down : { locale: params.lang!, default: en, custom: {} })),
      theme,
      nobody,
    );
    expect(await start()).toMatchObject({ texts: true });
    expect(logged).toHaveBeenCalledWith('Failed to load locale messages for de', expect.any(Error));
  });
});

describe('error screens', () => {
  const open = async () => {
    render(<App queryClient={makeQueryClient()} />);
    await screen.findByRole('heading', { level: 1 });
    return screen.getByRole('heading', { level: 1 }).textContent;
  };

  it('offers a retry if the configuration is missing', async () => {
    fakeApi(on(setup.config, down), locale, theme, nobody);
    expect(await open()).toBe(de['start.config.title']);
    fakeApi(config, locale, theme, on(accounts.userinfo, down));
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: de['app.retry'] })));
    await screen.findByRole('heading', { level: 1, name: de['start.user.title'] });
  });

  it('offers to continue as a guest if the user cannot be loaded', async () => {
    fakeApi(config, locale, theme, on(accounts.userinfo, down));
    expect(await open()).toBe(de['start.user.title']);
    screen.getByRole('button', { name: de['app.retry'] });
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: de['start.asGuest'] })));
    expect(screen.queryByText(de['start.user.title'])).toBeNull();
  });

  it('shows a built-in message in both languages if no texts load', async () => {
    fakeApi(config, on(setup.locale, down), theme, nobody);
    expect(await open()).toBe('Das Portal antwortet nicht.');
    screen.getByText(/The portal does not answer/);
  });
});

describe('other errors', () => {
  it('renders nothing if an illustration fails to load', async () => {
    const { container } = await show(<Illustration />);
    const picture = container.querySelector('img')!;
    await act(async () => void fireEvent.error(picture));
    expect(container.innerHTML).toBe('');
  });

  it('rejects an invalid JSON file with the specified message', () =>
    expect([en['files.invalidJson'], en['files.unreadable']]).toEqual(['Invalid JSON file', 'Error reading the file.']));
});
