/** Tests comments for several learners and the sums of their progress (docs/behaviour/assignments.md#results). */
import { accounts } from '@fundus/contract/accounts/accounts';
import { assignments } from '@fundus/contract/assignments/assignments';
import { assignmentResults as results } from '@fundus/contract/assignments/results';
import { classes } from '@fundus/contract/classes/classes';
import { classMembers } from '@fundus/contract/classes/members';
import { notices } from '@fundus/contract/notices/notices';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../db/new-id.ts';
import { pupil, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';

const portal = usePortal();
let anna: Caller;
let ben: Caller;
let ida: Caller;
let jan: Caller;
let classId: string;
const member: Record<'ida' | 'jan', string> = { ida: '', jan: '' };
const refused = (code: string, field?: string) => expect.objectContaining({ code, ...(field && { field }) });

beforeAll(async () => {
  portal.setNow(new Date('2026-11-22T09:00:00Z'));
  anna = await portal.as(teacher({ email: 'anna@x.example' }));
  ben = await portal.as(teacher({ email: 'ben@x.example' }));
  ida = await portal.as(pupil({ email: 'ida@x.example', vorname: 'Ida', name: 'Igel' }));
  jan = await portal.as(pupil({ email: 'jan@x.example', vorname: 'Jan', name: 'Jaguar' }));
  classId = (await anna.call(classes.create, { body: { name: '8b' } })).id;
  const ids = await Promise.all([ida, jan].map(async (who) => ((await who.call(accounts.userinfo)) as { id: string }).id));
  await anna.call(classMembers.addMembers, { params: { id: classId }, body: { people: ids, role: 'student' } });
  const { items } = await anna.call(classMembers.members, { params: { id: classId }, query: {} });
  [member.ida, member.jan] = ids.map((id) => items.find(({ person_id }) => person_id === id)!.id) as [string, string];
});
beforeEach(async () => {
  await portal.portal.db.deleteFrom('assignment').execute();
  await portal.portal.db.deleteFrom('notice').execute();
});

const give = () =>
  anna.call(assignments.create, {
    params: { id: classId },
    body: { title: 'Vulkane', steps: ['Lesen', 'Schreiben'].map((title) => ({ kind: 'text', title })), publish: true } as never,
  });
type Given = Awaited<ReturnType<typeof give>>;
const comment = (given: Given, body: object, who = anna) =>
  who.call(results.commentAll, {
    params: { id: given.id, stepId: given.contents[0]!.id },
    body: { members: [member.ida, member.jan], comment: 'Bitte noch einmal lesen.', ...body },
  });
const commentOf = async (who: Caller, given: Given) =>
  (await who.call(assignments.read, { params: { id: given.id } })).contents[0]!.work!.comment;
const feedbackOf = async (who: Caller) =>
  (await who.call(notices.list, { query: {} })).items.filter(({ title }) => title.startsWith('Rückmeldung')).length;

test('notifies each learner of a comment sent to several learners', async () => {
  const given = await give();
  expect(await comment(given, {})).toEqual({ commented: 2, kept: 0 });
  for (const who of [ida, jan]) {
    expect(await commentOf(who, given)).toBe('Bitte noch einmal lesen.');
    expect(await feedbackOf(who)).toBe(1);
  }
});

test('keeps existing comments unless the teacher chooses to replace them', async () => {
  const given = await give();
  await comment(given, { members: [member.ida], comment: 'Gut beobachtet!' });
  expect(await comment(given, {})).toEqual({ commented: 1, kept: 1 });
  expect([await commentOf(ida, given), await commentOf(jan, given)]).toEqual(['Gut beobachtet!', 'Bitte noch einmal lesen.']);
  expect(await comment(given, { replace: true })).toEqual({ commented: 2, kept: 0 });
  expect(await commentOf(ida, given)).toBe('Bitte noch einmal lesen.');
});

test('sends the same comment to a learner only once', async () => {
  const given = await give();
  await comment(given, {});
  await ida.call(assignments.seenFeedback, { params: { id: given.id } });
  expect(await comment(given, {})).toEqual({ commented: 2, kept: 0 });
  expect((await ida.call(assignments.read, { params: { id: given.id } })).own!.unread).toBe(0);
});

test('rejects comments from other teachers and for learners outside the class', async () => {
  const given = await give();
  await expect(comment(given, {}, ben)).rejects.toEqual(refused('not_found'));
  await expect(comment(given, { members: [member.ida, newId()] })).rejects.toEqual(refused('not_found', 'members'));
  await expect(comment(given, { comment: ' ' })).rejects.toEqual(refused('validation_failed', 'comment'));
  const elsewhere = { params: { id: given.id, stepId: newId() }, body: { members: [member.ida], comment: 'Gut' } };
  await expect(anna.call(results.commentAll, elsewhere)).rejects.toEqual(refused('not_found', 'stepId'));
  expect(await commentOf(ida, given)).toBe('');
});

test('does not count actions of a teacher as activity of the learner', async () => {
  const given = await give();
  await comment(given, {});
  await anna.call(results.reviewWork, {
    params: { id: given.id, stepId: given.contents[1]!.id, memberId: member.jan },
    body: { done: true },
  });
  const grid = await anna.call(results.grid, { params: { id: classId }, query: {} });
  expect(grid.learners.map(({ active_now, last_on }) => [active_now, last_on])).toEqual([
    [false, null],
    [false, null],
  ]);
  // A learner can work on a step even if the teacher commented on it first.
  const at = { params: { id: given.id, stepId: given.contents[0]!.id }, body: { event: 'mark' as const, done: true } };
  expect(await jan.call(assignments.report, at)).toMatchObject({ state: 'completed', comment: 'Bitte noch einmal lesen.' });
});

test('names the first step in which a learner needs help', async () => {
  const given = await give();
  const [first, second] = given.contents.map(({ id }) => id);
  const help = (who: Caller, stepId: string, wanted = true) =>
    who.call(assignments.report, { params: { id: given.id, stepId }, body: { event: 'help', wanted } });
  await help(jan, second!);
  const line = async () => (await anna.call(assignments.list, { params: { id: classId }, query: {} })).items[0]!.sums;
  expect(await line()).toMatchObject({ learners: 2, needs_help: 1, help_step: second });
  await help(ida, first!);
  await help(ida, second!);
  expect(await line()).toMatchObject({ needs_help: 2, help_step: first });
  const grid = await anna.call(results.grid, { params: { id: classId }, query: {} });
  expect(grid.learners.flatMap(({ cells }) => cells.map(({ help_step }) => help_step))).toEqual([first, second]);
  const hint = (await anna.call(notices.list, { query: {} })).items.find(({ href }) => href?.includes('tab=results'));
  expect(hint?.href).toContain(`step=${second}`);
});
