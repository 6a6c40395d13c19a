import { accounts } from '@fundus/contract/accounts/accounts';
import { catalogueEdit } from '@fundus/contract/catalogue/edit';
import { library } from '@fundus/contract/library/library';
import { de } from '@fundus/contract/messages';
import { setup } from '@fundus/contract/setup/setup';
import { Theme } from '@fundus/contract/setup/theme';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { medium, references } from '../testing/edit-medium.ts';
import { fakeApi, on } from '../testing/fake-api.ts';
import { frontendConfig, person } from '../testing/people.ts';
import { App } from './App.tsx';
import { makeQueryClient } from './start/query-client.ts';

// Loads the lazy screens in advance.
beforeAll(async () => {
  await import('../screens/catalogue/edit/EditMediumScreen.tsx');
  await import('../screens/catalogue/edit/EditListScreen.tsx');
});

beforeEach(() => {
  vi.stubGlobal('navigator', { ...navigator, languages: ['de-DE'] });
  history.replaceState(null, '', '/editing/M-1');
});

async function opened() {
  fakeApi(
    on(setup.config, frontendConfig()),
    on(setup.locale, ({ params }) => ({ locale: params.lang!, default: de, custom: {} })),
    on(setup.theme, Theme.parse({})),
    on(accounts.userinfo, person({ district_admin: '1' })),
    on(library.bookmarks, { total: 0, offset: 0, limit: 8, items: [] }),
    on(catalogueEdit.references, references),
    on(catalogueEdit.editMedium, medium()),
    on(catalogueEdit.editList, { total: 0, offset: 0, limit: 24, items: [] }),
  );
  render(<App queryClient={makeQueryClient()} />);
  return screen.findByRole<HTMLInputElement>('textbox', { name: 'Titel' });
}
const away = () => fireEvent.click(screen.getByRole('link', { name: de['edit.list'] }));

it('asks before leaving a page with unsaved input', async () => {
  const title = await opened();
  fireEvent.change(title, { target: { value: 'Lava fließt' } });
  away();
  fireEvent.click(await screen.findByRole('button', { name: de['app.leave.changes.stay'], hidden: true }));
  await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull());
  expect(location.pathname).toBe('/editing/M-1');
  expect(title.isConnected && title.value).toBe('Lava fließt');
  away();
  fireEvent.click(await screen.findByRole('button', { name: de['app.leave.changes.action'], hidden: true }));
  await waitFor(() => expect(location.pathname).toBe('/editing'));
  await screen.findByRole('searchbox', { name: de['edit.find'] });
});

it('leaves a page without unsaved input immediately', async () => {
  const title = await opened();
  fireEvent.change(title, { target: { value: 'Lava fließt' } });
  fireEvent.change(title, { target: { value: 'Lava' } });
  await act(async () => void away());
  await waitFor(() => expect(location.pathname).toBe('/editing'));
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
});
