import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { show } from '../../testing/render.tsx';
import { useCues } from './use-cues.ts';

const texts: Record<string, string> = {
  '/de': 'WEBVTT\n\n00:01.000 --> 00:02.000\nEs regnet.',
  '/en': 'WEBVTT\n\n00:01.000 --> 00:02.000\nIt rains.',
};
let asked: string[] = [];

beforeEach(() => {
  asked = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    asked.push(String(address));
    const text = texts[String(address)];
    return new Response(text ?? '', { status: text ? 200 : 404 });
  });
});

function Read({ ids }: { ids: string[] }) {
  const { cues, awaited } = useCues(ids.map((id) => ({ id, href: `/${id}` })));
  return (
    <>
      <p>{awaited ? 'awaited' : 'all here'}</p>
      {cues.map((each, i) => (
        <li key={ids[i]}>{each.map(({ text }) => text).join()}</li>
      ))}
    </>
  );
}

const seen = () => screen.getAllByRole('listitem').map((item) => item.textContent);

test('is asked for after the page stands, and comes in the order of the files', async () => {
  await show(<Read ids={['en', 'de']} />);
  expect(seen()).toEqual(['', '']);
  await screen.findByText('all here');
  expect(seen()).toEqual(['It rains.', 'Es regnet.']);
  expect(asked).toEqual(['/en', '/de']);
});

test('what cannot be read counts as not there', async () => {
  await show(<Read ids={['none', 'de']} />);
  await screen.findByText('all here', {}, { timeout: 5_000 });
  expect(seen()).toEqual(['', 'Es regnet.']);
});

function Shelf() {
  const [at, setAt] = useState('de');
  return (
    <>
      {['de', 'en'].map((id) => (
        <button key={id} type="button" onClick={() => setAt(id)}>
          {id}
        </button>
      ))}
      <Read key={at} ids={[at]} />
    </>
  );
}

test('what was read is there at once the next time', async () => {
  await show(<Shelf />);
  await screen.findByText('Es regnet.');
  fireEvent.click(screen.getByRole('button', { name: 'en' }));
  expect(seen()).toEqual(['']);
  await screen.findByText('It rains.');
  fireEvent.click(screen.getByRole('button', { name: 'de' }));
  expect(seen()).toEqual(['Es regnet.']);
  expect(asked).toEqual(['/de', '/en']);
});
