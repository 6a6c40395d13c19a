/** Importing schools from tables, and inviting their administrators. */
import { invitations } from '@fundus/contract/invitations/invitations';
import { schools } from '@fundus/contract/schools/schools';
import { beforeAll, describe, expect, test } from 'vitest';
import { districtAdmin, schoolAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';

const portal = usePortal();
let admin: Caller;
beforeAll(async () => {
  admin = await portal.as(districtAdmin());
  await portal.as(schoolAdmin());
});

const bring = (text: string | Buffer, about: object = {}, who = admin) =>
  who.call(schools.import, { body: { content: Buffer.from(text).toString('base64'), dry_run: false, ...about } });
const find = async (q: string) => (await admin.call(schools.list, { query: { q, limit: 50 } })).items;

const OFFICIAL = Buffer.from(
  'Amtliches Schulverzeichnis;;;\r\n\r\n' +
    'Schulnummer;Schulform;Schulbezeichnung_1;Schulbezeichnung_2;Straße;Hausnummer;PLZ;Ort;Telefonvorwahl;Telefon;E-Mail;Homepage;Träger\r\n' +
    '700001;Grundschule;Schule am Bach;Verbundschule;Bachweg;1a;1067;Ort;0351;12 34;post@bach.example;www.bach.example;Stadt\r\n' +
    '700002;Gymnasium;Gymnasium Nord;;Nordstr.;2;12345;Ort;030;999;;;Stadt\r\n',
  'latin1',
);

describe('importing the official list of a federal state', () => {
  test('changes nothing in a dry run', async () => {
    const looked = await bring(OFFICIAL, { dry_run: true });
    expect(looked).toMatchObject({ created: 2, changed: 0, errors: 0 });
    expect(looked.table.headers.map(({ name }) => name)).toContain('Träger');
    expect(await find('Bach')).toEqual([]);
  });

  test('creates each school once', async () => {
    expect(await bring(OFFICIAL)).toMatchObject({ created: 2 });
    const [line] = await find('Bach');
    expect(await admin.call(schools.read, { params: { id: line!.id } })).toMatchObject({
      ...{ number: '700001', name: 'Schule am Bach Verbundschule', kind: 'Grundschule', street: 'Bachweg 1a', postcode: '01067' },
      ...{ city: 'Ort', phone: '0351 12 34', email: 'post@bach.example', website: 'https://www.bach.example', version: 1 },
    });
    expect(await bring(OFFICIAL)).toMatchObject({ created: 0, changed: 0, same: 2 });
  });

  test('keeps fields whose cells are empty or missing', async () => {
    const text = 'Schulnummer;Name;Telefon;E-Mail\n700002;Gymnasium am Markt;;post@markt.example\n700001;;;\n';
    const looked = await bring(text, { dry_run: true });
    expect(looked.rows.map(({ result, problem }) => [result, problem])).toEqual([
      ['changed', null],
      ['error', { field: 'name', rule: 'required' }],
    ]);
    expect(looked.rows[0]!.changes).toEqual([
      { field: 'name', before: 'Gymnasium Nord', after: 'Gymnasium am Markt' },
      { field: 'email', before: '', after: 'post@markt.example' },
    ]);
    await expect(bring(text)).rejects.toMatchObject({ status: 400, field: 'content' });
    expect(await bring(text, { skip_errors: true })).toMatchObject({ changed: 1, errors: 1 });
    const [line] = await find('Markt');
    expect(await admin.call(schools.read, { params: { id: line!.id } })).toMatchObject({ phone: '030 999', city: 'Ort', version: 2 });
  });

  test.each([
    ['700010;A;12', 'postcode', 'format'],
    ['700010;A;12345;no-mail', 'email', 'format'],
    [';A;12345', 'number', 'required'],
    [`700010;${'A'.repeat(161)};12345`, 'name', 'max'],
  ])('rejects the row %s', async (row, field, rule) => {
    const { rows } = await bring(`Schulnummer;Name;PLZ;E-Mail\n${row}`, { dry_run: true });
    expect(rows[0]!.problem).toEqual({ field, rule });
  });

  test('restores leading zeros of school numbers', async () => {
    await admin.call(schools.numberPattern, { body: { number_pattern: '######' } });
    const { rows } = await bring('Schulnummer;Name\n4711;A\n004711;B\nX1;C', { dry_run: true });
    expect(rows.map(({ number, problem }) => [number, problem?.rule ?? null])).toEqual([
      ['004711', null],
      ['004711', 'duplicate'],
      ['X1', 'format'],
    ]);
    await admin.call(schools.numberPattern, { body: { number_pattern: '' } });
  });

  test('is limited to district administrators and their own district', async () => {
    for (const who of [await portal.as(teacher()), await portal.as(schoolAdmin())])
      await expect(bring(OFFICIAL, { dry_run: true }, who)).rejects.toMatchObject({ status: 403 });
    await portal.portal.db.insertInto('district').values({ id: 'district-z', name: 'Kreis Z' }).execute();
    const other = await portal.as(districtAdmin({ district_id: 'district-z' }));
    expect(await bring(OFFICIAL, { dry_run: true }, other)).toMatchObject({ created: 2, same: 0 });
  });

  test('writes a single audit log entry', async () => {
    const log = await portal.portal.db.selectFrom('audit_log').select('after').where('what', '=', 'school.import').execute();
    expect(log[0]!.after).toMatchObject({ created: 2, changed: 0, left_out: 0 });
  });
});

describe('bulk invitation of school administrators', () => {
  const invite = (body: object = {}, who = admin) => who.call(invitations.administrators, { body });

  test('invites each school without an administrator once by its email address', async () => {
    await bring('Schulnummer;Name\n700003;Ohne Adresse\n');
    const looked = await invite({ dry_run: true });
    const results = Object.fromEntries(looked.rows.map(({ school, result }) => [school.name, result]));
    expect(results).toMatchObject({
      'Schule am Bach Verbundschule': 'sent',
      'Gymnasium am Markt': 'sent',
      'Ohne Adresse': 'no_email',
    });
    expect(looked.rows.some(({ school }) => school.id === 'school-a')).toBe(false);
    const sent = await invite({ message: 'Willkommen' });
    expect(sent.sent).toBe(looked.sent);
    const again = await invite({ dry_run: true });
    expect([again.sent, again.rows.filter(({ result }) => result === 'invited').length]).toEqual([0, looked.sent]);
    const row = await portal.portal.db
      .selectFrom('invitation')
      .select(['role', 'email', 'message'])
      .where('email', '=', 'post@bach.example')
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ role: 'school_admin', email: 'post@bach.example', message: 'Willkommen' });
  });

  test('returns the reason why a requested school is not invited', async () => {
    const { rows } = await invite({ schools: ['school-a', 'nowhere'], dry_run: true });
    expect(rows).toMatchObject([{ school: { id: 'school-a' }, result: 'has_admin' }]);
    await expect(invite({}, await portal.as(schoolAdmin()))).rejects.toMatchObject({ status: 403 });
  });
});
