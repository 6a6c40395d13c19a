/** Import of a media centre's staff from a table. */
import { invitations } from '@fundus/contract/invitations/invitations';
import { staffImport } from '@fundus/contract/invitations/staff-import';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { districtAdmin, pupil, schoolAdmin, teacher, testPortal, type Caller, type TestPortal } from '../../testing/index.ts';
import { insertDistrict } from '../accounts/index.ts';

let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  portal = await testPortal();
  await insertDistrict(portal.portal.db, { id: 'district-z', name: 'Kreis Z' });
  admin = await portal.as(districtAdmin({ email: 'leitung@kreis.example' }));
});
afterAll(() => portal.close());

const load = (table: string, more: object = {}, by = admin) =>
  by.call(staffImport.staffTable, { body: { content: Buffer.from(table).toString('base64'), dry_run: false, ...more } });
const t = ({ rows }: Awaited<ReturnType<typeof load>>) =>
  rows.map(({ problem, result, capabilities }) => (problem ? `${problem.field} ${problem.rule}` : `${result} ${capabilities.join()}`));
const rightsOf = async (email: string) =>
  (await portal.portal.db.selectFrom('person').select('capabilities').where('email', '=', email).executeTakeFirstOrThrow()).capabilities;
const mailsTo = async (address: string) =>
  (await portal.portal.db.selectFrom('job').select('payload').where('kind', '=', 'mail').execute()).filter(
    ({ payload }) => (payload as { to: { address: string } }).to.address === address,
  ).length;

test('recognises responsibilities in German and English', async () => {
  const table = [
    'E-Mail-Adresse;Vorname;Nachname;Zuständig für',
    'ida@kreis.example;Ida;Berg;Verleih, Katalogisierung',
    'tom@kreis.example;Tom;See;licences and news',
    'eva@kreis.example;Eva;Feld;alle',
    'uwe@kreis.example;Uwe;Wald;',
  ].join('\n');
  const seen = await load(table, { dry_run: true });
  expect(t(seen)).toEqual([
    'new cap_lending,cap_catalogue',
    'new cap_news,cap_licences',
    'new cap_lending,cap_news,cap_catalogue,cap_licences',
    'new ',
  ]);
  expect(await mailsTo('ida@kreis.example')).toBe(0);
  expect(await load(table, { message: 'Willkommen' })).toMatchObject({ invited: 4, changed: 0, errors: 0 });
  const { items } = await admin.call(invitations.list, { query: { target: 'district' } });
  expect(items.map(({ email, capabilities, message }) => [email, capabilities.length, message]).sort()).toEqual([
    ['eva@kreis.example', 4, 'Willkommen'],
    ['ida@kreis.example', 2, 'Willkommen'],
    ['tom@kreis.example', 2, 'Willkommen'],
    ['uwe@kreis.example', 0, 'Willkommen'],
  ]);
  expect(await mailsTo('ida@kreis.example')).toBe(1);
});

test('changes open invitations without a second mail', async () => {
  const table = 'E-Mail;Aufgaben\nIDA@kreis.example;Lizenzen\ntom@kreis.example;\neva@kreis.example;alles';
  const done = await load(table);
  expect(t(done)).toEqual(['changed cap_licences', 'same cap_news,cap_licences', 'same cap_lending,cap_news,cap_catalogue,cap_licences']);
  expect(done.rows[0]!.before).toEqual(['cap_lending', 'cap_catalogue']);
  const { items } = await admin.call(invitations.list, { query: { target: 'district' } });
  expect(items.find(({ email }) => email === 'ida@kreis.example')?.capabilities).toEqual(['cap_licences']);
  expect(await mailsTo('ida@kreis.example')).toBe(1);
  const log = await portal.portal.db.selectFrom('audit_log').select('after').where('what', '=', 'invitation.change').execute();
  expect(log).toEqual([{ after: { capabilities: ['cap_licences'] } }]);
});

test('replaces the responsibilities of existing staff with the same address', async () => {
  await portal.as(teacher({ email: 'kim@a.example', capabilities: ['cap_news'] }));
  await portal.as({ email: 'pat@kreis.example', role: 'P', school_id: null, district_id: 'district-a' });
  await portal.as(teacher({ email: 'weg@a.example', capabilities: ['cap_lending'] }));
  const table = 'E-Mail;Zuständigkeiten\nkim@a.example;Verleih\npat@kreis.example;Katalog\nweg@a.example;keine';
  expect(await load(table)).toMatchObject({ invited: 0, changed: 3, errors: 0 });
  expect(await rightsOf('kim@a.example')).toEqual(['cap_lending']);
  expect(await rightsOf('pat@kreis.example')).toEqual(['cap_catalogue']);
  expect(await rightsOf('weg@a.example')).toEqual([]);
});

test('reports the problem of each row without writing anything', async () => {
  await portal.as(pupil({ email: 'lerne@a.example', role: 'S' }));
  await portal.as(teacher({ email: 'gesperrt@a.example' }));
  await portal.portal.db.updateTable('person').set({ state: 'blocked' }).where('email', '=', 'gesperrt@a.example').execute();
  const table = [
    'E-Mail;Zuständigkeiten',
    'gut@kreis.example;Verleih',
    'kein-at;Verleih',
    ';Verleih',
    'gut@kreis.example;Katalog',
    'neu@kreis.example;Zauberei',
    'chefin@kreis.example;Administration',
    'lerne@a.example;Verleih',
    'gesperrt@a.example;Verleih',
    'beides@kreis.example;keine, Verleih',
  ].join('\n');
  const seen = await load(table, { dry_run: true });
  expect(t(seen)).toEqual([
    'new cap_lending',
    'email format',
    'email required',
    'email duplicate',
    'capabilities choice',
    'capabilities peer',
    'capabilities pupil',
    'email state',
    'capabilities other',
  ]);
  expect(seen.table.values).toEqual([{ column: 'capabilities', value: 'Zauberei', rows: 1, code: null }]);
  expect(seen.table.rejected).toHaveLength(8);
  await expect(load(table)).rejects.toMatchObject({ status: 400, field: 'content' });
  expect(await mailsTo('gut@kreis.example')).toBe(0);
  const mapping = {
    header: 1,
    columns: ['email', 'capabilities'].map((column, at) => ({ column, place: { at } })),
    values: [{ column: 'capabilities', value: 'Zauberei', code: 'cap_news' }],
  };
  expect(await load(table, { mapping, skip_errors: true })).toMatchObject({ invited: 2, errors: 7 });
  expect(await rightsOf('lerne@a.example')).toEqual([]);
});

test('does not change accounts of other districts', async () => {
  await portal.as({ email: 'fern@z.example', role: 'P', school_id: null, district_id: 'district-z', capabilities: ['cap_news'] });
  expect(t(await load('E-Mail;Zuständigkeiten\nfern@z.example;Verleih', { dry_run: true }))).toEqual(['new cap_lending']);
  await load('E-Mail;Zuständigkeiten\nfern@z.example;Verleih');
  expect(await rightsOf('fern@z.example')).toEqual(['cap_news']);
});

test('rejects users who are not administrators of a district', async () => {
  for (const by of [
    await portal.as(schoolAdmin({ email: 'schule@a.example' })),
    await portal.as(teacher({ email: 'l@a.example', capabilities: ['cap_lending'] })),
  ])
    await expect(load('E-Mail\nx@x.example', {}, by)).rejects.toMatchObject({ status: 403 });
  await expect(load('Vorname\nIda')).rejects.toMatchObject({ status: 400, field: 'content' });
});
