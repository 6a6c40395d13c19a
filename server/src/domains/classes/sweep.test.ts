/**
 * Tests the automatic changes of classes: end of the school year, retention of deleted classes, and former members
 * (docs/behaviour/classes.md#states).
 */
import { classes } from '@fundus/contract/classes/classes';
import { classMembers } from '@fundus/contract/classes/members';
import { beforeAll, expect, test } from 'vitest';
import { people, setClassState } from '../../testing/classes.ts';
import { pupil, teacher } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { sweepClasses } from './sweep.ts';

const portal = usePortal();
const START = new Date('2026-11-21T09:00:00Z');

beforeAll(async () => {
  portal.setNow(START);
  await portal.as(teacher({ email: 'ada@a.example' }));
});

const db = () => portal.portal.db;
const ada = () => portal.signIn('ada@a.example');
const on = async (moment: string): Promise<void> => {
  portal.setNow(new Date(moment));
  await sweepClasses(portal.portal);
  await sweepClasses(portal.portal);
};
const states = async () =>
  Object.fromEntries(
    (await db().selectFrom('class').select(['name', 'state']).orderBy('name').execute()).map((row) => [row.name, row.state]),
  );
const make = async (name: string) => (await (await ada()).call(classes.create, { body: { name } })).id;
const move = async (id: string, to: 'archived' | 'active' | 'deleted', name = '') => setClassState(portal, await ada(), id, to, name);

test('archives a class at the end of its school year in Berlin time', async () => {
  const old = await make('8a');
  await on('2027-07-31T21:59:00Z');
  expect(await states()).toEqual({ '8a': 'active' });
  await on('2027-07-31T22:01:00Z');
  expect(await states()).toEqual({ '8a': 'archived' });
  const lines = await db()
    .selectFrom('audit_log')
    .select(['after', 'school_id', 'person_id'])
    .where('what', '=', 'class.archiveYear')
    .execute();
  expect(lines).toEqual([{ after: { classes: 1 }, school_id: 'school-a', person_id: null }]);

  portal.setNow(new Date('2027-09-01T09:00:00Z'));
  await move(old, 'active');
  await make('9a');
  await on('2027-12-01T09:00:00Z');
  expect(await states()).toEqual({ '8a': 'active', '9a': 'active' });
  await on('2028-08-01T09:00:00Z');
  expect(await states()).toEqual({ '8a': 'archived', '9a': 'archived' });
  await on('2029-07-31T09:00:00Z');
  expect(await states()).toEqual({ '8a': 'archived', '9a': 'archived' });
  await on('2029-08-01T23:00:00Z');
  expect(await states()).toEqual({});
});

test('erases deleted classes after thirty days', async () => {
  portal.setNow(START);
  const id = await make('8b');
  await move(id, 'deleted', '8b');
  await on('2026-12-20T09:00:00Z');
  await move(id, 'active');
  await move(id, 'deleted', '8b');
  await on('2027-01-19T09:00:00Z');
  expect(await states()).toEqual({ '8b': 'deleted' });
  await on('2027-01-20T09:00:00Z');
  expect(await states()).toEqual({});
});

test('removes members thirty days after they leave the school unless they are guests', async () => {
  portal.setNow(START);
  const id = await make('8c');
  for (const email of ['gone@a.example', 'back@a.example', 'guest@a.example']) await portal.as(pupil({ email }));
  const ids = await people(portal, 'gone@a.example', 'back@a.example', 'guest@a.example');
  await (await ada()).call(classMembers.addMembers, { params: { id }, body: { role: 'student', people: ids } });
  await db().updateTable('class_member').set({ guest: true }).where('person_id', '=', ids[2]!).execute();
  const school = (email: string, school_id: string | null) =>
    db().updateTable('person').set({ school_id }).where('email', '=', email).execute();
  await school('gone@a.example', 'school-b');
  await school('back@a.example', null);
  await school('guest@a.example', 'school-b');
  await on('2026-11-22T09:00:00Z');
  await school('back@a.example', 'school-a');
  await on('2026-12-01T09:00:00Z');
  const left = async () => (await db().selectFrom('class_member').select('person_id').where('class_id', '=', id).execute()).length;
  expect(await left()).toBe(4);
  await on('2026-12-22T09:00:00Z');
  expect(await left()).toBe(4);
  await on('2026-12-23T09:00:00Z');
  expect(await left()).toBe(3);
  await on('2027-03-01T09:00:00Z');
  expect(await left()).toBe(3);
});
