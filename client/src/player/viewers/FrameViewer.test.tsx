import type { MediaFile } from '@fundus/contract/files/files';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../testing/render.tsx';
import { FrameViewer } from './FrameViewer.tsx';

const file = (about: Partial<MediaFile>): MediaFile => ({
  id: 'paket',
  role: 'main',
  mime: 'application/zip',
  language: null,
  label: null,
  bytes: 1,
  width: null,
  height: null,
  viewer: 'package',
  href: '/content/t/',
  download_href: null,
  ...about,
});

test.each([
  ['at the top', file({}), '/content/t/index.html'],
  ['further down', file({ href: '/content/t/kurs/index.html' }), '/content/t/kurs/index.html'],
  ['as an exercise', file({ viewer: 'h5p', mime: 'application/h5p+zip' }), '/h5p/player.html?content=%2Fcontent%2Ft%2F'],
] as const)('a package that begins %s opens there, in a frame of its own', async (_, source, address) => {
  const part = { key: 'p', viewer: source.viewer, title: null, language: null, sources: [source] };
  await show(<FrameViewer part={part} title="Bruch-Labor" identifier="FU-1" onRetry={() => undefined} />);
  const frame = document.querySelector('iframe')!;
  expect(frame.getAttribute('src')).toBe(address);
  expect(frame.getAttribute('sandbox')).toBe('allow-scripts allow-forms');
  expect(screen.getByRole('link').getAttribute('href')).toBe(address);
});
