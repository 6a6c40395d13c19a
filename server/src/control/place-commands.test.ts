import { accounts } from '@fundus/contract/accounts/accounts';
import { people } from '@fundus/contract/people/people';
import { schools } from '@fundus/contract/schools/schools';
import { describe, expect, test } from 'vitest';
import { newId } from '../db/new-id.ts';
import { insertPeople, type NewPerson } from '../domains/accounts/index.ts';
import { usePortal } from '../testing/use-portal.ts';
import { runCommand } from './commands.ts';

const portal = usePortal({}, { empty: true });

async function run(command: string, args: Record<string, unknown> = {}): Promise<{ exit: number; text: string }> {
  const lines: string[] = [];
  const exit = await runCommand(
    { ...portal, env: { dataDir: portal.dataDir, sessionSecret: 's'.repeat(40) } },
    { command, args },
    { line: (text) => void lines.push(text), progress: () => {} },
  );
  return { exit, text: lines.join('\n') };
}

const person = (email: string, more: Record<string, unknown>) => ({ email, vorname: 'Anne', name: 'Neu', ...more });
const blank: Omit<NewPerson, 'id' | 'email'> = {
  password_hash: null,
  vorname: 'A',
  name: 'B',
  role: 'L',
  school_admin: '0',
  district_admin: '0',
  capabilities: [],
  school_id: null,
  district_id: null,
};

describe('set-up without the demo', () => {
  test('lists the commands that create a district if there is none', async () => {
    const refused = await run('user add', person('leitung@kreis.example', { role: 'districtAdmin' }));
    expect(refused.exit).toBe(1);
    expect(refused.text).toMatch(/There is no district yet.*portal -- setup.*district add/);
    expect((await run('district list')).text).toMatch(/There is no district yet/);
    expect((await run('school add', { name: 'Schule', number: '1' })).text).toMatch(/There is no district yet/);
    expect((await portal.portal.db.selectFrom('person').select('id').execute()).length).toBe(0);
  });

  test('assigns administrators without a district to the first district only', async () => {
    const id = newId();
    await portal.portal.db
      .insertInto('person')
      .values({ ...blank, id, email: 'alt@kreis.example', district_admin: '1' })
      .execute();
    expect((await run('district add', { name: 'Kreis X' })).text).toMatch(
      /^district \S+: Kreis X\n1 district administrators without a district/,
    );
    const [first] = await portal.portal.db.selectFrom('district').select('id').execute();
    const row = await portal.portal.db.selectFrom('person').select('district_id').where('id', '=', id).executeTakeFirst();
    expect(row).toEqual({ district_id: first!.id });
    expect((await run('district list')).text).toBe(`${first!.id}\tKreis X\tschools: 0\tadministrators: 1`);
  });

  test('renames a district', async () => {
    const [district] = await portal.portal.db.selectFrom('district').select('id').execute();
    expect((await run('district rename', { id: district!.id, name: 'Kreis Neu' })).exit).toBe(0);
    expect((await run('district list')).text).toMatch(/\tKreis Neu\t/);
    expect((await run('district rename', { id: 'nirgends', name: 'X' })).text).toMatch(/unknown district nirgends/);
    await run('district rename', { id: district!.id, name: 'Kreis X' });
  });

  test('adds only schools whose number matches the pattern', async () => {
    const added = await run('school add', { name: 'Erste Schule', number: '100001', city: 'Ort' });
    expect(added.text).toMatch(/^school \S+: Erste Schule$/);
    expect((await run('school add', { name: 'Noch eine', number: '100001' })).text).toMatch(/has a school with the number 100001/);
    expect((await run('school add', { name: '', number: '2' })).text).toMatch(/^name:/);
    await portal.portal.db.updateTable('district').set({ number_pattern: '######' }).execute();
    expect(await run('school add', { name: 'Zweite', number: 'A1' })).toMatchObject({ exit: 1, text: /must look like ######/ });
    const id = /^school (\S+):/.exec(added.text)![1]!;
    expect((await run('school list')).text).toMatch(new RegExp(`^${id}\t100001\tErste Schule\tOrt\tdistrict: \\S+\tadministrators: 0$`));
  });

  test('adds administrators only with a school or district', async () => {
    expect((await run('user add', person('a@schule.example', { role: 'schoolAdmin' }))).text).toMatch(
      /required for a school administrator; set it with --school/,
    );
    expect((await run('user add', person('a@schule.example', { role: 'schoolAdmin', school: '100001' }))).exit).toBe(0);
    expect((await run('school list')).text).toMatch(/administrators: 1$/);
    expect((await run('user add', person('k@kreis.example', { role: 'districtAdmin', district: 'nirgends' }))).text).toMatch(
      /unknown district nirgends: \S+ \(Kreis X\)/,
    );
    const password = 'drei Wolken am Deich';
    expect((await run('user add', person('k@kreis.example', { role: 'districtAdmin', password }))).exit).toBe(0);
    expect(
      (await run('user add', person('theke@kreis.example', { role: 'staff', district: undefined, responsibility: ['lending'] }))).exit,
    ).toBe(0);
    await portal.portal.db.updateTable('person').set({ demo: true }).where('email', '=', 'k@kreis.example').execute();
    const browser = portal.guest();
    await browser.call(accounts.login, { body: { login: 'k@kreis.example', password } });
    expect((await browser.call(schools.list, { query: {} })).items).toMatchObject([{ number: '100001', administrators: 1 }]);
    const staff = (await browser.call(people.list, { query: { q: 'theke' } })).items;
    expect(staff).toMatchObject([{ email: 'theke@kreis.example', capabilities: ['cap_lending'], role: 'P' }]);
  });

  test('lists the districts if the command must name one of several', async () => {
    await run('district add', { name: 'Kreis Y' });
    expect((await run('user add', person('m@kreis.example', { role: 'districtAdmin' }))).text).toMatch(
      /choose one with --district: \S+ \(Kreis X\), \S+ \(Kreis Y\)/,
    );
  });
});

test('refuses to store an administrator without a school or district', async () => {
  const db = portal.portal.db;
  const make = (about: Partial<NewPerson>) => insertPeople(db, [{ ...blank, ...about, id: newId(), email: `${newId()}@x.example` }]);
  await expect(make({ district_admin: '1' })).rejects.toMatchObject({ code: 'validation_failed', field: 'district' });
  await expect(make({ school_admin: '1' })).rejects.toMatchObject({ code: 'validation_failed', field: 'school' });
  const [district] = await db.selectFrom('district').select('id').execute();
  await expect(make({ school_admin: '1', district_id: district!.id })).rejects.toMatchObject({ field: 'school' });
  await make({ district_admin: '1', district_id: district!.id });
});
