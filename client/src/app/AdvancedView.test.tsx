import { accounts } from '@fundus/contract/accounts/accounts';
import { AppError } from '@fundus/contract/errors';
import { library } from '@fundus/contract/library/library';
import { de } from '@fundus/contract/messages';
import { setup } from '@fundus/contract/setup/setup';
import { Theme } from '@fundus/contract/setup/theme';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, on } from '../testing/fake-api.ts';
import { frontendConfig, person } from '../testing/people.ts';
import { App } from './App.tsx';
import { makeQueryClient } from './start/query-client.ts';

const admin = person({ school_admin: '1' });

beforeEach(() => {
  vi.stubGlobal('navigator', { ...navigator, languages: ['de-DE'] });
  history.replaceState(null, '', '/no/such/place');
});

async function opened(refusal?: AppError) {
  const api = fakeApi(
    on(setup.config, frontendConfig()),
    on(setup.locale, ({ params }) => ({ locale: params.lang!, default: de, custom: {} })),
    on(setup.theme, Theme.parse({})),
    on(accounts.userinfo, admin),
    on(library.bookmarks, { total: 0, offset: 0, limit: 8, items: [] }),
    refusal
      ? on(accounts.advancedView, refusal)
      : on(accounts.advancedView, ({ body }) => ({
          ...admin,
          school_admin: (body as { advanced: boolean }).advanced ? ('1' as const) : ('2' as const),
        })),
  );
  render(<App queryClient={makeQueryClient()} />);
  await screen.findByRole('heading', { level: 1 });
  return api;
}
const avatar = () => screen.getByRole('button', { name: /Falkner/ });
const toggle = () => screen.getByRole('menuitemcheckbox', { name: de['profile.view.advanced'] });

it('remounts the page after the user switches the view', async () => {
  const api = await opened();
  const before = { heading: screen.getByRole('heading', { level: 1 }), avatar: avatar() };
  await act(async () => void fireEvent.click(avatar()));
  expect(toggle().getAttribute('aria-checked')).toBe('true');
  await act(async () => void fireEvent.click(toggle()));
  expect(api.to(accounts.advancedView)[0]!.body).toEqual({ advanced: false });
  await waitFor(() => expect(toggle().getAttribute('aria-checked')).toBe('false'));
  expect(screen.getByRole('heading', { level: 1 })).not.toBe(before.heading);
  expect(avatar()).not.toBe(before.avatar);
});

it('remounts the page on refreshUI', async () => {
  await opened();
  const before = screen.getByRole('heading', { level: 1 });
  await act(async () => void document.dispatchEvent(new Event('refreshUI')));
  expect((await screen.findByRole('heading', { level: 1 })) === before).toBe(false);
  expect(screen.queryByRole('menu')).toBeNull();
});

it('shows the error if the server rejects the change', async () => {
  await opened(new AppError('forbidden'));
  await act(async () => void fireEvent.click(avatar()));
  await act(async () => void fireEvent.click(toggle()));
  expect(await screen.findByText(de['error.forbidden'])).toBeTruthy();
});
