import { AppError } from '@fundus/contract/errors';
import { excerpts, type Excerpt } from '@fundus/contract/catalogue/excerpts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Snackbar } from '../../../app/Snackbar.tsx';
import { createPlayback } from '../../../player/playback/playback.ts';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { show } from '../../../testing/render.tsx';
import { MediumExcerpts } from './MediumExcerpts.tsx';

const ID = '01890000-0000-7000-8000-000000000001';
const excerpt = (more: Partial<Excerpt> = {}): Excerpt => ({
  id: ID,
  start_s: 72,
  end_s: 130,
  title: 'Ausbruch',
  own: true,
  share_code: null,
  ...more,
});

type About = { create?: boolean; code?: string; more?: ReturnType<typeof on>[] };

async function open(items: Excerpt[], { create = true, code, more = [] }: About = {}) {
  const api = fakeApi(
    on(excerpts.excerpts, { items, can: { create } }),
    on(excerpts.addExcerpt, ({ body }) => excerpt(body as Partial<Excerpt>)),
    on(excerpts.removeExcerpt, { removed: true }),
    on(excerpts.shareExcerpt, ({ body }) => excerpt({ share_code: (body as { shared: boolean }).shared ? 'abc' : null })),
    ...more,
  );
  const given = { onPick: vi.fn(), onShared: vi.fn() };
  const playback = createPlayback();
  await show(
    <>
      <MediumExcerpts identifier="FU-1" playback={playback} code={code} {...given} />
      <Snackbar />
    </>,
  );
  return { api, ...given };
}
const menu = async (item: string) => {
  fireEvent.click(await screen.findByRole('button', { name: 'Aktionen für „Ausbruch“' }));
  fireEvent.click(screen.getByRole('menuitem', { name: item }));
};

it('keeps an excerpt whose times make sense', async () => {
  const { api } = await open([]);
  fireEvent.click(await screen.findByRole('button', { name: 'Ausschnitt anlegen' }));
  const dialog = within(screen.getByRole('dialog', { hidden: true }));
  const box = (name: string) => dialog.getByRole('textbox', { name, hidden: true });
  const save = () => fireEvent.submit(box('Titel').closest('form')!);
  save();
  dialog.getByText('Bitte ausfüllen.');
  await waitFor(() => expect(document.activeElement).toBe(box('Titel')));
  fireEvent.change(box('Titel'), { target: { value: 'Lavastrom' } });
  fireEvent.change(box('Anfang'), { target: { value: '1:10' } });
  fireEvent.change(box('Ende'), { target: { value: '0:50' } });
  save();
  dialog.getByText(/Das Ende muss nach dem Anfang/);
  await waitFor(() => expect(document.activeElement).toBe(box('Ende')));
  fireEvent.change(box('Ende'), { target: { value: '2:05' } });
  save();
  await waitFor(() =>
    expect(api.to(excerpts.addExcerpt).map((made) => made.body)).toEqual([{ start_s: 70, end_s: 125, title: 'Lavastrom' }]),
  );
});

it('plays, shares and removes its own', async () => {
  const copied = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied } });
  const { api, onPick } = await open([excerpt()]);
  fireEvent.click(await screen.findByRole('button', { name: /^Ausbruch 1:12–2:10/ }));
  expect(onPick).toHaveBeenCalledWith({ start: 72, end: 130, title: 'Ausbruch' });
  await menu('Link kopieren');
  await waitFor(() => expect(copied).toHaveBeenCalledWith(`${location.origin}/media/FU-1?excerpt=abc`));
  await menu('Ausschnitt löschen');
  await waitFor(() => expect(api.to(excerpts.removeExcerpt)).toHaveLength(1));
});

it('says why an excerpt could not be removed, or not be brought back once it was', async () => {
  let refused = true;
  const items = [excerpt()];
  await open(items, {
    more: [
      on(excerpts.removeExcerpt, () => (refused ? new AppError('unavailable') : (items.pop(), { removed: true as const }))),
      on(excerpts.addExcerpt, new AppError('forbidden')),
    ],
  });
  await menu('Ausschnitt löschen');
  await screen.findByText('Das ist im Augenblick nicht erreichbar.');
  refused = false;
  await menu('Ausschnitt löschen');
  const undo = await screen.findByRole('button', { name: 'Rückgängig' });
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Ausbruch 1:12/ })).toBeNull());
  fireEvent.click(undo);
  await screen.findByText('Dazu fehlen Ihnen die Rechte.');
});

it('a link leads to its excerpt once; learners see nothing else', async () => {
  const { onShared } = await open([excerpt({ own: false, share_code: 'abc' })], { create: false, code: 'abc' });
  await waitFor(() => expect(onShared).toHaveBeenCalledTimes(1));
  expect(onShared).toHaveBeenCalledWith({ start: 72, end: 130, title: 'Ausbruch' });
  expect(screen.queryByRole('button', { name: 'Ausschnitt anlegen' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Aktionen/ })).toBeNull();
});

it('without any, learners see no list at all', async () => {
  await open([], { create: false, code: 'weg' });
  await new Promise((passed) => setTimeout(passed, 30));
  expect(screen.queryByRole('heading')).toBeNull();
});
