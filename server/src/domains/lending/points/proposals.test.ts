/** Proposals of rules by desk staff, on which administrators of the point decide (docs/behaviour/lending.md#proposals). */
import { DAY } from '@fundus/contract/days';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import { lendingProposals } from '@fundus/contract/lending/points/proposals';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Mail } from '../../../mail/compose.ts';
import { runSweepSteps } from '../../../sweep.ts';
import { schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { at, MONDAY, openPoint, POINT } from '../../../testing/lending.ts';

const portal = usePortal({ GeraeteVerleih: true });
let admin: Caller;
let desk: Caller;
let kim: Caller;
beforeAll(async () => {
  admin = await portal.as(schoolAdmin({ email: 'ada@a.example' }));
  desk = await portal.as(teacher({ email: 'dana@a.example', vorname: 'Dana', name: 'Desk', capabilities: ['cap_lending'] }));
  kim = await portal.as(teacher());
});
beforeEach(async () => {
  portal.setNow(MONDAY);
  await portal.portal.db.deleteFrom('job').execute();
});

const mails = async (): Promise<string[]> =>
  (await portal.portal.db.selectFrom('job').select('payload').where('kind', '=', 'mail').execute())
    .map(({ payload }) => payload as Mail)
    .map(({ to, subject }) => `${to.address}: ${subject}`)
    .sort();
const propose = (who: Caller, id: string, body: object) =>
  who.call(lendingProposals.propose, { ...at(id), body: { version: 1, ...body } as never });
const listOf = async (who: Caller, point: string) => (await who.call(lendingProposals.proposals, { query: { point } })).items;

test('applies the changed fields of a proposal on acceptance', async () => {
  const point = await openPoint(admin);
  const made = await propose(desk, point.id, { ...POINT, keep_days: undefined, open_schools: undefined, max_days: 7, note: 'Ferien' });
  expect(made).toMatchObject({ by: 'Dana Desk', fields: { max_days: 7 }, state: 'open', can: { decide: false, withdraw: true } });
  expect(Object.keys(made.fields)).toEqual(['max_days']);
  expect(await mails()).toEqual(['ada@a.example: Vorschlag für Medienausleihe']);
  expect((await listOf(admin, point.id))[0]).toMatchObject({ note: 'Ferien', can: { decide: true, withdraw: false } });
  await expect(kim.call(lendingProposals.proposals, { query: { point: point.id } })).rejects.toMatchObject({ status: 403 });
  await expect(propose(kim, point.id, { max_days: 3 })).rejects.toMatchObject({ status: 403 });
  await expect(desk.call(lendingProposals.acceptProposal, { ...at(made.id), body: {} })).rejects.toMatchObject({ status: 403 });
  await expect(desk.call(lendingDesk.changePoint, { ...at(point.id), body: { version: 1, max_days: 7 } })).rejects.toMatchObject({
    status: 403,
  });
  await admin.call(lendingProposals.acceptProposal, { ...at(made.id), body: {} });
  const after = (await kim.call(lending.points)).items.find(({ id }) => id === point.id);
  expect(after).toMatchObject({ max_days: 7, version: 2 });
  expect(await mails()).toContain('dana@a.example: Übernommen: Ihr Vorschlag für Medienausleihe');
  await expect(admin.call(lendingProposals.acceptProposal, { ...at(made.id), body: {} })).rejects.toMatchObject({
    code: 'state_conflict',
    details: { state: 'accepted' },
  });
});

test('rejects the acceptance of a proposal if the rules have changed since', async () => {
  const point = await openPoint(admin);
  const made = await propose(desk, point.id, { max_days: 7 });
  await admin.call(lendingDesk.changePoint, { ...at(point.id), body: { version: 1, renewal_days: 3 } });
  expect((await listOf(admin, point.id))[0]).toMatchObject({ outdated: true });
  await expect(admin.call(lendingProposals.acceptProposal, { ...at(made.id), body: {} })).rejects.toMatchObject({
    status: 409,
    code: 'version_conflict',
  });
  expect((await kim.call(lending.points)).items.find(({ id }) => id === point.id)).toMatchObject({ max_days: 14, version: 2 });
  expect((await listOf(desk, point.id))[0]!.state).toBe('open');
  await expect(propose(desk, point.id, { max_days: 7 })).rejects.toMatchObject({ code: 'version_conflict' });
});

test('lets only its author withdraw a proposal', async () => {
  const point = await openPoint(admin);
  const [one, two] = [await propose(desk, point.id, { max_days: 7 }), await propose(desk, point.id, { terms: 'Mit Sorgfalt' })];
  await expect(admin.call(lendingProposals.declineProposal, { ...at(one.id), body: { reason: '' } })).rejects.toMatchObject({
    status: 400,
  });
  await admin.call(lendingProposals.declineProposal, { ...at(one.id), body: { reason: 'Zu kurz' } });
  expect(await mails()).toContain('dana@a.example: Abgelehnt: Ihr Vorschlag für Medienausleihe');
  await expect(admin.call(lendingProposals.withdrawProposal, { ...at(two.id), body: {} })).rejects.toMatchObject({ status: 403 });
  await desk.call(lendingProposals.withdrawProposal, { ...at(two.id), body: {} });
  expect((await listOf(desk, point.id)).map(({ state, reason }) => [state, reason]).sort()).toEqual([
    ['declined', 'Zu kurz'],
    ['withdrawn', ''],
  ]);
  portal.setNow(new Date(MONDAY.getTime() + 90 * DAY));
  await runSweepSteps(portal.portal);
  expect(await portal.portal.db.selectFrom('lending_proposal').select('id').where('point_id', '=', point.id).execute()).toEqual([]);
});

test('rejects proposals without changes or with invalid rules', async () => {
  const point = await openPoint(admin);
  await expect(propose(desk, point.id, { max_days: 14, week: POINT.week })).rejects.toMatchObject({
    code: 'state_conflict',
    details: { reason: 'nothing_changes' },
  });
  await expect(propose(desk, point.id, { max_days: 0 })).rejects.toMatchObject({ status: 400, problems: ['max_days min'] });
  await expect(propose(desk, point.id, { guests: true })).rejects.toMatchObject({ problems: ['guests choice'] });
});
