import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useMemo, useState } from 'react';
import { show } from '../../testing/render.tsx';
import { useCues } from './use-cues.ts';

const cue = (text: string): string => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`;
let stored: Record<string, string> = {};
let asked: string[] = [];

beforeEach(() => {
  stored = { '/de': cue('Es regnet.'), '/en': cue('It rains.') };
  asked = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    asked.push(String(address));
    const text = stored[String(address)];
    return new Response(text ?? '', { status: text ? 200 : 404 });
  });
});
afterEach(() => vi.unstubAllGlobals());

function Read({ ids }: { ids: string }) {
  const files = useMemo(() => ids.split(' ').map((id) => ({ id, href: `/${id}` })), [ids]);
  const { cues, awaited } = useCues(files);
  return (
    <>
      <p>{awaited ? 'awaited' : 'all here'}</p>
      {cues.map((each, i) => (
        <li key={files[i]!.id}>{each.map(({ text }) => text).join()}</li>
      ))}
    </>
  );
}

const seen = () => screen.getAllByRole('listitem').map((item) => item.textContent);

test('fetches caption files when the browser is idle', async () => {
  let idle = (): void => {};
  vi.stubGlobal('requestIdleCallback', (work: () => void) => {
    idle = work;
    return 1;
  });
  vi.stubGlobal('cancelIdleCallback', () => {});
  const { unmount } = await show(<Read ids="en de" />);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(asked).toEqual([]);
  expect(seen()).toEqual(['', '']);
  act(() => idle());
  await screen.findByText('all here');
  expect(seen()).toEqual(['It rains.', 'Es regnet.']);
  expect(asked).toEqual(['/en', '/de']);
  unmount();
});

test('retries an unreadable caption file after reconnection', async () => {
  await show(<Read ids="fr de" />);
  await screen.findByText('Es regnet.');
  expect(screen.getByText('awaited')).toBeTruthy();
  await screen.findByText('all here');
  expect(seen()).toEqual(['', 'Es regnet.']);
  stored['/fr'] = cue('Il pleut.');
  act(() => {
    onlineManager.setOnline(false);
    onlineManager.setOnline(true);
  });
  await screen.findByText('Il pleut.');
});

function Shelf({ remounts }: { remounts: boolean }) {
  const [at, setAt] = useState('de');
  return (
    <>
      {['de', 'en'].map((id) => (
        <button key={id} type="button" onClick={() => setAt(id)}>
          {id}
        </button>
      ))}
      <Read key={remounts ? at : ''} ids={at} />
    </>
  );
}

test('returns cached cues immediately', async () => {
  await show(<Shelf remounts />);
  await screen.findByText('Es regnet.');
  fireEvent.click(screen.getByRole('button', { name: 'en' }));
  await screen.findByText('It rains.');
  fireEvent.click(screen.getByRole('button', { name: 'de' }));
  expect(seen()).toEqual(['Es regnet.']);
  expect(asked).toEqual(['/de', '/en']);
});

test('never shows the cues of the previous medium', async () => {
  await show(<Shelf remounts={false} />);
  await screen.findByText('Es regnet.');
  fireEvent.click(screen.getByRole('button', { name: 'en' }));
  expect(seen()).toEqual(['']);
  await screen.findByText('It rains.');
});
