import { people } from '@fundus/contract/people/people';
import { decodeText } from '@fundus/contract/setup/texts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { districtAdmin, schoolAdmin, teacher, testPortal, type Caller, type TestPortal } from '../../testing/index.ts';
import { readPeopleFile } from './people-file.ts';

let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.as(schoolAdmin());
  await portal.as(teacher({ email: 'hier@a.example' }));
  await portal.as(teacher({ email: 'dort@b.example', school_id: 'school-b' }));
});
afterAll(() => portal.close());
beforeEach(() => portal.portal.db.deleteFrom('job').execute());

const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64');
const bring = (text: string | Buffer, about: object = {}, who = admin) =>
  who.call(people.import, { body: { content: base64(text), dry_run: false, ...about } });
const count = async () =>
  (
    await portal.portal.db
      .selectFrom('person')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

describe('reading the file', () => {
  test('semicolon or comma, German or English header in any order, byte order mark', () => {
    const lines = [{ line: 2, vorname: 'Anna, Maria', name: 'Müller', email: 'a@x.example', role: 'Lehrkraft', code: '' }];
    expect(readPeopleFile('\uFEFFNachname;Vorname;E-Mail;Rolle\r\nMüller;"Anna, Maria";a@x.example;Lehrkraft\r\n')).toEqual(lines);
    expect(readPeopleFile('role,e-mail address,first name,LAST NAME\nLehrkraft,a@x.example,"Anna, Maria",Müller')).toEqual(lines);
  });
  test('Windows-1252 where the bytes are no UTF-8', () => {
    expect(decodeText(Buffer.from([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x80]))).toBe('Müller€');
    expect(decodeText(Buffer.from('Müller€'))).toBe('Müller€');
  });
});

describe('taking over', () => {
  const FILE = Buffer.from(
    'Vorname;Nachname;E-Mail;Rolle\nJürgen;Groß;neu1@a.example;Lehrkraft\nIda;Klein;neu2@a.example;Schülerin\nMax;Amt;neu3@a.example;Personal\nDa;Schon;HIER@a.example;\n',
    'latin1',
  );

  test('first a preview that writes nothing, then everything: accounts, mails, one line in the log', async () => {
    const before = await count();
    const preview = await bring(FILE, { dry_run: true });
    expect(preview).toMatchObject({ created: 3, joined: 0, here: 1, errors: 0 });
    expect(preview.rows[0]).toEqual({
      line: 2,
      vorname: 'Jürgen',
      name: 'Groß',
      email: 'neu1@a.example',
      role: 'L',
      result: 'new',
      problem: null,
    });
    expect(await count()).toBe(before);
    await bring(FILE);
    const rows = await portal.portal.db
      .selectFrom('person')
      .select(['vorname', 'role', 'state', 'school_id', 'password_hash'])
      .where('email', 'like', 'neu_@a.example')
      .orderBy('email')
      .execute();
    expect(rows).toEqual([
      { vorname: 'Jürgen', role: 'L', state: 'active', school_id: 'school-a', password_hash: null },
      { vorname: 'Ida', role: 'S', state: 'active', school_id: 'school-a', password_hash: null },
      { vorname: 'Max', role: 'P', state: 'active', school_id: 'school-a', password_hash: null },
    ]);
    const mails = await portal.portal.db.selectFrom('job').select('payload').execute();
    expect(mails.map(({ payload }) => (payload as { to: { address: string } }).to.address).sort()).toEqual([
      'neu1@a.example',
      'neu2@a.example',
      'neu3@a.example',
    ]);
    const log = await portal.portal.db.selectFrom('audit_log').selectAll().where('what', '=', 'people.import').execute();
    expect(log).toMatchObject([{ school_id: 'school-a', after: { created: 3, joined: 0, left_out: 0 } }]);
    expect(await bring(FILE)).toMatchObject({ created: 0, here: 4 });
  });

  test('every wrong line says what is wrong, and one of them stops all', async () => {
    const before = await count();
    const file = [
      'Vorname;Nachname;E-Mail;Rolle;Entleihercode',
      'Gut;Zeile;gut@a.example;L;ABC123',
      ';Ohne;ohne@a.example;L;',
      'Lang;Adresse;keine adresse;L;',
      'Fremde;Rolle;rolle@a.example;König;',
      'Doppelt;Zeile;GUT@a.example;L;',
      'Anders;Wo;dort@b.example;L;',
      'Code;Doppelt;code@a.example;L;abc123',
    ].join('\n');
    const preview = await bring(file, { dry_run: true });
    expect(preview.rows.map(({ line, problem }) => [line, problem && `${problem.field} ${problem.rule}`])).toEqual([
      [2, null],
      [3, 'vorname required'],
      [4, 'email format'],
      [5, 'role choice'],
      [6, 'email duplicate'],
      [7, 'email exists'],
      [8, 'code taken'],
    ]);
    await expect(bring(file)).rejects.toMatchObject({ status: 400, code: 'validation_failed', field: 'content' });
    expect(await count()).toBe(before);
    expect(await bring(file, { skip_errors: true })).toMatchObject({ created: 1, errors: 6 });
    expect(await count()).toBe(before + 1);
  });

  test('somebody without a school comes in', async () => {
    await portal.as(teacher({ email: 'frei@a.example', school_id: null, district_id: 'district-a' }));
    expect(await bring('Vorname;Name;Mail\nFrei;Person;frei@a.example')).toMatchObject({ created: 0, joined: 1 });
    const row = await portal.portal.db
      .selectFrom('person')
      .select('school_id')
      .where('email', '=', 'frei@a.example')
      .executeTakeFirstOrThrow();
    expect(row.school_id).toBe('school-a');
  });

  test('a file without the columns, without lines or with too many is refused', async () => {
    for (const text of ['Vorname;Nachname\nA;B', 'Vorname;Nachname;E-Mail\n', `Vorname;Name;Mail\n${'A;B;c@d.example\n'.repeat(2_001)}`])
      await expect(bring(text, { dry_run: true })).rejects.toMatchObject({ status: 400, field: 'content' });
  });

  test('a school takes in its own people only; a district says which school', async () => {
    const file = 'Vorname;Name;Mail\nNeu;Person;kreis-neu@b.example';
    await expect(bring(file, { school: 'school-b' })).rejects.toMatchObject({ status: 404 });
    const kreis = await portal.as(districtAdmin());
    await expect(bring(file, {}, kreis)).rejects.toMatchObject({ status: 400, field: 'school' });
    expect(await bring(file, { school: 'school-b' }, kreis)).toMatchObject({ created: 1 });
  });
});
