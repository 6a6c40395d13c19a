import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import { library, type BookmarkEntry } from '@fundus/contract/library/library';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeApi, on } from '../../../testing/fake-api.ts';
import { mediaItem } from '../../../testing/media-item.ts';
import { show } from '../../../testing/render.tsx';
import { AddStepDialog } from './AddStepDialog.tsx';

it('offers no add button for a medium that does not open on a screen', async () => {
  const disc = mediaItem({ identifier: 'FU-2', fn_titel: 'Die DVD', fn_typ: '46', viewer: 'none' });
  const entry = (medium: MediaItem): BookmarkEntry => ({
    identifier: medium.identifier,
    title: medium.fn_titel,
    medium,
    note: '',
    added_at: '2026-11-20T08:00:00.000Z',
    rank: null,
    folder_id: null,
  });
  fakeApi(on(library.bookmarks, { total: 2, offset: 0, limit: 100, items: [entry(mediaItem()), entry(disc)] }));
  const onAdd = vi.fn();
  await show(<AddStepDialog has={() => false} room={5} onAdd={onAdd} onClose={() => undefined} />);
  fireEvent.click(screen.getByRole('button', { name: 'Merkliste' }));
  const row = (await screen.findByRole('heading', { name: 'Die DVD' })).closest('li')!;
  expect(within(row).queryByRole('button')).toBeNull();
  within(row).getByText('Nicht am Bildschirm nutzbar');
  fireEvent.click(screen.getByRole('button', { name: /Die Zelle/ }));
  expect(onAdd).toHaveBeenCalledOnce();
});
