import type { MediaFile } from '@fundus/contract/files/files';
import type { PackageUnit } from '@fundus/contract/files/packages';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../../../testing/render.tsx';
import type { MediaPart } from '../../playback/media-parts.ts';
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
  ['a package', file({}), '/content/t/index.html'],
  ['a package in a subfolder', file({ href: '/content/t/kurs/index.html' }), '/content/t/kurs/index.html'],
  ['an H5P exercise', file({ viewer: 'h5p', mime: 'application/h5p+zip' }), '/h5p/player.html?content=%2Fcontent%2Ft%2F'],
] as const)('opens %s in a sandboxed frame', async (_, source, address) => {
  const part = { key: 'p', viewer: source.viewer, title: null, language: null, sources: [source] };
  await show(<FrameViewer part={part} title="Bruch-Labor" identifier="FU-1" onRetry={() => undefined} />);
  const frame = document.querySelector('iframe')!;
  expect(frame.getAttribute('src')).toBe(address);
  const sandbox = frame.getAttribute('sandbox')!.split(' ');
  expect(sandbox).toContain('allow-scripts');
  for (const refused of ['allow-same-origin', 'allow-top-navigation', 'allow-top-navigation-by-user-activation'])
    expect(sandbox).not.toContain(refused);
  expect(screen.getByRole('link').getAttribute('href')).toBe(address);
});

const unit = (id: string, about: Partial<PackageUnit> = {}): PackageUnit => ({
  ...{ id, title: `Teil ${id}`, group: null, href: `${id}.html?a=1`, scorm: '1.2' as const, launch_data: 'x=1', mastery: 60 },
  ...{ max_time: '', time_limit_action: '', threshold: null },
  ...about,
});
const scorm = (units: PackageUnit[]): MediaPart => ({
  ...{ key: 'p', viewer: 'package', title: null, language: null },
  sources: [
    file({ href: '/content/t/a.html', package: { units, hosts: [], notices: [{ code: 'missing_files', names: 'b.png', count: 1 }] } }),
  ],
});
const frame = (): HTMLIFrameElement => document.querySelector('iframe')!;
const seed = () =>
  JSON.parse(frame().name.slice('fundus:'.length)) as { unit: { id: string; cmi: unknown; supplied: Record<string, string> } };
const say = (data: object) =>
  act(() => window.dispatchEvent(new MessageEvent('message', { data: { context: 'exercise', ...data }, source: frame().contentWindow })));

test('starts each unit with its own parameters and stored state', async () => {
  await show(
    <FrameViewer
      part={scorm([unit('a'), unit('b', { scorm: '2004', threshold: 0.5 })])}
      title="Kurs"
      identifier="FU-1"
      onRetry={() => undefined}
    />,
  );
  expect(frame().getAttribute('src')).toBe('/content/t/a.html?a=1');
  expect(seed().unit).toMatchObject({
    id: 'a',
    cmi: null,
    supplied: { 'cmi.launch_data': 'x=1', 'cmi.student_data.mastery_score': '60', 'cmi.core.credit': 'no-credit' },
  });
  say({ unit: { id: 'a', cmi: { 'cmi.core.lesson_location': '3' }, status: 'passed', scaled: 1, begun: false, ended: true } });
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('1. Teil a (bestanden)');
  fireEvent.click(screen.getByRole('button', { name: 'Nächster Abschnitt' }));
  expect(frame().getAttribute('src')).toBe('/content/t/b.html?a=1');
  expect(seed().unit).toMatchObject({
    id: 'b',
    supplied: { 'cmi.scaled_passing_score': '0.6', 'cmi.completion_threshold': '0.5', 'cmi.mode': 'normal' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Voriger Abschnitt' }));
  expect(seed().unit.cmi).toEqual({ 'cmi.core.lesson_location': '3' });
});

test('reports only the results of the assigned unit', async () => {
  const stored = { a: { cmi: { 'cmi.suspend_data': 'da' }, status: 'incomplete', scaled: null, begun: false, ended: true } } as const;
  const reports = { onScore: vi.fn(), onUnit: vi.fn(), loadUnits: () => Promise.resolve(stored) };
  await show(<FrameViewer part={scorm([unit('a')])} title="Kurs" identifier="FU-1" onRetry={() => undefined} reports={reports} />);
  await screen.findByTitle(/Kurs/);
  expect(seed().unit).toMatchObject({ cmi: { 'cmi.suspend_data': 'da' }, supplied: { 'cmi.core.credit': 'credit' } });
  const state = { cmi: {}, status: 'passed', scaled: 1, begun: false, ended: true };
  say({ unit: { id: 'anders', ...state } });
  say({ unit: { id: 'a', ...state } });
  expect(reports.onUnit.mock.calls).toEqual([['a', state]]);
});

test('lists missing files and blocked hosts below the package', async () => {
  await show(<FrameViewer part={scorm([])} title="Kurs" identifier="FU-1" onRetry={() => undefined} />);
  expect(screen.getByText('In diesem Paket fehlt eine Datei: b.png')).toBeTruthy();
  say({ missing: 'c.js' });
  say({ blocked: 'cdn.example' });
  expect(screen.getByText('In diesem Paket fehlen 2 Dateien, darunter: c.js, b.png')).toBeTruthy();
  expect(screen.getByText(/Inhalte von cdn.example/)).toBeTruthy();
});
