/** Lists with `PrivateMedialists` (docs/behaviour/medialists.md#fields). */
import { medialists as lists } from '@fundus/contract/medialists/medialists';
import { expect, test } from 'vitest';
import { teacher } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';

const portal = usePortal({ PrivateMedialists: true });

test('cannot be shown to the school; one that was shown before can still be changed and hidden', async () => {
  const anna = await portal.as(teacher({ email: 'anna@x.example' }));
  const refused = expect.objectContaining({ code: 'validation_failed', field: 'visibility' });
  await expect(anna.call(lists.create, { body: { title: 'Wasser', visibility: 'school' } })).rejects.toEqual(refused);
  const { id } = await anna.call(lists.create, { body: { title: 'Wasser' } });
  const change = (version: number, body: object) => anna.call(lists.change, { params: { id }, body: { version, ...body } });
  await expect(change(1, { visibility: 'school' })).rejects.toEqual(refused);
  await portal.portal.db.updateTable('medialist').set({ visibility: 'school' }).where('id', '=', id).execute();
  expect(await change(1, { title: 'Regen', visibility: 'school' })).toMatchObject({ title: 'Regen', visibility: 'school' });
  expect(await change(2, { visibility: 'private' })).toMatchObject({ visibility: 'private' });
});
