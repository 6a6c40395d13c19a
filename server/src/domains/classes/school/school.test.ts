/** Tests what happens to classes when their school exports its data or is merged, and when a member is erased. */
import { ownAccount } from '@fundus/contract/accounts/own';
import { classes } from '@fundus/contract/classes/classes';
import { classMembers } from '@fundus/contract/classes/members';
import { schools } from '@fundus/contract/schools/schools';
import { beforeAll, expect, test } from 'vitest';
import { createTestCode, people, statusOf } from '../../../testing/classes.ts';
import { districtAdmin, pupil, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';

const portal = usePortal();
let owner: Caller;
let learner: Caller;

beforeAll(async () => {
  owner = await portal.as(teacher({ vorname: 'Ada', name: 'Amsel', email: 'ada@a.example' }));
  learner = await portal.as(pupil({ vorname: 'Cem', name: 'Ceder', email: 'cem@a.example' }));
});

const at = (id: string) => ({ params: { id } });
const make = async (name: string, who = owner) => (await who.call(classes.create, { body: { name } })).id;
const bodyOf = (response: unknown) => JSON.parse((response as { body: string }).body);

test("exports the members of a school's classes but no learner codes", async () => {
  const id = await make('8a');
  await owner.call(classMembers.addMembers, { ...at(id), body: { role: 'student', people: await people(portal, 'cem@a.example') } });
  await createTestCode(portal, { classes: [id], label: '8a-01' });
  const admin = await portal.as(schoolAdmin());
  const data = bodyOf(await admin.call(schools.exportData, { ...at('school-a'), query: {} }));
  expect(data.classes).toMatchObject([{ name: '8a', teachers: ['Ada Amsel'], learners: ['8a-01', 'Cem Ceder'], media: [] }]);
  expect(Object.keys(data.learner_codes[0]).sort()).toEqual([
    'created_at',
    'first_used_on',
    'label',
    'last_used_on',
    'state',
    'valid_until',
  ]);
});

test('exports the classes of a person', async () => {
  const data = bodyOf(await learner.call(ownAccount.exportData, { query: { format: 'json' } }));
  const mine = (await learner.call(classes.list, { query: {} })).items[0]!;
  expect(data.class_member).toMatchObject([{ class_id: mine.id, class: mine.name, role: 'student', state: 'active' }]);
  expect(data.person).toMatchObject([{ school_id: 'school-a', school: 'Schule a' }]);
});

test('locks a class when its only owner is erased', async () => {
  const gone = await portal.as(teacher({ email: 'gone@a.example' }));
  const id = await make('8c', gone);
  await gone.call(classMembers.addMembers, { ...at(id), body: { role: 'student', people: await people(portal, 'cem@a.example') } });
  const persons = await people(portal, 'gone@a.example');
  await portal.portal.db
    .transaction()
    .execute((db) => portal.portal.domains.erasePeople({ ...portal.portal, db, now: new Date() }, persons));
  const admin = await portal.as(schoolAdmin());
  expect(await admin.call(classes.read, at(id))).toMatchObject({ state: 'locked', owners: [], learners: 1, can: { adopt: true } });
  expect(await learner.call(classes.read, at(id))).toMatchObject({ owners: [], role: 'student' });
});

test('moves the classes and codes of a merged school', async () => {
  const there = await portal.as(teacher({ school_id: 'school-b' }));
  await make('8A', there);
  const [taken, free] = [await make('8b'), (await owner.call(classes.list, { query: {} })).items.find((item) => item.name === '8a')!.id];
  const { codeId, caller } = await createTestCode(portal, { classes: [free] });
  const district = await portal.as(districtAdmin());
  const school = await district.call(schools.read, at('school-a'));
  await district.call(schools.merge, { ...at('school-a'), body: { version: school.version, into: 'school-b' } });
  expect(await owner.call(classes.read, at(taken))).toMatchObject({ name: '8b', school: { id: 'school-b' }, role: 'owner' });
  expect(await owner.call(classes.read, at(free))).toMatchObject({ name: '8a (10a)', learners: 3 });
  expect(await statusOf(caller.call(classes.read, at(free)))).toBe(200);
  const code = await portal.portal.db.selectFrom('learner_code').select('school_id').where('id', '=', codeId).executeTakeFirstOrThrow();
  expect(code.school_id).toBe('school-b');
});
