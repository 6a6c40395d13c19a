import { Theme, type Banner as Notice } from '@fundus/contract/setup/theme';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { show } from '../../testing/render.tsx';
import { showTheme } from '../../theme/current-theme.ts';
import { Banner } from './Banner.tsx';

const notice: Notice = {
  text: 'Am Samstag Wartung.',
  kind: 'warning',
  from: '2026-11-20',
  until: '2026-11-22',
  link: 'https://kreis.example/',
};

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.useRealTimers());

async function on(day: string, banner: Notice | null = notice, draft = false) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T12:00:00`) });
  showTheme(Theme.parse({ banner }), draft);
  await show(<Banner />);
}

describe('Banner', () => {
  it('shows the message and its link within the configured dates', async () => {
    await on('2026-11-22');
    screen.getByRole('complementary', { name: 'Warnung' });
    expect(screen.getByRole('link', { name: 'Mehr dazu' }).getAttribute('href')).toBe('https://kreis.example/');
  });

  it.each(['2026-11-19', '2026-11-23'])('hides the message on %s', async (day) => {
    await on(day);
    expect(screen.queryByText(/Wartung/)).toBeNull();
  });

  it('stays closed for the session until the text changes', async () => {
    await on('2026-11-20');
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Hinweis schließen' })));
    expect(screen.queryByText(/Wartung/)).toBeNull();
    await act(async () => showTheme(Theme.parse({ banner: { ...notice, text: 'Fertig.' } })));
    screen.getByText(/Fertig/);
  });

  it('shows a note while the administrator previews a draft', async () => {
    await on('2026-11-20', null, true);
    screen.getByText(/Er ist nur für Sie sichtbar/);
  });
});
