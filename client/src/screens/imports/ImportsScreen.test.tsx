import { exchange } from '@fundus/contract/exchange/exchange';
import { imports, type ImportSource } from '@fundus/contract/imports/imports';
import type { ImportReport } from '@fundus/contract/imports/runs';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ScreenProps } from '../../components/page/screen.ts';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { person } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { Screen } from './ImportsScreen.tsx';

const ID = '00000000-0000-4000-8000-00000000000a';
const SOURCE: ImportSource = {
  ...{ id: ID, name: 'Archiv', prefix: 'ar-', licence: 'free', same: 'join', words: [], oai: null },
  ...{ version: 3, since: null, due_at: null, repository: null, last_run: null },
};
const RUN: ImportReport = {
  ...{
    id: '00000000-0000-4000-8000-00000000000b',
    source_id: ID,
    source_name: 'Archiv',
    kind: 'file',
    file_name: 'liste.xml',
    format: 'lom',
  },
  ...{ state: 'looked', look: true, problem: null, problem_detail: '', progress: { done: 5, total: 5 } },
  counts: { read: 3, stored: 2, changed: 0, unchanged: 0, joined: 0, refused: 1, gone: 0, unlicensed: 0 },
  ...{ created_at: '2026-11-20T10:00:00.000Z', finished_at: null, headers: [], plan: null },
  notes: [{ field: 'subjects', reason: 'keyword', count: 2, examples: ['NMG'] }],
  refusals: [{ line: 7, field: 'title', reason: 'required', value: '' }],
  samples: [
    {
      ...{
        identifier: 'ar-1',
        title: 'Der Vulkan',
        text: '',
        fn_typ: '49',
        subjects: [{ code: '220', label: 'Geographie' }],
        fn_adressat: [],
        fn_sprache: [],
      },
      ...{ producer: '', year: null },
    },
  ],
};
const at = (search: string, go = vi.fn()): ScreenProps<'imports'> =>
  ({ name: 'imports', params: {}, search, go, from: null }) as unknown as ScreenProps<'imports'>;

it('uploads a file in parts', async () => {
  const go = vi.fn();
  const api = fakeApi(
    on(imports.sources, { sources: [SOURCE] }),
    on(exchange.read, { exported: true }),
    on(imports.runs, { runs: [] }),
    on(imports.begin, { ...RUN, state: 'uploading' }),
    on(imports.part, RUN),
  );
  await show(<Screen {...at('', go)} />);
  fireEvent.change(await screen.findByLabelText('Quelle'), { target: { value: ID } });
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]')!;
  fireEvent.change(chooser, { target: { files: [new File([], 'leer.xml')] } });
  await screen.findByText('Die Datei ist leer.');
  fireEvent.change(chooser, { target: { files: [new File(['<lom/>'], 'liste.xml')] } });
  await expect.poll(() => go.mock.calls).toEqual([[`/imports?run=${RUN.id}`]]);
  expect(api.to(imports.begin)[0]!.body).toEqual({ file_name: 'liste.xml', bytes: 6, source_id: ID });
  expect(api.to(imports.part)[0]!.body).toEqual({ offset: 0, content: btoa('<lom/>') });
});

it('adds unknown words to the source before applying the import', async () => {
  const api = fakeApi(
    on(imports.sources, { sources: [SOURCE] }),
    on(imports.run, RUN),
    on(imports.changeSource, SOURCE),
    on(imports.preview, RUN),
    on(imports.take, { ...RUN, state: 'waiting' }),
  );
  await show(<Screen {...at(`?run=${RUN.id}`)} />);
  await screen.findByText('2 neu · 1 abgelehnt');
  expect(screen.getByRole('row', { name: /7.*Titel.*fehlt oder ist leer/ })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'In die Wortliste' }));
  const dialog = within(screen.getByRole('dialog'));
  fireEvent.change(dialog.getByLabelText('Bedeutung hier'), { target: { value: '28010' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Speichern' }));
  await expect.poll(() => api.to(imports.preview)).toHaveLength(1);
  const { body } = api.to(imports.changeSource)[0]!;
  expect(body).toMatchObject({ version: 3, words: [{ kind: 'subjects', word: 'NMG', ours: '28010' }] });
  fireEvent.click(screen.getByRole('button', { name: '2 Medien übernehmen' }));
  await expect.poll(() => api.to(imports.take)).toHaveLength(1);
});

it('asks for confirmation before importing media without a licence', async () => {
  const counts = { ...RUN.counts, unlicensed: 2 };
  let run = { ...RUN, counts };
  const api = fakeApi(
    on(imports.sources, { sources: [SOURCE] }),
    on(imports.run, () => run),
    on(imports.unlicensed, { total: 2, identifiers: ['ar-1', 'ar-2'] }),
    on(imports.take, () => (run = { ...run, state: 'done', look: false })),
  );
  await show(<Screen {...at(`?run=${RUN.id}`)} />, { user: person({ district_admin: '1' }) });
  fireEvent.click(await screen.findByRole('button', { name: '2 Medien übernehmen' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/^2 Medien brauchen eine Lizenz, und dieser Import enthält keine/)).toBeDefined();
  expect(api.to(imports.take)).toHaveLength(0);
  fireEvent.click(dialog.getByRole('button', { name: 'Ohne Lizenz übernehmen' }));
  expect(await screen.findByRole('button', { name: 'Lizenzen für 2 Medien eintragen' })).toBeDefined();
});

it("excludes media of the district's schools from export", async () => {
  const api = fakeApi(
    on(imports.sources, { sources: [] }),
    on(imports.runs, { runs: [] }),
    on(exchange.read, { exported: true }),
    on(exchange.change, { exported: false }),
  );
  await show(<Screen {...at('')} />);
  fireEvent.click(await screen.findByLabelText('Auch Medien weitergeben, die nur Schulen unseres Kreises haben'));
  await expect.poll(() => api.to(exchange.change)[0]?.body).toEqual({ exported: false });
});
