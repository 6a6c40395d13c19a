import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createPlayback } from '../../../../player/playback/playback.ts';
import { show } from '../../../../testing/render.tsx';
import { MediumPanel } from './MediumPanel.tsx';

test.each([true, false])('folds the chapters on phones (phone: %s)', async (phone) => {
  const { matchMedia } = window;
  vi.stubGlobal('matchMedia', (asked: string) => ({ ...matchMedia(asked), matches: phone && asked === '(width < 48rem)' }));
  const chapters = [
    { start: 0, end: 60, title: 'Die Zelle' },
    { start: 60, end: 90, title: 'Der Kern' },
  ];
  const none = { parts: [], current: null, extra: null, excerpts: [], onPart: () => undefined, onPick: () => undefined };
  await show(<MediumPanel playback={createPlayback()} timed chapters={chapters} {...none} />);
  const region = await screen.findByRole('region', { name: 'Kapitel' });
  expect(within(region).getByText('Der Kern')).toBeDefined();
  expect(region.querySelector('details')?.open).toBe(phone ? false : undefined);
  vi.stubGlobal('matchMedia', matchMedia);
});
