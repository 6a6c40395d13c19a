import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Go } from '../../components/page/screen.ts';
import { consumeRedirect } from '../../stores/redirect.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { frontendConfig } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { AiSearch } from './AiSearch.tsx';
import { LoginRequiredDialog } from '../frame/LoginRequiredDialog.tsx';

const button = () => screen.queryByRole('button', { name: 'KI-Suche: eine Frage stellen' });

async function opened(about: Parameters<typeof show>[1]) {
  fakeApi();
  const go = vi.fn<Go>();
  await show(
    <>
      <AiSearch go={go} />
      <LoginRequiredDialog onLogin={() => {}} />
    </>,
    about,
  );
  return go;
}

it('passes the question from the dialog to the AI search screen', async () => {
  const go = await opened({ config: frontendConfig({ VectorSearch: true }) });
  fireEvent.click(button()!);
  const dialog = within(await screen.findByRole('dialog', { name: 'KI-Suche' }));
  fireEvent.change(dialog.getByRole('textbox', { name: 'Frage' }), { target: { value: 'Warum ist es nachts dunkel?' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Fragen' }));
  expect(decodeURIComponent(String(go.mock.lastCall?.[0]).replaceAll('+', ' '))).toBe('/search/ai?q=Warum ist es nachts dunkel?');
  expect(screen.queryByRole('dialog', { name: 'KI-Suche' })).toBeNull();
});

it('asks a guest to sign in instead of showing the question field', async () => {
  const go = await opened({ user: false, config: frontendConfig({ VectorSearch: true }) });
  fireEvent.click(button()!);
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByRole('dialog')).toBeTruthy();
  expect(consumeRedirect()).toBe('/search/ai');
  expect(go).not.toHaveBeenCalled();
});

it('opens the dialog for a guest if guests may search', async () => {
  await opened({ user: false, config: frontendConfig({ VectorSearch: true, SearchNotLoggedIn: true }) });
  fireEvent.click(button()!);
  expect(await screen.findByRole('textbox', { name: 'Frage' })).toBeTruthy();
});

it.each([{ VectorSearch: false }, { VectorSearch: true, DisableSearch: true }])(
  'hides the button if the configuration is %j',
  async (config) => {
    await opened({ config: frontendConfig(config) });
    expect(button()).toBeNull();
  },
);
