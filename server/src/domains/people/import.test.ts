import { classes } from '@fundus/contract/classes/classes';
import { people } from '@fundus/contract/people/people';
import { decodeText } from '@fundus/contract/setup/texts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { districtAdmin, schoolAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { parsePeopleTable } from './people-table.ts';

const portal = usePortal();
let admin: Caller;
beforeAll(async () => {
  admin = await portal.as(schoolAdmin());
  await portal.as(teacher({ email: 'hier@a.example' }));
  await portal.as(teacher({ email: 'dort@b.example', school_id: 'school-b' }));
});
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

describe('reading a people table', () => {
  const cellsOf = async (text: string) => (await parsePeopleTable(Buffer.from(text))).rows.map(({ cells }) => cells);

  test('accepts headers in German or English in any order', async () => {
    const cells = [{ vorname: 'Anna, Maria', name: 'Müller', email: 'a@x.example', role: 'L', class: '', code: '' }];
    expect(await cellsOf('\uFEFFNachname;Vorname;E-Mail;Rolle\r\nMüller;"Anna, Maria";a@x.example;Lehrkraft\r\n')).toEqual(cells);
    expect(await cellsOf('role,e-mail address,first name,LAST NAME\nLehrkraft,a@x.example,"Anna, Maria",Müller')).toEqual(cells);
  });

  test.each([
    ['webuntis', 'name;longName;foreName;address.email\nMUS;Muster;Eva;e@x.example'],
    ['schild', 'Kürzel;Nachname;Vorname;Amtsbezeichnung;Dienst-E-Mail\nMUS;Muster;Eva;StR;e@x.example'],
    ['asv', 'familienname,rufname,stammschule,E-Mail (dienstlich)\n"Muster","Eva","1234","e@x.example"'],
    ['schulmanager', 'Kürzel;Nachname;Vorname;E-Mail-Adresse;Funktion\nMUS;Muster;Eva;e@x.example;Lehrer/in'],
  ])('recognises the columns of exports from %s', async (source, text) => {
    const { found, rows } = await parsePeopleTable(Buffer.from(text));
    expect([found.source, found.missing]).toEqual([source, []]);
    expect(rows[0]!.cells).toMatchObject({ name: 'Muster', vorname: 'Eva', email: 'e@x.example', role: 'L' });
  });

  test.each([
    ['Studienrätin', 'L'],
    ['StR', 'L'],
    ['Referendar/in', 'L'],
    ['Lehrer*in', 'L'],
    ['Sekretariat', 'P'],
    ['Hausmeister', 'P'],
    ['', 'L'],
  ])('recognises the role %s', async (role, code) => {
    expect((await cellsOf(`Vorname;Name;E-Mail;Funktion;x\nA;B;a@x.example;${role};1`))[0]).toMatchObject({ role: code });
  });
  test('decodes files as Windows-1252 if they are not valid UTF-8', () => {
    expect(decodeText(Buffer.from([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x80]))).toBe('Müller€');
    expect(decodeText(Buffer.from('Müller€'))).toBe('Müller€');
  });
});

describe('importing', () => {
  const FILE = Buffer.from(
    'Vorname;Nachname;E-Mail;Rolle\nJürgen;Groß;neu1@a.example;Lehrkraft\nIda;Klein;neu2@a.example;Schülerin\nMax;Amt;neu3@a.example;Personal\nDa;Schon;HIER@a.example;\n',
    'latin1',
  );

  test('creates accounts only after the preview', async () => {
    const before = await count();
    const preview = await bring(FILE, { dry_run: true });
    expect(preview).toMatchObject({ created: 3, joined: 0, here: 1, errors: 0 });
    expect(preview.rows[0]).toEqual({
      line: 2,
      vorname: 'Jürgen',
      name: 'Groß',
      email: 'neu1@a.example',
      role: 'L',
      school: '',
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

  test('imports nothing if a row is invalid', async () => {
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

  test('adds an existing person without a school to the school', async () => {
    await portal.as(teacher({ email: 'frei@a.example', school_id: null, district_id: 'district-a' }));
    expect(await bring('Vorname;Name;Mail\nFrei;Person;frei@a.example')).toMatchObject({ created: 0, joined: 1 });
    const row = await portal.portal.db
      .selectFrom('person')
      .select('school_id')
      .where('email', '=', 'frei@a.example')
      .executeTakeFirstOrThrow();
    expect(row.school_id).toBe('school-a');
  });

  test('requires a mapping for missing columns', async () => {
    const file = 'Eva;Muster;eva@a.example;Konrektorin der Abteilung\nUdo;Muster;udo@a.example;Konrektorin der Abteilung\n';
    const text = `Ruf;Nachname;Adresse;Funktion;Haustier\n${file}`;
    const found = await bring(text, { dry_run: true });
    expect(found.table).toMatchObject({ missing: ['vorname', 'email'], header: 1 });
    expect(found.rows).toEqual([]);
    await expect(bring(text)).rejects.toMatchObject({ status: 400, details: { missing: ['vorname', 'email'] } });
    const columns = ['vorname', 'name', 'email', 'role'].map((column, at) => ({ column, place: { at } }));
    const mapped = await bring(text, { dry_run: true, mapping: { header: 1, columns } });
    expect(mapped).toMatchObject({ created: 0, errors: 2 });
    expect(mapped.rows[0]!.problem).toEqual({ field: 'role', rule: 'choice' });
    expect(mapped.table.values).toEqual([{ column: 'role', value: 'Konrektorin der Abteilung', rows: 2, code: null }]);
    expect(mapped.table.rejected[0]).toEqual({ line: 2, cells: ['Eva', 'Muster', 'eva@a.example', 'Konrektorin der Abteilung'] });
    const values = [{ column: 'role', value: 'Konrektorin der Abteilung', code: 'L' }];
    const chosen = await bring(text, { dry_run: true, mapping: { header: 1, columns, values } });
    expect([chosen.created, chosen.table.values]).toEqual([2, [{ ...mapped.table.values[0], code: 'L' }]]);
    const staff = columns.map((each) => (each.column === 'role' ? { column: 'role', place: { value: 'P' } } : each));
    const all = await bring(text, { dry_run: true, mapping: { header: 1, columns: staff } });
    expect(all.rows.map(({ role }) => role)).toEqual(['P', 'P']);
  });

  test('rejects an empty file and a file with too many rows', async () => {
    for (const text of ['Vorname;Nachname;E-Mail\n', `Vorname;Name;Mail\n${'A;B;c@d.example\n'.repeat(5_001)}`])
      await expect(bring(text, { dry_run: true })).rejects.toMatchObject({ status: 400, field: 'content' });
  });

  test('adds new and existing people to classes of the current school year', async () => {
    for (const name of ['5a', '6b']) await admin.call(classes.create, { body: { name } });
    const text =
      'Vorname;Name;Mail;Rolle;Klasse\nAda;Neu;ada@a.example;Lehrer;5a, 6B\nKim;Kind;kim@a.example;Schüler;5a\nDa;Schon;hier@a.example;;6b\nX;Y;xy@a.example;;9z';
    const looked = await bring(text, { dry_run: true });
    expect(looked).toMatchObject({ created: 2, here: 1, placed: 1, errors: 1 });
    expect(looked.rows[3]!.problem).toEqual({ field: 'class', rule: 'unknown' });
    await bring(text, { skip_errors: true });
    const rows = await portal.portal.db
      .selectFrom('class_member')
      .innerJoin('class', 'class.id', 'class_member.class_id')
      .innerJoin('person', 'person.id', 'class_member.person_id')
      .select(['class.name', 'person.email', 'class_member.role'])
      .where('class_member.role', '<>', 'owner')
      .orderBy('class.name')
      .orderBy('person.email')
      .execute();
    expect(rows).toEqual([
      { name: '5a', email: 'ada@a.example', role: 'teacher' },
      { name: '5a', email: 'kim@a.example', role: 'student' },
      { name: '6b', email: 'ada@a.example', role: 'teacher' },
      { name: '6b', email: 'hier@a.example', role: 'teacher' },
    ]);
    const kreis = await portal.as(districtAdmin());
    const [row] = (await bring('Vorname;Name;Mail;Klasse\nA;B;ab@a.example;5a', { school: 'school-a', dry_run: true }, kreis)).rows;
    expect(row!.problem).toEqual({ field: 'class', rule: 'admin' });
  });

  test('returns 404 if a school administrator names another school', async () => {
    const file = 'Vorname;Name;Mail\nNeu;Person;kreis-neu@b.example';
    await expect(bring(file, { school: 'school-b' })).rejects.toMatchObject({ status: 404 });
  });

  test('requires a district administrator to specify the school', async () => {
    const file = 'Vorname;Name;Mail\nNeu;Person;kreis-neu@b.example';
    const kreis = await portal.as(districtAdmin());
    const { table } = await bring(file, { dry_run: true }, kreis);
    expect(table.missing).toEqual(['school']);
    await expect(bring(file, {}, kreis)).rejects.toMatchObject({ status: 400, field: 'content' });
    expect(await bring(file, { school: 'school-b' }, kreis)).toMatchObject({ created: 1 });
  });
});

describe('one table for all schools of a district', () => {
  const placed = async (email: string) =>
    (await portal.portal.db.selectFrom('person').select('person.school_id').where('person.email', '=', email).executeTakeFirst())
      ?.school_id;

  test('adds each person to the school whose number is in their row', async () => {
    await portal.portal.db.updateTable('school').set({ number: '004711' }).where('school.id', '=', 'school-a').execute();
    await portal.portal.db.updateTable('school').set({ number: '4712' }).where('school.id', '=', 'school-b').execute();
    const kreis = await portal.as(districtAdmin());
    const file = 'Schulnummer;Vorname;Name;Mail\n4711;Ada;Alle;ada@alle.example\nDE-X-4712;Bo;Alle;bo@alle.example\n';
    const { rows } = await bring(file, { dry_run: true }, kreis);
    expect(rows.map(({ school, result }) => [school, result])).toEqual([
      ['Schule a', 'new'],
      ['Schule b', 'new'],
    ]);
    expect(await bring(file, {}, kreis)).toMatchObject({ created: 2, errors: 0 });
    expect([await placed('ada@alle.example'), await placed('bo@alle.example')]).toEqual(['school-a', 'school-b']);
    expect(await bring(file, {}, kreis)).toMatchObject({ created: 0, here: 2 });
  });

  test('rejects rows without a valid school of the district', async () => {
    await portal.portal.db.insertInto('district').values({ id: 'district-z', name: 'Kreis Z' }).execute();
    const school = (id: string, about: object) => ({ ...{ id, name: id, number: id, district_id: 'district-a' }, ...about });
    await portal.portal.db
      .insertInto('school')
      .values([school('z1', { district_id: 'district-z' }), school('c1', { state: 'closed' })])
      .execute();
    const kreis = await portal.as(districtAdmin());
    const file =
      'Schulnummer;Vorname;Name;Mail\n;A;A;a1@alle.example\n99;A;A;a2@alle.example\nz1;A;A;a3@alle.example\nc1;A;A;a4@alle.example';
    const { rows } = await bring(file, { dry_run: true }, kreis);
    expect(rows.map(({ problem }) => [problem?.field, problem?.rule])).toEqual([
      ['school', 'required'],
      ['school', 'unknown'],
      ['school', 'unknown'],
      ['school', 'closed'],
    ]);
    await expect(bring(file, {}, kreis)).rejects.toMatchObject({ field: 'content' });
    expect(await placed('a4@alle.example')).toBeUndefined();
  });

  test('logs the import at each affected school', async () => {
    const logged = await portal.portal.db
      .selectFrom('audit_log')
      .select('audit_log.school_id')
      .where('audit_log.what', '=', 'people.import')
      .execute();
    expect(new Set(logged.map(({ school_id }) => school_id))).toEqual(new Set(['school-a', 'school-b']));
  });
});
