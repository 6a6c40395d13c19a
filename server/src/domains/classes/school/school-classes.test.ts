/** Tests import, codes and printing for all classes of a school. */
import { classes } from '@fundus/contract/classes/classes';
import { beforeAll, expect, test } from 'vitest';
import { districtAdmin, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';

const portal = usePortal();
let admin: Caller;
beforeAll(async () => {
  portal.setNow(new Date('2026-11-20T09:00:00Z'));
  admin = await portal.as(schoolAdmin());
  await portal.as(teacher({ email: 'eva@a.example', vorname: 'Eva', name: 'Adler' }));
  await portal.as(teacher({ email: 'udo@a.example', vorname: 'Udo', name: 'Vogel' }));
  await portal.as(teacher({ email: 'fern@b.example', school_id: 'school-b' }));
});

const bring = (text: string, about: object = {}, who = admin, id = 'school-a') =>
  who.call(classes.import, { params: { id }, body: { content: Buffer.from(text).toString('base64'), dry_run: false, ...about } });
const all = async () => (await admin.call(classes.ofSchool, { params: { id: 'school-a' }, query: { limit: 100 } })).items;

test('imports 30 classes with teachers and codes from a table', async () => {
  const rows = Array.from({ length: 30 }, (_, i) => `${5 + Math.floor(i / 6)}${'abcdef'[i % 6]};EVA@a.example;28`);
  const text = `Klasse;Klassenleitung;Schülerzahl;Raum\n${rows.join('\n')}\n`;
  const looked = await bring(text, { dry_run: true });
  expect(looked).toMatchObject({ created: 30, here: 0, errors: 0, codes: 840 });
  expect(looked.rows[29]).toMatchObject({ name: '9f', grade: 9, owners: ['Eva Adler'], codes: 28, result: 'new' });
  expect(looked.table.headers.map(({ name }) => name)).toContain('Raum');
  expect(await all()).toEqual([]);
  await bring(text);
  const made = await all();
  expect(made).toHaveLength(30);
  expect(made[0]).toMatchObject({ name: '5a', grade: 5, owners: ['Eva Adler'], learners: 28 });
  expect(await bring(text)).toMatchObject({ created: 0, here: 30, codes: 0 });
});

test('imports a list of names as classes owned by the administrator', async () => {
  const looked = await bring('10a\n10b\nEF\n', { dry_run: true, codes: 5 });
  expect(looked.rows.map(({ name, grade, codes }) => [name, grade, codes])).toEqual([
    ['10a', 10, 5],
    ['10b', 10, 5],
    ['EF', 11, 5],
  ]);
  await bring('10a\n');
  const [line] = (await all()).filter(({ name }) => name === '10a');
  expect([line!.owners.length, line!.role, line!.state]).toEqual([1, 'owner', 'active']);
});

test.each([
  ['11a;niemand@a.example', 'owners', 'unknown'],
  ['11a;fern@b.example', 'owners', 'unknown'],
  ['11a;;viele', 'codes', 'format'],
  ['11a;;201', 'codes', 'max'],
  [`${'x'.repeat(61)};`, 'name', 'max'],
])('rejects the row %s', async (row, field, rule) => {
  const { rows } = await bring(`Klasse;Verantwortlich;Codes\n${row}`, { dry_run: true });
  expect(rows[0]!.problem).toEqual({ field, rule });
});

test('finds several teachers in a cell by address or name', async () => {
  const text = 'Klasse\tKlassenlehrer\n12a\teva@a.example, udo@a.example\n12b\tVogel, Udo\n12c\tAdler\n12a\tx\n';
  const { rows } = await bring(text, { dry_run: true });
  expect(rows.map(({ owners, problem }) => [owners, problem?.rule ?? null])).toEqual([
    [['Eva Adler', 'Udo Vogel'], null],
    [['Udo Vogel'], null],
    [['Eva Adler'], null],
    [[], 'duplicate'],
  ]);
});

test('prints the codes of all classes as one PDF', async () => {
  const school = { params: { id: 'school-a' } };
  expect(await admin.call(classes.fillCodes, { ...school, body: { codes: 29, dry_run: true } })).toEqual({ classes: 31, made: 30 + 29 });
  await expect(admin.call(classes.cards, { ...school, query: {} })).rejects.toMatchObject({ status: 404 });
  await admin.call(classes.fillCodes, { ...school, body: { codes: 29 } });
  expect((await all()).every(({ learners }) => learners === 29)).toBe(true);
  expect(await admin.call(classes.printCards, school)).toEqual({ classes: 31, printed: 31 * 29 });
  const pdf = (await admin.call(classes.cards, { ...school, query: { layout: 'list' } })) as unknown as { body: string };
  expect(pdf.body.slice(0, 5)).toBe('%PDF-');
});

test('lets only administrators of the school import and print', async () => {
  await expect(bring('5x', {}, await portal.as(teacher()))).rejects.toMatchObject({ status: 403 });
  await expect(bring('5x', {}, await portal.as(districtAdmin()))).rejects.toMatchObject({ status: 403 });
  await expect(bring('5x', {}, admin, 'school-b')).rejects.toMatchObject({ status: 404 });
  for (const call of [classes.printCards, classes.cards] as const)
    await expect((await portal.as(teacher())).call(call, { params: { id: 'school-a' }, query: {} } as never)).rejects.toMatchObject({
      status: 403,
    });
});

test('creates the classes of many schools of the district from one table', async () => {
  const district = await portal.as(districtAdmin());
  await portal.as(teacher({ email: 'bea@b.example', vorname: 'Bea', name: 'Brandt', school_id: 'school-b' }));
  const numbers = await portal.portal.db.selectFrom('school').select(['id', 'number', 'name']).orderBy('id').execute();
  const [a, b] = ['school-a', 'school-b'].map((id) => numbers.find((school) => school.id === id)!);
  const text = [
    'Schulnummer;Klasse;Klassenleitung',
    `${a!.number};13a;eva@a.example`,
    `DE-XX-${b!.number};13a;bea@b.example`,
    `${b!.number};13b;eva@a.example`,
    `${b!.number};13c;`,
    '0815;13d;bea@b.example',
    `${a!.number};12a;eva@a.example`,
  ].join('\n');
  const call = (about: object, who = district) =>
    who.call(classes.importOfDistrict, { body: { content: Buffer.from(text).toString('base64'), dry_run: true, ...about } });
  const { rows, ...looked } = await call({});
  expect(rows.map(({ school, name, result, problem }) => [school, name, problem ? Object.values(problem).join(' ') : result])).toEqual([
    [a!.name, '13a', 'new'],
    [b!.name, '13a', 'new'],
    [b!.name, '13b', 'owners unknown'],
    ['', '13c', 'owners required'],
    ['', '13d', 'school unknown'],
    [a!.name, '12a', expect.any(String)],
  ]);
  expect(looked).toMatchObject({ created: rows.filter(({ result }) => result === 'new').length, errors: 3 });
  await expect(call({ dry_run: false })).rejects.toMatchObject({ status: 400 });
  await expect(call({}, admin)).rejects.toMatchObject({ status: 403 });
  await call({ dry_run: false, skip_errors: true });
  const made = await portal.portal.db
    .selectFrom('class')
    .select(['school_id', 'state'])
    .where('name', '=', '13a')
    .orderBy('school_id')
    .execute();
  expect(made).toEqual([
    { school_id: 'school-a', state: 'active' },
    { school_id: 'school-b', state: 'active' },
  ]);
});
