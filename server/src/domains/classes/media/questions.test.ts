/** Tests how learners ask for media that they cannot open and are answered in their class (docs/behaviour/classes.md#questions). */
import { classes } from '@fundus/contract/classes/classes';
import { classMedia } from '@fundus/contract/classes/media';
import { classMembers } from '@fundus/contract/classes/members';
import { classQuestions, MAX_OWN_QUESTIONS } from '@fundus/contract/classes/questions';
import { licences } from '@fundus/contract/licences/licences';
import { beforeAll, expect, test } from 'vitest';
import { createTestCode, people, statusOf } from '../../../testing/classes.ts';
import { pupil, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { sweepQuestions } from './questions.ts';

const portal = usePortal();
let ada: Caller;
let cem: Caller;
let dana: Caller;
let n = 0;

beforeAll(async () => {
  portal.setNow(new Date('2026-11-21T09:00:00Z'));
  const closed = { fn_typ: '49', licences: [{ scope: 'none' as const }] };
  await portal.store(
    { identifier: 'free', fn_titel: 'Frei', fn_typ: '49' },
    { identifier: 'none', fn_titel: 'Ohne Lizenz', fn_geb: ['220'], ...closed },
    { identifier: 'seats', fn_titel: 'Mit Plätzen', ...closed },
    ...Array.from({ length: MAX_OWN_QUESTIONS + 1 }, (_, i) => ({ identifier: `many-${i}`, fn_titel: `Nr. ${i}`, ...closed })),
  );
  const admin = await portal.as(schoolAdmin({ email: 'admin@a.example' }));
  await admin.call(licences.create, { body: { mediaId: 'seats', scope: 'volume', seats: 5, valid_to: '2099-01-01' } });
  ada = await portal.as(teacher({ vorname: 'Ada', name: 'Amsel', email: 'ada@a.example' }));
  cem = await portal.as(pupil({ email: 'cem@a.example' }));
  dana = await portal.as(pupil({ email: 'dana@a.example' }));
});

async function makeClass(learners: string[], about: object = {}): Promise<string> {
  const { id } = await ada.call(classes.create, { body: { name: `Klasse ${++n}`, ...about } });
  if (learners.length === 0) return id;
  await ada.call(classMembers.addMembers, { params: { id }, body: { role: 'student', people: await people(portal, ...learners) } });
  return id;
}
const ask = (who: Caller, id: string, identifier = 'none') =>
  who.call(classQuestions.requestMedium, { params: { id }, body: { identifier } });
const read = async (who: Caller, id: string) => (await who.call(classQuestions.questions, { params: { id } })).items;
const answer = (id: string, questionId: string, body: object, who = ada) =>
  who.call(classQuestions.answer, { params: { id, questionId }, body: body as never });
const about = async (who: Caller, mediaId = 'none') => (await who.call(classQuestions.askable, { params: { mediaId } })).classes;

test('combines the questions of several learners into one anonymous question', async () => {
  const id = await makeClass(['cem@a.example', 'dana@a.example']);
  expect(await ask(cem, id)).toMatchObject({ id, state: 'open', reason: null });
  await ask(cem, id);
  expect((await about(dana)).find((each) => each.id === id)?.state).toBe('none');
  await ask(dana, id);
  expect(await read(ada, id)).toMatchObject([{ identifier: 'none', title: 'Ohne Lizenz', count: 2, state: 'open', may: 'none' }]);
  expect((await ada.call(classes.read, { params: { id } })).questions).toBe(1);
  expect((await cem.call(classes.read, { params: { id } })).questions).toBe(1);
  const [question] = await read(ada, id);
  await answer(id, question!.id, { answer: 'decline', reason: 'later' });
  expect(await read(ada, id)).toEqual([]);
  expect(await read(cem, id)).toMatchObject([{ state: 'declined', reason: 'later', count: 0 }]);
  expect((await about(cem)).find((each) => each.id === id)).toMatchObject({ state: 'declined', reason: 'later' });
  expect(await ask(dana, id)).toMatchObject({ state: 'declined' });
  await answer(id, question!.id, { answer: 'reopen' });
  expect(await read(ada, id)).toHaveLength(1);
});

test('rejects a positive answer for a medium without a licence', async () => {
  const id = await makeClass(['cem@a.example']);
  await ask(cem, id);
  const [closed] = await read(ada, id);
  await expect(answer(id, closed!.id, { answer: 'share' })).rejects.toMatchObject({ code: 'state_conflict' });
  expect((await ada.call(classMedia.media, { params: { id } })).items).toEqual([]);
});

test('assigns a licence seat to the class after a positive answer', async () => {
  const id = await makeClass(['cem@a.example']);
  await ask(cem, id, 'seats');
  const open = (await read(ada, id)).find((each) => each.identifier === 'seats')!;
  expect(open).toMatchObject({ may: 'seats', seats: 1 });
  expect(await answer(id, open.id, { answer: 'share' })).toEqual({ seated: 1, without_seat: 0 });
  expect((await cem.call(classMedia.media, { params: { id } })).items.map((each) => each.identifier)).toEqual(['seats']);
  expect((await read(cem, id)).map(({ identifier, state }) => [identifier, state])).toContainEqual(['seats', 'shared']);
  expect(await statusOf(ask(cem, id, 'seats'))).toBe(409);
});

test('closes the question when the medium is shared with the class', async () => {
  const other = await makeClass(['dana@a.example']);
  await ask(dana, other, 'seats');
  await ada.call(classMedia.share, { body: { classes: [other], media: ['seats'], seats: true } });
  expect(await read(ada, other)).toEqual([]);
});

test('lets only learners of the class ask about media they cannot open', async () => {
  const id = await makeClass(['cem@a.example']);
  expect(await statusOf(ask(dana, id))).toBe(404);
  expect(await statusOf(ask(ada, id))).toBe(403);
  expect(await statusOf(ask(await portal.as(schoolAdmin()), id))).toBe(403);
  expect(await statusOf(ask(cem, id, 'free'))).toBe(409);
  expect(await statusOf(ask(cem, id, 'unknown'))).toBe(404);
  await ask(cem, id);
  const [question] = await read(ada, id);
  expect(await statusOf(answer(id, question!.id, { answer: 'decline', reason: 'later' }, cem))).toBe(403);
  expect(await statusOf(answer(id, question!.id, { answer: 'decline' }))).toBe(400);
  const other = await makeClass(['cem@a.example']);
  expect(await statusOf(answer(other, question!.id, { answer: 'decline', reason: 'later' }))).toBe(404);
  expect(await about(ada)).toEqual([]);
});

test('lets a learner-code session ask a question and read the answer', async () => {
  const id = await makeClass([]);
  const { caller: guest } = await createTestCode(portal, { classes: [id] });
  expect(await ask(guest, id)).toMatchObject({ state: 'open' });
  expect(await read(ada, id)).toMatchObject([{ count: 1 }]);
  expect(await about(guest)).toMatchObject([{ id, state: 'open' }]);
  await answer(id, (await read(ada, id))[0]!.id, { answer: 'decline', reason: 'not_fitting' });
  expect(await read(guest, id)).toMatchObject([{ state: 'declined', reason: 'not_fitting' }]);
});

test('lists a class in the subject of the medium first', async () => {
  const who = await portal.as(pupil({ email: 'fay@a.example' }));
  const [first, second] = [await makeClass(['fay@a.example']), await makeClass(['fay@a.example'], { subject: '220' })];
  expect((await about(who)).map((each) => each.id)).toEqual([second, first]);
});

test('limits the number of open questions per learner', async () => {
  const who = await portal.as(pupil({ email: 'gil@a.example' }));
  const id = await makeClass(['gil@a.example']);
  for (let i = 0; i < MAX_OWN_QUESTIONS; i++) await ask(who, id, `many-${i}`);
  await expect(ask(who, id, `many-${MAX_OWN_QUESTIONS}`)).rejects.toMatchObject({ code: 'state_conflict' });
});

test('deletes questions with their learners or class and after the retention period', async () => {
  const gone = await portal.as(pupil({ email: 'hal@a.example' }));
  const id = await makeClass(['hal@a.example', 'cem@a.example']);
  const rows = async () =>
    (await portal.portal.db.selectFrom('class_question').select('class_question.identifier').where('class_id', '=', id).execute()).length;
  await ask(gone, id);
  await portal.portal.db.deleteFrom('person').where('person.email', '=', 'hal@a.example').execute();
  expect(await read(ada, id)).toEqual([]);
  const sweep = (day: string) => sweepQuestions({ db: portal.portal.db, now: () => new Date(`${day}T09:00:00Z`) });
  await sweep('2026-11-21');
  expect(await rows()).toBe(0);
  await ask(cem, id);
  await answer(id, (await read(ada, id))[0]!.id, { answer: 'decline', reason: 'later' });
  await ask(cem, id, 'many-0');
  await sweep('2026-12-21');
  expect(await rows()).toBe(2);
  await sweep('2026-12-22');
  expect(await rows()).toBe(1);
  await sweep('2027-01-21');
  expect(await rows()).toBe(0);
});
