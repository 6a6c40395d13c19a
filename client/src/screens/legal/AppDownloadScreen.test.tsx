import { screen, within } from '@testing-library/react';
import { describe, expect, it, test } from 'vitest';
import type { ScreenProps } from '../../components/page/screen.ts';
import { frontendConfig } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { deviceOf, Screen } from './AppDownloadScreen.tsx';

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, 'desktop'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 5, 'android'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 0, 'desktop'],
])('recognises %s with %i touch points as %s', (agent, fingers, device) => expect(deviceOf(agent, fingers)).toBe(device));

describe('AppDownloadScreen', () => {
  const open = (AppLinks?: { name: string; ios: string; android: string; desktop: string }) =>
    show(
      <Screen
        {...({ name: 'hueber-app-download', params: {}, search: '', go: () => {}, from: null } as ScreenProps<'hueber-app-download'>)}
      />,
      {
        config: frontendConfig({ Type: 'hueber', ...(AppLinks && { AppLinks }) }),
      },
    );

  it('opens the configured addresses in new windows', async () => {
    await open({ name: 'Lehrwerk-App', ios: 'https://app.example/ios', android: 'https://app.example/android', desktop: '' });
    screen.getByRole('heading', { level: 1, name: 'Lehrwerk-App auf Ihr Gerät laden' });
    const links = screen.getAllByRole('link');
    expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('rel')])).toEqual([
      ['https://app.example/ios', 'noopener noreferrer'],
      ['https://app.example/android', 'noopener noreferrer'],
    ]);
  });

  it('explains the alternative if no address is configured', async () => {
    await open();
    screen.getByText(/Es gibt noch keine App zum Herunterladen/);
    expect(screen.queryByRole('link')).toBeNull();
    const [first] = screen.getAllByRole('heading', { level: 3 });
    within(first!).getByText('Ihr Gerät');
    expect(screen.getAllByRole('list').filter((list) => list.tagName === 'OL')).toHaveLength(3);
  });
});
