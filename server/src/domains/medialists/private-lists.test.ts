/** Media lists if `PrivateMedialists` is set (docs/behaviour/medialists.md#fields). */
import { medialists as lists } from '@fundus/contract/medialists/medialists';
import { expect, test } from 'vitest';
import { teacher } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';

const portal = usePortal({ PrivateMedialists: true });

test('rejects showing a list to the school', async () => {
  const anna = await portal.as(teacher({ email: 'anna@x.example' }));
  const refused = expect.objectContaining({ code: 'validation_failed', field: 'visibility' });
  await expect(anna.call(lists.create, { body: { title: 'Wasser', visibility: 'school' } })).rejects.toEqual(refused);
  const { id } = await anna.call(lists.create, { body: { title: 'Wasser' } });
  await expect(anna.call(lists.change, { params: { id }, body: { version: 1, visibility: 'school' } })).rejects.toEqual(refused);
});

test('allows changes to a list that was shown to the school earlier', async () => {
  const anna = await portal.as(teacher({ email: 'anna@y.example' }));
  const { id } = await anna.call(lists.create, { body: { title: 'Wasser' } });
  const change = (version: number, body: object) => anna.call(lists.change, { params: { id }, body: { version, ...body } });
  await portal.portal.db.updateTable('medialist').set({ visibility: 'school' }).where('id', '=', id).execute();
  expect(await change(1, { title: 'Regen', visibility: 'school' })).toMatchObject({ title: 'Regen', visibility: 'school' });
  expect(await change(2, { visibility: 'private' })).toMatchObject({ visibility: 'private' });
});
