import { duplicates, type PairSide } from '@fundus/contract/duplicates/duplicates';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi, on } from '../../testing/fake-api.ts';
import { show } from '../../testing/render.tsx';
import { Screen } from './DuplicatesScreen.tsx';

const side = (identifier: string): PairSide => ({
  ...{ identifier, title: 'Das Moor', about: '', fn_typ: 'UC_PRINT', producer: 'Beispielverlag', year: 2020, numbers: ['9783161484100'] },
  ...{ free: false, files: 0, licences: 2, bookmarks: 1, lists: 0 },
});
const ID = '00000000-0000-4000-8000-00000000000a';

it('merges a pair of duplicates and undoes the merge', async () => {
  const merge = { id: ID, kept: { identifier: 'a', title: 'Wald' }, gone: { identifier: 'b', title: 'Forst' } };
  const api = fakeApi(
    on(duplicates.list, {
      pairs: [{ reason: 'isbn', sides: [side('a-1'), side('b-1')] }],
      merges: [{ ...merge, merged_at: '2026-11-20T10:00:00.000Z', until: '2026-12-20T10:00:00.000Z' }],
    }),
    on(duplicates.merge, { merged: 1 }),
    on(duplicates.apart, { ok: true }),
    on(duplicates.undo, { ok: true }),
  );
  await show(<Screen />);
  /** Clicks a button as soon as the previous call has ended. */
  const press = async (name: string) => {
    const button = await screen.findByRole<HTMLButtonElement>('button', { name });
    await expect.poll(() => button.disabled).toBe(false);
    fireEvent.click(button);
  };
  await press('Dieses behalten: „Das Moor“ (b-1)');
  await expect.poll(() => api.to(duplicates.merge)[0]?.body).toEqual({ kept: 'b-1', gone: 'a-1' });
  await press('Nicht dasselbe');
  await expect.poll(() => api.to(duplicates.apart)[0]?.body).toEqual({ one: 'a-1', other: 'b-1' });
  await press('Zusammenführung von „Forst“ rückgängig machen');
  await expect.poll(() => api.to(duplicates.undo)[0]?.params).toEqual({ id: ID });
});
