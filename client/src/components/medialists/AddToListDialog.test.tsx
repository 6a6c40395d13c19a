import { accounts } from '@fundus/contract/accounts/accounts';
import { medialistItems } from '@fundus/contract/medialists/items';
import { medialists } from '@fundus/contract/medialists/medialists';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Snackbar } from '../../app/frame/Snackbar.tsx';
import { addExcerptToList, addMediaToList, useToList } from '../../stores/add-to-list.ts';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { itemId, listId, medialist } from '../../testing/medialist.ts';
import { person } from '../../testing/people.ts';
import { show } from '../../testing/render.tsx';
import { AddToListDialog } from './AddToListDialog.tsx';
import { mayCreateLists } from './may-list.ts';

const other = '01890000-0000-7000-8000-000000000502';
const fresh = '01890000-0000-7000-8000-000000000503';
const lists = (has: boolean) =>
  on(medialistItems.listsWith, {
    lists: [
      { id: listId, title: 'Vulkane', items: 3, has },
      { id: other, title: 'Plattentektonik', items: 1, has: false },
    ],
    can: { create: true },
  });

function Shell() {
  const wanted = useToList();
  return (
    <>
      {wanted && <AddToListDialog {...wanted} />}
      <Snackbar />
    </>
  );
}
const film = { identifier: 'FU-1', fn_titel: 'Die Zelle' };

it('adds a medium to several lists in one call', async () => {
  const api = fakeApi(
    on(accounts.userinfo, person()),
    lists(true),
    on(medialistItems.addToLists, ({ body }) => ({ added: [itemId((body as { force: boolean }).force ? 1 : 2)], had: 0 })),
    on(medialistItems.removeItems, { ok: true }),
  );
  addMediaToList([film]);
  await show(<Shell />);
  fireEvent.click(await screen.findByRole('checkbox', { name: /^Vulkane3 Medien\u00a0· schon enthalten$/ }));
  expect(screen.getByText(/schon enthalten, wird noch einmal hinzugefügt/)).toBeDefined();
  fireEvent.click(screen.getByRole('checkbox', { name: /^Plattentektonik/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Hinzufügen' }));
  expect(await screen.findByText('„Die Zelle“ steht in „Vulkane“, „Plattentektonik“.')).toBeDefined();
  expect(api.to(medialistItems.addToLists).map(({ body }) => body)).toEqual([
    { lists: [other], items: [{ kind: 'medium', identifier: 'FU-1' }], force: false },
    { lists: [listId], items: [{ kind: 'medium', identifier: 'FU-1' }], force: true },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Rückgängig' }));
  await waitFor(() => expect(api.to(medialistItems.removeItems)[0]?.body).toEqual({ items: [itemId(2), itemId(1)] }));
});

it('creates a new list inside the dialog', async () => {
  const api = fakeApi(
    on(accounts.userinfo, person()),
    lists(false),
    on(medialists.create, medialist({ id: fresh, title: 'Neu' })),
    on(medialistItems.addToLists, { added: [itemId(1)], had: 0 }),
  );
  addExcerptToList({ id: itemId(7), title: 'Magma' });
  await show(<Shell />);
  fireEvent.click(await screen.findByRole('button', { name: 'Neue Liste' }));
  const title = screen.getByLabelText('Titel der neuen Liste');
  fireEvent.change(title, { target: { value: 'Neu' } });
  fireEvent.keyDown(title, { key: 'Enter' });
  await waitFor(() => expect(screen.getByRole('checkbox', { name: /^Neu/ })).toHaveProperty('checked', true));
  fireEvent.click(screen.getByRole('button', { name: 'Hinzufügen' }));
  expect((await screen.findByRole('link', { name: 'Zur Liste' })).getAttribute('href')).toBe(`/medialists/${fresh}`);
  expect(api.to(medialistItems.addToLists)[0]?.body).toMatchObject({ items: [{ kind: 'excerpt', excerpt_id: itemId(7) }] });
});

it('offers media lists to learners only if their school allows it', () => {
  const may = (about: Parameters<typeof person>[0]) => mayCreateLists({ user: person(about) });
  const code = { label: 'Kranich', valid_until: '2027-07-31' };
  expect([{}, { role: 'S' }, { role: 'S', student_lists: true }, { role: 'S', student_lists: true, by_code: code }].map(may)).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
