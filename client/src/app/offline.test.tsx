/** Tests of the page without a connection: the frame stays visible, shows that the connection is lost, and continues automatically. */
import { accounts, type User } from '@fundus/contract/accounts/accounts';
import { ONCE_HEADER } from '@fundus/contract/endpoint';
import { library } from '@fundus/contract/library/library';
import { de } from '@fundus/contract/messages';
import { setup } from '@fundus/contract/setup/setup';
import { Theme } from '@fundus/contract/setup/theme';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../api/call.ts';
import { isConnectionLost, isOffline, connectionError, markConnected, watchConnection } from '../api/connection.ts';
import { countQueuedWrites, discardQueuedWrites } from '../api/outbox.ts';
import { query, useCall } from '../api/query.ts';
import { showSnackbar } from '../stores/snackbar.ts';
import { useUnsaved } from '../stores/unsaved.ts';
import { fakeApi, on } from '../testing/fake-api.ts';
import { frontendConfig, person } from '../testing/people.ts';
import { show } from '../testing/render.tsx';
import { loadLater, recoverLoadsWith } from '../ui/load-later.tsx';
import { App } from './App.tsx';
import { ConnectionNotice } from './frame/ConnectionNotice.tsx';
import { ScreenBoundary } from './start/CrashScreen.tsx';
import { recoverLoad } from './start/load-recovery.ts';
import { makeQueryClient } from './start/query-client.ts';
import { updateOnNavigation, watchVersion } from './start/new-version.ts';
import { loadTextsOf, showLanguage } from './screen-texts.ts';
import { Snackbar } from './frame/Snackbar.tsx';

const OFFLINE = 'Keine Verbindung. Sobald sie wieder da ist, geht es hier weiter.';

let online = true;
/** Puts a network switch in front of the fake API. While `online` is false, `fetch` fails as it does without a network. */
function withNetwork(...routes: Parameters<typeof fakeApi>) {
  const api = fakeApi(...routes);
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (!online) throw new TypeError('Failed to fetch');
    if (input === '/api/v1/health/ready') return Response.json({});
    if (input === '/') return new Response(`<script type="module" crossorigin src="${served}"></script>`);
    return answer(input, init);
  });
  return api;
}
let served = '';
let unwatch = () => {};
const reconnect = () =>
  act(async () => {
    online = true;
    dispatchEvent(new Event('online'));
    await new Promise((done) => setTimeout(done, 20));
  });

beforeEach(() => {
  online = true;
  served = '';
  unwatch = watchConnection();
  vi.stubGlobal('navigator', { ...navigator, languages: ['de-DE'] });
});
afterEach(() => {
  unwatch();
  discardQueuedWrites();
  markConnected();
  sessionStorage.clear();
});

const shelf = { total: 1, offset: 0, limit: 8, items: [] };
function Shelf() {
  const { data, error } = useQuery(query(library.bookmarks, { query: {} }));
  return <p>{error ? 'Fehler' : data ? `${data.total} gemerkt` : 'wird geladen'}</p>;
}
function Page() {
  const [text, setText] = useState('');
  const save = useCall(library.setBookmark);
  return (
    <>
      <ConnectionNotice />
      <Shelf />
      <input aria-label="Notiz" value={text} onChange={({ target }) => setText(target.value)} />
      <button onClick={() => save.mutate({ params: { mediaId: 'FU-1' } }, { onError: () => showSnackbar({ text: 'Fehler' }) })}>
        Merken
      </button>
      <Snackbar />
    </>
  );
}

describe('read without a connection', () => {
  it("completes after reconnection without losing the user's input", async () => {
    withNetwork(on(library.bookmarks, shelf), on(accounts.userinfo, person()));
    online = false;
    await show(<Page />);
    await screen.findByText(OFFLINE);
    screen.getByText('wird geladen');
    fireEvent.change(screen.getByLabelText('Notiz'), { target: { value: 'Vulkane' } });
    await reconnect();
    await screen.findByText('1 gemerkt');
    expect(screen.queryByText(OFFLINE)).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Notiz').value).toBe('Vulkane');
  });
});

describe('write without a connection', () => {
  const bookmark = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Merken' })));
  const opened = async (user: User | false = person()) => {
    const api = withNetwork(on(library.bookmarks, shelf), on(library.setBookmark, { bookmarked: true }), on(accounts.userinfo, user));
    const { queryClient } = await show(<Page />);
    queryClient.setQueryData(query(accounts.userinfo).queryKey, user);
    await screen.findByText('1 gemerkt');
    return api;
  };
  const WAITS = 'Keine Verbindung. Ihre Änderung wird gesendet, sobald die Verbindung wieder steht.';

  it('is sent exactly once after reconnection', async () => {
    const api = await opened();
    online = false;
    await bookmark();
    await screen.findByText(WAITS);
    screen.getByText('Keine Verbindung. Ihre Änderung wartet.');
    await bookmark();
    await screen.findByText('Keine Verbindung. 2 Änderungen werden gesendet, sobald die Verbindung wieder steht.');
    await reconnect();
    await waitFor(() => expect(countQueuedWrites()).toBe(0));
    expect(api.to(library.setBookmark)).toHaveLength(2);
    await waitFor(() => expect(screen.queryByText(OFFLINE)).toBeNull());
    expect(screen.queryByText(/gesendet|wartet/)).toBeNull();
  });

  it('is retried with the same idempotency key if the response was lost', async () => {
    const api = await opened();
    const answer = globalThis.fetch;
    let lost = false;
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      const response = await answer(input, init);
      if (init?.method !== 'PUT' || lost) return response;
      lost = true;
      throw new TypeError('Failed to fetch');
    });
    await bookmark();
    await waitFor(() => expect(api.to(library.setBookmark)).toHaveLength(2));
    const keys = api.to(library.setBookmark).map(({ headers }) => headers.get(ONCE_HEADER));
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  it('is not sent after the user has discarded it', async () => {
    const api = await opened();
    online = false;
    await bookmark();
    fireEvent.click(await screen.findByRole('button', { name: 'Verwerfen' }));
    await screen.findByText('Fehler');
    await reconnect();
    expect(api.to(library.setBookmark)).toHaveLength(0);
  });

  it('prevents the browser from closing the page', async () => {
    await opened();
    online = false;
    await bookmark();
    await screen.findByText(WAITS);
    const close = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(close()).toBe(true);
    await reconnect();
    await waitFor(() => expect(countQueuedWrites()).toBe(0));
    expect(close()).toBe(false);
  });

  it('is resent for a guest only after the user presses "try again"', async () => {
    const api = await opened(false);
    online = false;
    await bookmark();
    await screen.findByText('Nicht gespeichert: keine Verbindung.');
    await reconnect();
    expect(api.to(library.setBookmark)).toHaveLength(0);
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Noch einmal' })));
    await waitFor(() => expect(api.to(library.setBookmark)).toHaveLength(1));
  });
});

describe('texts of a screen', () => {
  it('are loaded after reconnection', async () => {
    withNetwork(on(setup.locale, ({ params }) => ({ locale: params.lang!, default: de, custom: {} })));
    vi.spyOn(console, 'error').mockImplementation(() => {});
    await showLanguage('de');
    sessionStorage.clear();
    online = false;
    let loaded = false;
    const texts = loadTextsOf('duplicates').then(() => (loaded = true));
    await waitFor(() => expect(isConnectionLost()).toBe(true));
    expect(loaded).toBe(false);
    online = true;
    await waitFor(() => expect(isConnectionLost()).toBe(false));
    await texts;
  });
});

describe('script that fails to load', () => {
  const notLoaded = () => new TypeError('Failed to fetch dynamically imported module: http://portal.test/assets/a-1.js');
  const Words = () => <p>geladen</p>;
  const reload = vi.fn();
  beforeEach(() => {
    withNetwork();
    reload.mockReset();
    document.head.innerHTML = '<script type="module" src="/assets/index-1.js"></script>';
    served = '/assets/index-1.js';
    vi.stubGlobal('location', { ...location, reload, pathname: '/' });
    vi.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => {
    document.head.innerHTML = '';
    vi.unstubAllGlobals();
    recoverLoadsWith(() => Promise.reject(new Error()))();
  });
  const draw = async (load: () => Promise<typeof Words>, kind: 'screen' | 'part') => {
    recoverLoadsWith(recoverLoad);
    const Later = loadLater(load, undefined, kind);
    await show(
      <>
        <ScreenBoundary>
          <Later />
        </ScreenBoundary>
        <Snackbar />
      </>,
    );
  };

  it('is reloaded after reconnection', async () => {
    online = false;
    await draw(async () => {
      if (!online) throw notLoaded();
      return Words;
    }, 'screen');
    await waitFor(() => expect(isConnectionLost()).toBe(true));
    online = true;
    await screen.findByText('geladen');
    expect(reload).not.toHaveBeenCalled();
  });

  it('shows a message while a part of the page waits for the connection', async () => {
    online = false;
    await draw(async () => {
      if (!online) throw notLoaded();
      return Words;
    }, 'part');
    await screen.findByText(de['app.offline.part']);
    online = true;
    await screen.findByText('geladen');
    await waitFor(() => expect(screen.queryByText(de['app.offline.part'])).toBeNull());
  });

  it('mentions waiting writes while a part of the page waits for the connection', async () => {
    withNetwork(on(library.bookmarks, shelf), on(library.setBookmark, { bookmarked: true }), on(accounts.userinfo, person()));
    const { queryClient } = await show(<Page />);
    queryClient.setQueryData(query(accounts.userinfo).queryKey, person());
    await screen.findByText('1 gemerkt');
    online = false;
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Merken' })));
    await screen.findByText('Keine Verbindung. Ihre Änderung wartet.');
    await draw(async () => {
      if (!online) throw notLoaded();
      return Words;
    }, 'part');
    await screen.findAllByText('Keine Verbindung. Ihre Änderung und dieser Teil der Seite warten.');
    screen.getAllByRole('button', { name: 'Verwerfen' });
    await reconnect();
    await screen.findByText('geladen');
    await waitFor(() => expect(screen.queryByText(/warte/)).toBeNull());
  });

  it('reloads the page at most once for a new version', async () => {
    served = '/assets/index-2.js';
    await draw(() => Promise.reject(notLoaded()), 'screen');
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    await draw(() => Promise.reject(notLoaded()), 'screen');
    await screen.findByText(de['error.screen.crash.title']);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('asks before reloading the page if only a part of a screen is missing', async () => {
    served = '/assets/index-2.js';
    await draw(() => Promise.reject(notLoaded()), 'part');
    await screen.findByText('Es gibt eine neue Version des Portals.');
    expect(reload).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Seite neu laden' }));
    expect(reload).toHaveBeenCalledOnce();
  });

  it('reloads the page only after unsaved input is saved', async () => {
    served = '/assets/index-2.js';
    const Form = ({ dirty }: { dirty: boolean }) => (useUnsaved('changes', dirty), (<p>Formular</p>));
    const view = await show(<Form dirty />);
    await draw(() => Promise.reject(notLoaded()), 'screen');
    await screen.findByText(de['app.newVersion.afterSaving']);
    expect(reload).not.toHaveBeenCalled();
    view.rerender(<Form dirty={false} />);
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  it('loads a new version on navigation unless input is unsaved', async () => {
    const stop = watchVersion();
    served = '/assets/index-2.js';
    connectionError();
    markConnected();
    await waitFor(() => {
      updateOnNavigation();
      expect(reload).toHaveBeenCalledOnce();
    });
    stop();
    sessionStorage.clear();
    const Form = () => (useUnsaved('changes', true), (<p>Formular</p>));
    const view = await show(<Form />);
    updateOnNavigation();
    expect(reload).toHaveBeenCalledOnce();
    view.unmount();
  });

  it('shows the crash screen for an error other than a loading failure', async () => {
    await draw(() => Promise.reject(new ReferenceError('x is not defined')), 'screen');
    await screen.findByText(de['error.screen.crash.title']);
  });
});

describe('failed call', () => {
  it('counts as offline after a network error or an error page of a proxy', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    expect(isOffline(await call(accounts.userinfo).catch((error: unknown) => error))).toBe(true);
    vi.stubGlobal('fetch', async () => new Response('<html>', { status: 502 }));
    expect(isOffline(await call(accounts.userinfo).catch((error: unknown) => error))).toBe(true);
  });

  it('includes the delay of Retry-After in the error details', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ error: { code: 'unavailable' } }, { status: 503, headers: { 'Retry-After': '7' } }));
    const error = (await call(accounts.userinfo).catch((refused: unknown) => refused)) as { details: object };
    expect(isOffline(error)).toBe(false);
    expect(error.details).toMatchObject({ retry_after: 7 });
  });
});

it('starts the portal automatically after reconnection', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  withNetwork(
    on(setup.config, frontendConfig()),
    on(setup.locale, ({ params }) => ({ locale: params.lang!, default: de, custom: {} })),
    on(setup.theme, Theme.parse({})),
    on(accounts.userinfo, false),
  );
  online = false;
  render(<App queryClient={makeQueryClient()} />);
  await screen.findByText('Das Portal antwortet nicht.');
  await reconnect();
  await waitFor(() => expect(screen.queryByText('Das Portal antwortet nicht.')).toBeNull());
});
