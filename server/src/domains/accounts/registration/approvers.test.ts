/** Tests notices and reminders about people who wait for approval. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { ValueOf } from '../../../db/tables.ts';
import { Mail } from '../../../mail/compose.ts';
import { districtAdmin, schoolAdmin, teacher } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { sweepAccounts } from '../sweep.ts';
import { findApprovers } from './approver-repository.ts';

const portal = usePortal();
beforeAll(async () => {
  await portal.as(schoolAdmin({ email: 'leitung@schule.example' }));
  await portal.as(districtAdmin({ email: 'kreis@schule.example' }));
});
beforeEach(() => portal.portal.db.deleteFrom('person').where('state', '=', 'pending_approval').execute());

/** Creates a teacher of school A who has been waiting for approval since `since`. */
async function waits(name: string, since: string): Promise<void> {
  const email = `${name.toLowerCase()}@wartet.example`;
  await portal.as(teacher({ email, vorname: name, name: '' }));
  await portal.portal.db
    .updateTable('person')
    .set({ state: 'pending_approval', state_since: new Date(since) })
    .where('email', '=', email)
    .execute();
}

/** Runs the routine. Returns each recipient of a mail with the number of people listed in it. */
async function sweepAt(moment: string): Promise<string[]> {
  portal.setNow(new Date(moment));
  await portal.portal.db.deleteFrom('job').execute();
  await sweepAccounts(portal.portal);
  portal.setNow(null);
  const jobs = await portal.portal.db.selectFrom('job').select('payload').where('kind', '=', 'mail').execute();
  return jobs
    .map(({ payload }) => Mail.parse(payload))
    .map(({ to, body }) => `${to.address} ${body.flatMap((part) => (part.kind === 'facts' ? part.rows : [])).length}`)
    .sort();
}

test('sends one reminder for all registrations of the same day', async () => {
  await waits('Ada', '2026-06-08T06:30:00Z');
  await waits('Bea', '2026-06-08T12:15:00Z');
  await waits('Cem', '2026-06-08T21:45:00Z');
  await waits('Dana', '2026-06-08T22:15:00Z'); // This is after midnight in Berlin.
  expect(await sweepAt('2026-06-10T20:00:00Z'), 'two days later').toEqual([]);
  expect(await sweepAt('2026-06-11T06:00:00Z')).toEqual(['leitung@schule.example 3']);
  for (const hour of ['07', '13', '21']) expect(await sweepAt(`2026-06-11T${hour}:50:00Z`), hour).toEqual([]);
  expect(await sweepAt('2026-06-12T06:00:00Z')).toEqual(['leitung@schule.example 1']);
  expect(await sweepAt('2026-06-15T06:00:00Z'), 'after seven days').toEqual(['leitung@schule.example 3']);
  expect(await sweepAt('2026-06-16T06:00:00Z')).toEqual(['leitung@schule.example 1']);
  expect(await sweepAt('2026-06-30T06:00:00Z'), 'no more').toEqual([]);
});

test('sends only one reminder for a registration that is a week old', async () => {
  await waits('Emre', '2026-06-01T09:00:00Z');
  expect(await sweepAt('2026-06-11T06:00:00Z')).toEqual(['leitung@schule.example 1']);
  expect(await sweepAt('2026-06-11T07:00:00Z')).toEqual([]);
});

test('notifies the district if no school administrator can sign in', async () => {
  const schoolIs = (state: ValueOf<'school', 'state'>) =>
    portal.portal.db.updateTable('school').set({ state }).where('id', '=', 'school-a').execute();
  for (const [state, to] of [
    ['suspended', 'kreis'],
    ['closed', 'kreis'],
    ['closing', 'leitung'],
    ['active', 'leitung'],
  ] as const) {
    await portal.portal.db.deleteFrom('person').where('state', '=', 'pending_approval').execute();
    await schoolIs('active');
    await waits(`Fee-${state}`, '2026-06-08T06:30:00Z');
    await schoolIs(state);
    expect(await sweepAt('2026-06-11T06:00:00Z'), state).toEqual([`${to}@schule.example 1`]);
  }
});

test('notifies district administrators even if their own school is suspended', async () => {
  await portal.as(districtAdmin({ email: 'beides@schule.example', district_id: null, school_id: 'school-b', school_admin: '1' }));
  await portal.portal.db.updateTable('school').set({ state: 'closed' }).where('id', '=', 'school-b').execute();
  expect(await findApprovers(portal.portal.db, { school_id: 'school-b', district_id: 'district-a' })).toHaveLength(1);
});
