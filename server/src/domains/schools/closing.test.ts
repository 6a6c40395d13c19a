/** Immediate closure of a school, and its reopening. */
import { schools } from '@fundus/contract/schools/schools';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../db/new-id.ts';
import { districtAdmin, schoolAdmin, teacher } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { insertPeople } from '../accounts/index.ts';
import { sweepSchools } from './index.ts';

const portal = usePortal({ Locales: ['de', 'en'] });
beforeAll(async () => {
  portal.setNow(new Date('2026-11-20T10:00:00Z'));
});

const refused = (status: number, code: string) => ({ status, code });
const person = (about: object) =>
  insertPeople(portal.portal.db, [
    {
      id: newId(),
      email: null,
      password_hash: null,
      vorname: 'A',
      name: 'B',
      role: 'L',
      school_admin: '0',
      district_admin: '0',
      capabilities: [],
      school_id: null,
      district_id: null,
      ...about,
    },
  ]);

test('notifies all members of an immediate closure', async () => {
  const db = portal.portal.db;
  const email = 'lehrt@eil.example';
  const mails = async () =>
    (await db.selectFrom('job').select('payload').where('kind', '=', 'mail').orderBy('id').execute())
      .map(({ payload }) => payload as { to: { address: string }; subject: string; required: string; body: { text: string }[] })
      .filter(({ to }) => to.address.endsWith('@eil.example'));
  const head = await portal.as(districtAdmin({ email: 'kreis@kreis.example' }));
  const school = await head.call(schools.create, { body: { name: 'Eilschule', number: '77' } });
  const browser = await portal.as(teacher({ school_id: school.id, email }));
  const add = (about: object) => person({ school_id: school.id, ...about });
  await add({ email: 'reads@eil.example', locale: 'en' });
  for (const [i, about] of [{ state: 'blocked' }, { district_admin: '1' }, { email: null }].entries())
    await add({ email: `nicht-${i}@eil.example`, ...about });
  const step = async (to: 'closed' | 'active', who = head) =>
    who.call(schools.state, {
      params: { id: school.id },
      body: { to, version: (await head.call(schools.read, { params: { id: school.id } })).version },
    });

  expect(await step('closed')).toMatchObject({ state: 'closed', erased_on: '2027-02-18', can: { resume: true, close: false } });
  expect((await mails()).map(({ to, subject }) => [to.address, subject]).sort()).toEqual([
    [email, 'Eilschule wurde geschlossen'],
    ['reads@eil.example', 'Eilschule has been closed'],
  ]);
  const notified = (await mails()).find(({ to }) => to.address === email)!;
  expect(notified.body[0]!.text).toContain('Am 18. Februar 2027 werden die Konten und Daten der Schule gelöscht.');
  expect(notified.required).not.toBe('');
  const signIn = () => portal.signIn(email);
  await expect(browser.call(schools.own)).rejects.toMatchObject(refused(401, 'login_required'));
  await expect(signIn()).rejects.toMatchObject(refused(403, 'suspended'));

  await sweepSchools(portal.portal);
  await db.deleteFrom('job').execute();
  await expect(step('active', await portal.as(schoolAdmin()))).rejects.toMatchObject(refused(403, 'forbidden'));
  portal.setNow(new Date('2027-02-17T22:30:00Z'));
  await sweepSchools(portal.portal);
  const again = await portal.as(districtAdmin({ email: 'kreis2@kreis.example' }));
  const { version } = await again.call(schools.read, { params: { id: school.id } });
  expect(await again.call(schools.state, { params: { id: school.id }, body: { to: 'active', version } })).toMatchObject({
    state: 'active',
    erased_on: null,
    closes_on: null,
    can: { close: true, suspend: true },
  });
  expect((await mails()).map(({ subject }) => subject).sort()).toEqual(['Eilschule is open again', 'Eilschule ist wieder geöffnet']);
  await expect(browser.call(schools.own)).rejects.toMatchObject(refused(401, 'login_required'));
  expect((await (await signIn()).call(schools.own)).school?.id).toBe(school.id);
  portal.setNow(new Date('2027-03-20T10:00:00Z'));
  await sweepSchools(portal.portal);
  expect(await db.selectFrom('school').select('state').where('id', '=', school.id).executeTakeFirst()).toEqual({ state: 'active' });
  const log = await db
    .selectFrom('audit_log')
    .select(['what', 'before', 'after'])
    .where('school_id', '=', school.id)
    .orderBy('id')
    .execute();
  expect(log.map(({ what }) => what).sort()).toEqual(['school.active', 'school.closed', 'school.create']);
  expect(log.find(({ what }) => what === 'school.active')).toMatchObject({ before: { state: 'closed' }, after: { state: 'active' } });
});
