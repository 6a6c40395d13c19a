/** Recipients of notices about classes, media lists and shared media. */
import { accounts } from '@fundus/contract/accounts/accounts';
import { assignments } from '@fundus/contract/assignments/assignments';
import { classes } from '@fundus/contract/classes/classes';
import { classMembers } from '@fundus/contract/classes/members';
import { medialists } from '@fundus/contract/medialists/medialists';
import { medialistSharing } from '@fundus/contract/medialists/sharing';
import { notices } from '@fundus/contract/notices/notices';
import { sharedMedia } from '@fundus/contract/shared-media/shared-media';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestCode } from '../../testing/classes.ts';
import { pupil, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { runSweepSteps } from '../../sweep.ts';

const portal = usePortal();
let anna: Caller;
let ben: Caller;
let ida: Caller;
let code: Caller;
let classId: string;
const at = (moment: string): void => portal.setNow(new Date(moment));
const idOf = async (caller: Caller): Promise<string> => ((await caller.call(accounts.userinfo)) as { id: string }).id;
const heard = async (caller: Caller): Promise<string[]> => (await caller.call(notices.list, { query: {} })).items.map(({ title }) => title);
beforeAll(async () => {
  at('2026-11-20T09:00:00Z');
  await portal.store({ identifier: 'film', fn_titel: 'Vulkane', fn_typ: '49' }, { identifier: 'atlas', fn_titel: 'Atlas', fn_typ: '49' });
  anna = await portal.as(teacher({ email: 'anna@x.example', vorname: 'Anna', name: 'Adler' }));
  ben = await portal.as(teacher({ email: 'ben@x.example' }));
  ida = await portal.as(pupil({ email: 'ida@x.example' }));
  classId = (await anna.call(classes.create, { body: { name: '8b' } })).id;
  await anna.call(classMembers.addMembers, { params: { id: classId }, body: { people: [await idOf(ida)], role: 'student' } });
  code = (await createTestCode(portal, { classes: [classId] })).caller;
  // The sessions must not expire, because the tests move the clock by days.
  const later = new Date('2099-01-01');
  await portal.portal.db.updateTable('session').set({ expires_at: later, last_seen_at: later }).execute();
});
beforeEach(() => portal.portal.db.deleteFrom('notice').execute());

const steps = [{ kind: 'text' as const, title: 'Lesen', task: 'Lies.', completion: 'self_marked' as const }];
const give = (body: object) =>
  anna.call(assignments.create, { params: { id: classId }, body: { title: 'Vulkane', steps, publish: true, ...body } as never });

test('reminds only unfinished learners on the day before an assignment ends', async () => {
  const { id, contents } = await give({ due_at: '2026-11-25T11:00:00Z' });
  await give({ title: 'Später', visible_from: '2026-11-22' });
  await portal.jobs.runDue();
  for (const learner of [ida, code]) expect(await heard(learner)).toEqual(['Neue Aufgabe in 8b: Vulkane']);
  at('2026-11-22T09:00:00Z');
  await Promise.all([runSweepSteps(portal.portal), runSweepSteps(portal.portal)]);
  expect(await heard(code)).toEqual(['Neue Aufgabe in 8b: Später', 'Neue Aufgabe in 8b: Vulkane']);
  await ida.call(assignments.report, { params: { id, stepId: contents[0]!.id }, body: { event: 'mark', done: true } });
  for (const moment of ['2026-11-24T06:00:00Z', '2026-11-24T08:00:00Z', '2026-11-24T09:00:00Z']) {
    at(moment);
    await runSweepSteps(portal.portal);
    expect((await heard(code)).length, moment).toBe(moment.includes('T06') ? 2 : 3);
  }
  expect((await heard(code))[0]).toBe('Noch nicht fertig: Vulkane');
  expect(await heard(ida)).toHaveLength(2);
});

test('notifies teachers of requests for help once per hour', async () => {
  at('2026-11-20T09:10:00Z');
  const { id, contents } = await give({ title: 'Karten' });
  const ask = (learner: Caller, wanted = true) =>
    learner.call(assignments.report, { params: { id, stepId: contents[0]!.id }, body: { event: 'help', wanted } });
  for (const learner of [ida, code]) await ask(learner);
  expect(await heard(anna)).toEqual(['8b: Hilfe gewünscht bei „Karten“']);
  at('2026-11-20T10:10:00Z');
  await ask(ida);
  expect(await heard(anna), 'still wanted').toHaveLength(1);
  await ask(ida, false);
  await ask(ida);
  expect(await heard(anna)).toHaveLength(2);
  expect(await heard(ben)).toEqual([]);
});

test('notifies colleagues of shared and archived lists and shared media', async () => {
  at('2026-11-20T09:20:00Z');
  const { id } = await anna.call(medialists.create, { body: { title: 'Wasser' } });
  const userId = await idOf(ben);
  const member = (role: 'viewer' | 'editor') => anna.call(medialistSharing.setMember, { params: { id, userId }, body: { role } });
  await member('viewer');
  await member('editor');
  expect(await heard(ben)).toEqual(['Medienliste für Sie freigegeben: Wasser']);
  at('2026-11-20T09:21:00Z');
  await anna.call(medialists.archive, { params: { id } });
  const share = (media: string[], visible_from: string | null = null) =>
    anna.call(sharedMedia.share, { body: { media, people: [userId], visible_from } });
  at('2026-11-20T09:22:00Z');
  await share(['film', 'atlas']);
  await share(['film', 'atlas']);
  await share(['film'], '2026-11-30');
  expect(await heard(ben)).toEqual([
    'Ihnen empfohlen: Vulkane (+1)',
    'Medienliste archiviert: Wasser',
    'Medienliste für Sie freigegeben: Wasser',
  ]);
  expect(await heard(anna)).toEqual([]);
});
