/** Licences out of the rows of a table that names their schools. */
import { accounts } from '@fundus/contract/accounts/accounts';
import { shiftDay, today } from '@fundus/contract/days';
import { licenceBulk } from '@fundus/contract/licences/bulk';
import { licences, type NewLicence } from '@fundus/contract/licences/licences';
import { beforeAll, expect, test } from 'vitest';
import type { UserCtx } from '../../../http/context.ts';
import { districtAdmin, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import type { PackageLine } from '../packages/package-lines.ts';
import { assignByRows } from './rows.ts';

const day = (shift: number) => shiftDay(today(new Date()), shift);

const portal = usePortal();
let kreis: Caller;
beforeAll(async () => {
  kreis = await portal.as(districtAdmin());
});

const store = async (identifier: string) => {
  await portal.store({ identifier, fn_titel: `Vulkane ${identifier}`, fn_typ: '49', licences: [{ scope: 'none' }] });
  return identifier;
};
const enter = (more: Partial<NewLicence> & { mediaId: string }) =>
  kreis.call(licences.create, { body: { scope: 'school', valid_to: day(30), ...more } });
const endsOf = async (by: Caller, licensor: string) =>
  (await by.call(licences.list, { query: { licensor, show: 'all', sort: 'title' } })).items.map(({ valid_to }) => valid_to);

const line = (more: Partial<PackageLine>): PackageLine => ({
  ...{
    line: 1,
    medium: '',
    code: '',
    licensor: '',
    scope: 'school',
    seats: 0,
    runtime: 'until_date',
    runtime_days: null,
    valid_from: null,
  },
  ...{ valid_to: day(365), audience: 'all', rights: {}, price: null, school: '', problem: null, ...more },
});

test('enters and renews licences by rows that name their schools', async () => {
  const [one, two] = [await store('R-1'), await store('R-2')];
  const known = await enter({ mediaId: one, licensor: 'Zeilen', school_id: 'school-a', purchase_ref: 'Z-1' });
  const blank = await enter({ mediaId: two, licensor: 'Zeilen', school_id: 'school-b' });
  const lines = [
    line({ line: 2, medium: one, code: 'Z-1', school: '10a' }),
    line({ line: 3, medium: two, school: '10b' }),
    line({ line: 4, medium: two, code: 'Z-3', school: '10a', price: 500 }),
    line({ line: 5, medium: two, code: 'Z-3', school: '10b' }),
    line({ line: 6, medium: two, code: 'Z-4', school: '999' }),
    line({ line: 7, medium: 'gibt-es-nicht', code: 'Z-5' }),
  ];
  const user = { ...(await kreis.call(accounts.userinfo)), district_id: 'district-a', school_id: null } as unknown as UserCtx['user'];
  const assign = (dryRun: boolean) =>
    portal.portal.db.transaction().execute((db) => {
      const ctx = { ...portal.portal, db, now: new Date(), user, afterCommit: () => undefined } as unknown as UserCtx;
      return assignByRows(ctx, lines, { licensor: 'Zeilen', dryRun });
    });
  const seen = await assign(true);
  expect(seen.rows.map(({ line: n, result, problem }) => [n, result, problem && `${problem.field} ${problem.rule}`])).toEqual([
    [2, 'changed', null],
    [3, 'changed', null],
    [4, 'new', null],
    [5, 'error', 'code duplicate'],
    [6, 'error', 'school unknown'],
    [7, 'unknown', null],
  ]);
  expect(await endsOf(kreis, 'Zeilen')).toEqual([day(30), day(30)]);
  const done = await assign(false);
  expect(done).toMatchObject({ created: 1, changed: 2, here: 0, left_out: 3 });
  expect(
    (await kreis.call(licences.list, { query: { licensor: 'Zeilen' } })).items
      .map(({ id, valid_to }) => [id === known.id || id === blank.id, valid_to])
      .sort(),
  ).toEqual([
    [false, day(365)],
    [true, day(365)],
    [true, day(365)],
  ]);
  expect(await assign(false)).toMatchObject({ created: 0, changed: 0, here: 3 });
  expect(await kreis.call(licenceBulk.undoMany, { params: { id: done.bulk_id! } })).toEqual({ undone: 3, skipped: 0 });
  expect(await endsOf(kreis, 'Zeilen')).toEqual([day(30), day(30)]);
});
