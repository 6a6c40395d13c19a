import type { User } from '@fundus/contract/accounts/accounts';
import { AppError } from '@fundus/contract/errors';
import { excerpts, type Excerpt } from '@fundus/contract/catalogue/excerpts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Snackbar } from '../../../../app/frame/Snackbar.tsx';
import { fakeApi, on } from '../../../../testing/fake-api.ts';
import { mediaItem } from '../../../../testing/media-item.ts';
import { person } from '../../../../testing/people.ts';
import { show } from '../../../../testing/render.tsx';
import { MediumExcerpts } from './MediumExcerpts.tsx';

const ID = '01890000-0000-7000-8000-000000000001';
const excerpt = (more: Partial<Excerpt> = {}): Excerpt => ({
  id: ID,
  start_s: 72,
  end_s: 130,
  title: 'Ausbruch',
  own: true,
  bookmarked: false,
  gone: false,
  share_code: null,
  ...more,
});

const teacherOfSchool = person({ school_id: 'school-1' });
type About = { create?: boolean; code?: string; user?: User; more?: ReturnType<typeof on>[] };

async function open(items: Excerpt[], { create = true, code, user = person(), more = [] }: About = {}) {
  const api = fakeApi(
    on(excerpts.excerpts, { items, can: { create } }),
    on(excerpts.bookmarkExcerpt, { ok: true }),
    on(excerpts.removeExcerpt, { removed: true }),
    on(excerpts.shareExcerpt, ({ body }) => excerpt({ share_code: (body as { shared: boolean }).shared ? 'abc' : null })),
    ...more,
  );
  const given = { onPick: vi.fn(), onShared: vi.fn(), onEdit: vi.fn() };
  await show(
    <>
      <MediumExcerpts medium={mediaItem()} code={code} {...given} />
      <Snackbar />
    </>,
    { user },
  );
  return { api, ...given };
}
const menu = async (item: string) => {
  fireEvent.click(await screen.findByRole('button', { name: 'Aktionen für „Ausbruch“' }));
  fireEvent.click(screen.getByRole('menuitem', { name: item }));
};

it("plays, shares and removes the user's own excerpts", async () => {
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

it('shows an error if removing or restoring fails', async () => {
  let refused = true;
  const items = [excerpt()];
  await open(items, {
    more: [
      on(excerpts.removeExcerpt, () => (refused ? new AppError('unavailable') : (items.pop(), { removed: true as const }))),
      on(excerpts.restoreExcerpt, new AppError('forbidden')),
    ],
  });
  await menu('Ausschnitt löschen');
  await screen.findByText('Das ist zurzeit nicht erreichbar.');
  refused = false;
  await menu('Ausschnitt löschen');
  const undo = await screen.findByRole('button', { name: 'Rückgängig' });
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Ausbruch 1:12/ })).toBeNull());
  fireEvent.click(undo);
  await screen.findByText('Dazu fehlen Ihnen die Rechte.');
});

it('lets teachers create, change and share excerpts', async () => {
  const { onEdit } = await open([excerpt()], { user: teacherOfSchool });
  fireEvent.click(await screen.findByRole('button', { name: 'Ausschnitt anlegen' }));
  expect(onEdit).toHaveBeenLastCalledWith('new');
  await menu('Ausschnitt bearbeiten');
  expect(onEdit).toHaveBeenLastCalledWith(excerpt());
  await menu('Freigeben');
  expect(await screen.findByRole('dialog', { name: '„Ausbruch“ freigeben', hidden: true })).toBeDefined();
});

it('lets the user bookmark but not change a received excerpt', async () => {
  const { api, onShared } = await open([excerpt({ own: false })], { create: false, code: ID, user: person({ role: '' }) });
  await waitFor(() => expect(onShared).toHaveBeenCalledTimes(1));
  await menu('Ausschnitt merken');
  await waitFor(() => expect(api.to(excerpts.bookmarkExcerpt).map(({ body }) => body)).toEqual([{ bookmarked: true }]));
  fireEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }));
  await waitFor(() => expect(api.to(excerpts.bookmarkExcerpt).map(({ body }) => body)[1]).toEqual({ bookmarked: false }));
  fireEvent.click(screen.getByRole('button', { name: 'Aktionen für „Ausbruch“' }));
  expect(screen.queryByRole('menuitem', { name: 'Ausschnitt löschen' })).toBeNull();
});

it('disables an excerpt that exceeds the duration of the film', async () => {
  const { onShared } = await open([excerpt({ gone: true })], { code: ID });
  const row = await screen.findByRole<HTMLButtonElement>('button', { name: /Ausbruch.*nicht mehr im Film/ });
  expect(row.disabled).toBe(true);
  expect(onShared).not.toHaveBeenCalled();
});

it('opens the excerpt of a shared link once', async () => {
  const { onShared } = await open([excerpt({ own: false, share_code: 'abc' })], { create: false, code: 'abc' });
  await waitFor(() => expect(onShared).toHaveBeenCalledTimes(1));
  expect(onShared).toHaveBeenCalledWith({ start: 72, end: 130, title: 'Ausbruch' });
  expect(screen.queryByRole('button', { name: 'Ausschnitt anlegen' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Aktionen/ })).toBeNull();
});

it('shows no list to learners if there are no excerpts', async () => {
  await open([], { create: false, code: 'weg' });
  await new Promise((passed) => setTimeout(passed, 30));
  expect(screen.queryByRole('heading')).toBeNull();
});
