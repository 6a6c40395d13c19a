import { externalSources, type RemoteEvent, type RemoteHit } from '@fundus/contract/external-sources/external-sources';
import { AppError } from '@fundus/contract/errors';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Go } from '../../../../components/page/screen.ts';
import { closeAddToList, useToList } from '../../../../stores/add-to-list.ts';
import { fakeApi, on } from '../../../../testing/fake-api.ts';
import { frontendConfig } from '../../../../testing/people.ts';
import { show } from '../../../../testing/render.tsx';
import { ExternalTab } from './ExternalTab.tsx';

const [A, B] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
const source = (id: string, label: string) => ({ id, label, advertising: false, sign_in: false, teachers_only: false });
const hit = (work: number, title: string, more: Partial<RemoteHit> = {}): RemoteHit => ({
  ...{ work, title, description: '', creators: '', publisher: '', year: null, type: '58', languages: ['de'], licence: '', here: null },
  ...{ address: `https://quelle.example/${work}`, ...more },
});
const said = (id: string, state: 'hits' | 'slow', hits: RemoteHit[], total: number | null = null): RemoteEvent => ({
  ...{ event: 'source', id, state, total, hits },
});
const BOTH: RemoteEvent = { event: 'sources', sources: [source(A, 'Archiv'), source(B, 'Bücherei')] };

/** Response stream to which the test writes events in pieces of any length. */
function stream() {
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: (made) => void (controller = made) });
  const say = (event: RemoteEvent) =>
    act(async () => {
      const bytes = new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`);
      controller.enqueue(bytes.slice(0, 40));
      controller.enqueue(bytes.slice(40));
    });
  return { response: new Response(body), say, end: () => act(async () => controller.close()) };
}

let wanted: ReturnType<typeof useToList>;
function ToList() {
  wanted = useToList();
  return null;
}

const opened = (q: string) =>
  show(
    <>
      <ExternalTab q={q} go={vi.fn<Go>()} />
      <ToList />
    </>,
    { config: frontendConfig({ ExternSearch: true }) },
  );
const partOf = (name: string) => within(screen.getByRole('heading', { level: 2, name }).closest('section')!);

it('sends no request without a query', async () => {
  const api = fakeApi();
  await opened('');
  screen.getByText(/Danach werden die Quellen durchsucht/);
  expect(api.calls).toEqual([]);
});

it('shows a work found in several sources only once', async () => {
  const { response, say, end } = stream();
  const api = fakeApi(on(externalSources.remoteSearch, response));
  await opened('Wasser');
  await say(BOTH);
  expect(api.to(externalSources.remoteSearch)[0]!.query).toEqual({ q: 'Wasser' });
  screen.getByText('Ihre Suchbegriffe gehen an: Archiv, Bücherei. Diese Quellen erfahren nicht, wer Sie sind.');
  partOf('Archiv').getByText('wird durchsucht …');

  await say(said(B, 'hits', [hit(1, 'Das Watt'), hit(2, 'Das Meer', { here: { identifier: 'm-1', active: true } })], 30));
  partOf('Archiv').getByText('wird durchsucht …');
  partOf('Bücherei').getByText('2 von 30 Treffern');
  const link = screen.getByRole('link', { name: /^Das Watt/ });
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    ...['https://quelle.example/1', '_blank', 'noopener noreferrer external'],
  ]);
  expect(screen.getByRole('link', { name: 'Das Meer' }).getAttribute('href')).toBe('/search/m-1');
  screen.getByText('Bei Ihnen bereits lizenziert');

  await say(said(A, 'hits', [hit(1, 'Das Watt')]));
  expect(screen.getAllByRole('link', { name: /^Das Watt/ })).toHaveLength(1);
  partOf('Bücherei').getByText('Auch bei Archiv');
  partOf('Archiv').getByText('Alle Treffer sind schon bei einer anderen Quelle aufgeführt.');
  await end();
  expect(screen.getAllByRole('status').map((part) => part.textContent)).toContain('2 Quellen haben geantwortet.');
  expect(screen.queryByRole('button', { name: 'Noch einmal suchen' })).toBeNull();
});

it('adds an external work to a media list as a link', async () => {
  const { response, say } = stream();
  fakeApi(on(externalSources.remoteSearch, response));
  await opened('Wasser');
  await say(BOTH);
  await say(
    said(A, 'hits', [
      hit(1, 'Das Watt', { address: '/api/v1/external-sources/x/open?identifier=1' }),
      hit(2, 'Das Meer', { here: { identifier: 'm-1', active: false } }),
    ]),
  );
  fireEvent.click(screen.getByRole('button', { name: '„Das Watt“ zu einer Liste hinzufügen' }));
  expect(wanted?.items).toEqual([
    { kind: 'external', title: 'Das Watt', url: `${location.origin}/api/v1/external-sources/x/open?identifier=1` },
  ]);
  fireEvent.click(screen.getByRole('button', { name: '„Das Meer“ zu einer Liste hinzufügen' }));
  expect(wanted?.items).toEqual([{ kind: 'medium', identifier: 'm-1' }]);
  act(closeAddToList);
});

it('retries a slow source and a failed request', async () => {
  const first = stream();
  let answers = 0;
  const api = fakeApi(on(externalSources.remoteSearch, () => (answers++ === 0 ? first.response : new AppError('too_many_attempts'))));
  await opened('Wasser');
  await first.say(BOTH);
  await first.say(said(A, 'slow', []));
  await first.end();
  partOf('Archiv').getByText('hat nicht rechtzeitig geantwortet');
  fireEvent.click(screen.getByRole('button', { name: 'Noch einmal suchen' }));
  await screen.findByRole('alert');
  expect(api.to(externalSources.remoteSearch)).toHaveLength(2);
  screen.getByRole('button', { name: 'Noch einmal suchen' });
});

it('links administrators to the settings if there are no sources', async () => {
  const { response, say } = stream();
  fakeApi(on(externalSources.remoteSearch, response));
  await opened('Wasser');
  await say({ event: 'sources', sources: [] });
  screen.getByRole('heading', { name: 'Für Ihren Kreis ist keine Quelle eingeschaltet' });
  expect(screen.queryByRole('link', { name: 'Quellen einrichten' })).toBeNull();
});
