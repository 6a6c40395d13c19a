/**
 * Grace period of a licence (docs/behaviour/licences.md#visibility). It is the same in the contract, the user's list of licences and the search
 * index.
 */
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { shiftDay } from '@fundus/contract/days';
import { library } from '@fundus/contract/library/library';
import { licences } from '@fundus/contract/licences/licences';
import { afterEach, expect, test, vi } from 'vitest';
import { pupil, schoolAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';

const GRACE = 28;
const LAST_DAY = '2027-05-15';
const at = (day: string) => new Date(`${day}T10:00:00+02:00`);

const portal = usePortal({ licenceGraceDays: GRACE });
afterEach(() => portal.setNow(null));

test('hides a medium from staff only after the grace period', async () => {
  portal.setNow(at(LAST_DAY));
  await portal.store({ identifier: 'late', fn_titel: 'Ebbe', fn_typ: '49', licences: [{ scope: 'none' }] });
  const admin = await portal.as(schoolAdmin());
  await admin.call(licences.create, {
    body: { mediaId: 'late', scope: 'school', seats: 0, runtime: 'until_date', valid_to: LAST_DAY },
  });
  const sees = async (who: Caller) => [
    (await who.call(library.licences, { query: {} })).items.length > 0,
    (await who.call(catalogue.search, { query: { q: 'Ebbe' } })).total > 0,
  ];
  const after = async (days: number) => {
    portal.setNow(at(shiftDay(LAST_DAY, days)));
    // Signs in again, because sessions expire as the days pass.
    const [manager, staff, learner] = [await portal.as(schoolAdmin()), await portal.as(teacher()), await portal.as(pupil())];
    const { state } = (await manager.call(licences.list, { query: { show: 'all' } })).items[0]!;
    return { state, staff: await sees(staff), learner: await sees(learner) };
  };
  // The index reflects the date only after its next check.
  const turns = async (days: number, expected: Awaited<ReturnType<typeof after>>) =>
    vi.waitFor(async () => expect(await after(days)).toEqual(expected), { timeout: 120_000, interval: 100 });
  await turns(0, { state: 'expiring', staff: [true, true], learner: [true, true] });
  await turns(1, { state: 'grace', staff: [true, true], learner: [false, false] });
  await turns(GRACE, { state: 'grace', staff: [true, true], learner: [false, false] });
  await turns(GRACE + 1, { state: 'expired', staff: [false, false], learner: [false, false] });
});
