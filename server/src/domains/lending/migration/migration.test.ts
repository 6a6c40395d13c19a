/**
 * Migration of a lending point from another system: import of borrowers, open loans and reservations
 * (docs/behaviour/lending.md#migration-from-another-system).
 */
import { DAY } from '@fundus/contract/days';
import type { Reply } from '@fundus/contract/endpoint';
import { lendingCondition } from '@fundus/contract/lending/condition/condition';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import { lendingMigration, type MigrationStep } from '@fundus/contract/lending/migration/migration';
import { lendingPrivate } from '@fundus/contract/lending/private-borrowers/private-borrowers';
import { lendingStock } from '@fundus/contract/lending/stock/stock';
import type { PointFields } from '@fundus/contract/lending/points/points';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { schoolAdmin, teacher, testPortal, type Caller, type TestPortal } from '../../../testing/index.ts';
import { inDays, MONDAY, openPoint, placeTestOrder, stock, readBoard } from '../../../testing/lending.ts';
import { remindBorrowers } from '../mails/remind.ts';

let portal: TestPortal;
let admin: Caller;
let kim: Caller;
beforeAll(async () => {
  portal = await testPortal({ GeraeteVerleih: true });
  admin = await portal.as(schoolAdmin({ vorname: 'Ada', name: 'Amt', email: 'amt@a.example' }));
  kim = await portal.as(teacher({ vorname: 'Kim', name: 'Falk', email: 'kim@a.example' }));
});
beforeEach(async () => {
  portal.setNow(MONDAY);
  await db().deleteFrom('job').execute();
});
afterAll(() => portal.close());

const db = () => portal.portal.db;
const base64 = (text: string): string => Buffer.from(text).toString('base64');
type Answer = Reply<typeof lendingMigration.migrate>;

/** Creates a point with devices of one model. */
async function open(rules: Partial<PointFields> = {}, codes: readonly string[] = ['K-1', 'K-2']) {
  const point = await openPoint(admin, { private_borrowers: true, ...rules });
  const { model, items } = await stock(admin, point, codes);
  const send = (step: MigrationStep, text: string, more: object = {}, by: Caller = admin): Promise<Answer> =>
    by.call(lendingMigration.migrate, { params: { step }, body: { point: point.id, content: base64(text), dry_run: false, ...more } });
  const look = (step: MigrationStep, text: string): Promise<Answer> => send(step, text, { dry_run: true });
  const state = () => admin.call(lendingMigration.migration, { query: { point: point.id } });
  return { point, model, items, send, look, state };
}
const results = ({ rows }: Answer) =>
  rows.map(({ result, problem, notes }) => (problem ? `${problem.field} ${problem.rule}` : [result, ...notes].join(' ')));
const PEOPLE = 'Nummer;Ausweisnummer;Name;Vorname;E-Mail;Adresse;Telefon;Notiz\n';
const KIM = '1001;C-1;Falk;Kim;KIM@a.example;;;\n';
const ROBIN = `1002;C-2;Muster;Robin;;"Markt 3, 12345 Musterstadt";0123;zahlt bar\n`;
const LOANS = 'Gerätenummer;Entleihernummer;Ausgeliehen am;Fällig am;Verlängerungen\n';
const german = (days: number): string => inDays(days).split('-').reverse().join('.');

test('imports borrowers as accounts or private borrowers', async () => {
  const { point, look, send, state } = await open();
  const text = PEOPLE + KIM + ROBIN;
  const dry = await look('borrowers', text);
  expect(results(dry)).toEqual(['new account', 'new private']);
  expect(await state()).toMatchObject({ borrowers: { accounts: 0, private: 0 } });
  expect(await send('borrowers', text)).toMatchObject({ created: 2, same: 0, errors: 0 });
  expect(await state()).toMatchObject({ borrowers: { accounts: 1, private: 1 } });
  const { items } = await admin.call(lendingPrivate.privateBorrowers, { query: { point: point.id } });
  expect(items).toMatchObject([
    { name: 'Robin Muster', address: 'Markt 3, 12345 Musterstadt', phone: '0123', note: 'zahlt bar', id_checked: null },
  ]);
  expect(results(await send('borrowers', text))).toEqual(['same account', 'same private']);
  // A new phone number is imported, but an empty cell does not overwrite the stored value.
  const changed = PEOPLE + `1002;;Muster;Robin;;;0999;\n`;
  expect(await send('borrowers', changed)).toMatchObject({ created: 0, changed: 1 });
  const again = await admin.call(lendingPrivate.privateBorrowers, { query: { point: point.id } });
  expect(again.items).toMatchObject([{ phone: '0999', note: 'zahlt bar', address: 'Markt 3, 12345 Musterstadt' }]);
});

test('finds borrowers at the desk by their imported borrower or card number', async () => {
  const { point, send } = await open();
  await send('borrowers', PEOPLE + KIM + ROBIN);
  const find = async (q: string) =>
    (await admin.call(lendingDesk.borrowers, { query: { point: point.id, q } })).items.map(({ name }) => name);
  expect(await find('c-1')).toEqual(['Kim Falk']);
  expect(await find('1002')).toEqual(['Robin Muster']);
  expect(await find('9999')).toEqual([]);
});

test('reports the reason for each rejected borrower', async () => {
  const { look, send, state } = await open({ private_borrowers: false });
  const text = `${PEOPLE.trim()};Schule\n1001;;Falk;Kim;kim@a.example;;;;\n1002;;Muster;Robin;;;;;\n1003;;Leer;Lea;lea@a.example;;;;Waldschule\n1001;;Falk;Kim;kim@a.example;;;;\n1004;;Krumm;K;krumm@;;;;\n`;
  const dry = await look('borrowers', text);
  expect(results(dry)).toEqual(['new account', 'email no_private', 'email no_account', 'number twice', 'email format']);
  expect(dry.table.rejected).toHaveLength(4);
  await expect(send('borrowers', text)).rejects.toMatchObject({ status: 400, code: 'validation_failed', field: 'content' });
  expect(await state()).toMatchObject({ borrowers: { accounts: 0 } });
  expect(await send('borrowers', text, { skip_errors: true })).toMatchObject({ created: 1, errors: 4 });
});

test('imports suspensions without a mail', async () => {
  const { point, send } = await open();
  const text = `Nummer;Name;Vorname;E-Mail;debarred;debarredcomment\n1001;Falk;Kim;kim@a.example;9999-12-31;Dreimal gemahnt\n`;
  expect(results(await send('borrowers', text))).toEqual(['new account blocked']);
  const { items } = await admin.call(lendingCondition.suspensions, { query: { point: point.id } });
  expect(items).toMatchObject([{ borrower: 'Kim Falk', until: null, reason: 'Dreimal gemahnt' }]);
  await admin.call(lendingCondition.endSuspension, { params: { id: items[0]!.id } });
  expect(await send('borrowers', text)).toMatchObject({ created: 0, same: 1 });
  expect((await admin.call(lendingCondition.suspensions, { query: { point: point.id } })).items).toEqual([]);
  expect(await db().selectFrom('job').select('id').where('kind', '=', 'mail').execute()).toEqual([]);
});

test('lists imported loans in the account and at the desk', async () => {
  const { point, model, items, look, send, state } = await open();
  await send('borrowers', PEOPLE + KIM + ROBIN);
  const text = `${LOANS}K-1;1001;${german(-5)};${german(4)};2\nk-2;C-2;${german(-30)};${german(-10)};0\n`;
  expect(results(await look('loans', text))).toEqual(['new', 'new overdue']);
  expect(await send('loans', text)).toMatchObject({ created: 2, errors: 0 });
  expect(await state()).toMatchObject({ loans: { imported: 2, open: 2, overdue: 1 }, paused: { lines: 2, overdue: 1, people: 1 } });
  const own = await kim.call(lending.orders, { query: { show: 'open' } });
  expect(own.items.filter((each) => each.point.id === point.id)).toMatchObject([
    { state: 'approved', lines: [{ state: 'on_loan', start: inDays(-5), end: inDays(4), renewals: 2, item_code: 'K-1' }] },
  ]);
  const desk = await readBoard(admin, point);
  expect(JSON.stringify(desk)).toContain('Robin Muster');
  const calendar = await admin.call(lending.calendar, { params: { id: model.id }, query: { from: inDays(1), until: inDays(7) } });
  const { days } = calendar;
  // The overdue device does not count as available, although its reminders are paused.
  expect(calendar.withheld).toBe(1);
  expect(days[0]).toMatchObject({ date: inDays(1), free: 0 });
  expect(days.at(-1)).toMatchObject({ free: 1 });
  const passed = await admin.call(lendingCondition.pass, { params: { id: items[0]!.id } });
  expect(passed.records).toMatchObject([{ kind: 'issue' }]);
  // The desk takes the device back. Another import does not lend it again.
  await admin.call(lendingDesk.takeBack, { body: { point: point.id, code: 'K-2' } });
  expect(await send('loans', text)).toMatchObject({ created: 0, changed: 0, same: 2 });
  expect(await state()).toMatchObject({ loans: { imported: 2, open: 1 } });
});

test('charges no fee for imported loans of private borrowers', async () => {
  const { point, send } = await open({ private_day_cents: 250 });
  await send('borrowers', PEOPLE + ROBIN);
  await send('loans', `${LOANS}K-1;1002;${german(-5)};${german(4)};0\n`);
  const { items } = await admin.call(lendingPrivate.privateBorrowers, { query: { point: point.id } });
  expect(items).toMatchObject([{ on_loan: 1, owed_cents: 0 }]);
});

test('reports every conflict of an imported loan in a dry run', async () => {
  const { point, model, look, send } = await open({}, ['K-1', 'K-2', 'K-3', 'K-4']);
  await send('borrowers', PEOPLE + KIM);
  const ready = await placeTestOrder(kim, model, 1, 3);
  await admin.call(lendingDesk.approve, { params: { id: ready.id }, body: {} });
  await admin.call(lendingDesk.prepare, { params: { id: ready.lines[0]!.id }, body: { code: 'K-3' } });
  const rows = [
    `K-1;1001;${german(-5)};${german(4)};0`,
    `K-1;1001;${german(-4)};${german(4)};0`,
    `X-9;1001;${german(-5)};${german(4)};0`,
    `K-2;4711;${german(-5)};${german(4)};0`,
    `K-2;1001;${german(3)};${german(4)};0`,
    `K-2;1001;${german(-3)};${german(-4)};0`,
    `K-2;1001;gestern;${german(4)};0`,
    `K-3;1001;${german(-5)};${german(4)};0`,
    `K-4;;${german(-5)};${german(4)};0`,
  ];
  const dry = await look('loans', LOANS + rows.join('\n'));
  expect(results(dry)).toEqual([
    'new',
    'device twice',
    'device no_device',
    'borrower no_borrower',
    'lent_on future',
    'due_on range',
    'lent_on format',
    'device needed',
    'borrower required',
  ]);
  expect(dry.rows[7]!.problem!.about).toContain(ready.number);
  await send('loans', LOANS + rows.join('\n'), { skip_errors: true });
  expect(results(await send('loans', `${LOANS}${rows[0]}\nK-4;kim@a.example;${german(-5)};${german(4)};0\n`))).toEqual(['same', 'new']);
  // A loan recorded in the portal takes precedence over the file.
  const walked = await look('loans', `${LOANS}K-4;1001;${german(-2)};${german(4)};0\n`);
  expect(walked.rows[0]!.problem).toMatchObject({ field: 'device', rule: 'on_loan', about: 'Kim Falk' });
  await expect(send('loans', LOANS + rows[0], {}, kim)).rejects.toMatchObject({ status: 403 });
  expect(point.private_borrowers).toBe(true);
});

test('moves a booking whose device is used by an imported loan', async () => {
  const { model, look, send } = await open();
  const wish = await placeTestOrder(kim, model, 1, 3);
  const code = await db()
    .selectFrom('rental_line as l')
    .innerJoin('device_item as i', 'i.id', 'l.item_id')
    .select('i.code')
    .where('l.order_id', '=', wish.id)
    .executeTakeFirstOrThrow();
  await send('borrowers', PEOPLE + ROBIN);
  const text = `${LOANS}${code.code};1002;${german(-5)};${german(4)};0\n`;
  expect(results(await look('loans', text))).toEqual(['new moved']);
  await send('loans', text);
  const other = code.code === 'K-1' ? 'K-2' : 'K-1';
  // Both devices are in use now, so the booking cannot move again.
  expect(results(await look('loans', `${LOANS}${other};1002;${german(-5)};${german(4)};0\n`))).toEqual(['device needed']);
});

test('renews imported loans from a later file', async () => {
  const { send } = await open();
  await send('borrowers', PEOPLE + KIM);
  await send('loans', `${LOANS}K-1;1001;${german(-5)};${german(4)};0\nK-2;1001;${german(-5)};${german(4)};0\n`);
  const later = await send('loans', `${LOANS}K-1;1001;${german(-5)};${german(11)};1\n`);
  expect(later).toMatchObject({ created: 0, changed: 1, gone: ['K-2'] });
  const own = await kim.call(lending.orders, { query: { show: 'open' } });
  expect(own.items.flatMap(({ lines }) => lines).filter(({ item_code }) => item_code === 'K-1')).toContainEqual(
    expect.objectContaining({ end: inDays(11), renewals: 1 }),
  );
});

const RESERVATIONS = 'Gerätenummer;Modell;Anzahl;Entleihernummer;Von;Bis;Status;Zweck\n';

test('creates orders from imported reservations', async () => {
  const { point, look, send, state } = await open();
  await send('borrowers', PEOPLE + KIM + ROBIN);
  await send('loans', `${LOANS}K-1;1001;${german(-5)};${german(9)};0\n`);
  const rows = [
    `K-1;;;1002;${german(7)};${german(8)};;Film`,
    `;Kamera;1;1001;${german(7)};${german(8)};;`,
    `;Kamera;2;1001;${german(14)};${german(15)};beantragt;Theater`,
    `K-1;;;1002;${german(-9)};${german(-8)};;`,
    `;Beamer;1;1002;${german(7)};${german(8)};;`,
    `;Kamera;1;1002;${german(8)};${german(7)};;`,
    `;Kamera;1;1002;${german(12)};${german(13)};;`,
  ];
  const text = RESERVATIONS + rows.join('\n');
  const dry = await look('reservations', text);
  expect(results(dry)).toEqual(['new other_device', 'model all_lent', 'new', 'until over', 'model no_model', 'until range', 'new closed']);
  expect(await send('reservations', text, { skip_errors: true })).toMatchObject({ created: 3, errors: 4 });
  expect(await state()).toMatchObject({ reservations: { imported: 4, open: 4 } });
  expect(results(await look('reservations', RESERVATIONS + rows[0] + '\n' + rows[2]))).toEqual(['same', 'same']);
  const desk = JSON.stringify(await readBoard(admin, point));
  expect(desk).toContain('Theater');
  expect(await db().selectFrom('job').select('id').where('kind', '=', 'mail').execute()).toEqual([]);
});

async function mailsOf(): Promise<string[]> {
  const rows = await db().selectFrom('job').select('payload').where('kind', '=', 'mail').orderBy('id').execute();
  await db().deleteFrom('job').where('kind', '=', 'mail').execute();
  return rows.map(({ payload }) => (payload as { to: { address: string } }).to.address);
}
const remind = async (days: number): Promise<string[]> => {
  const now = new Date(MONDAY.getTime() + days * DAY);
  portal.setNow(now);
  await remindBorrowers(portal.portal, now);
  return mailsOf();
};

test('starts reminders of imported loans at the first dunning level', async () => {
  const { point, send, state } = await open();
  await send('borrowers', PEOPLE + KIM);
  await send('loans', `${LOANS}K-1;1001;${german(-60)};${german(-40)};0\nK-2;1001;${german(-5)};${german(1)};0\n`);
  expect([await remind(0), await remind(1), await remind(2)]).toEqual([[], [], []]);
  await expect(kim.call(lendingMigration.startReminders, { body: { point: point.id, overdue: 'first' } })).rejects.toMatchObject({
    status: 403,
  });
  expect(await admin.call(lendingMigration.startReminders, { body: { point: point.id, overdue: 'first' } })).toMatchObject({
    paused: { lines: 0, overdue: 0, people: 0 },
  });
  expect(await state()).toMatchObject({ loans: { imported: 2, overdue: 2 } });
  // The loan is 42 days late, but only the borrower is notified and not suspended.
  expect(await remind(2)).toEqual(['kim@a.example']);
  expect((await admin.call(lendingCondition.suspensions, { query: { point: point.id } })).items).toEqual([]);
  expect(await remind(3)).toEqual([]);
  // Five opening days later, the second level is reached, so the school is notified too.
  expect((await remind(9)).sort()).toContain('amt@a.example');
});

test('continues with the dunning level after the one reached in the other system', async () => {
  const { point, send } = await open();
  await portal.as(teacher({ vorname: 'Lea', name: 'Nord', email: 'lea@a.example' }));
  await send('borrowers', `${PEOPLE}1001;;Nord;Lea;lea@a.example;;;\n`);
  await send('loans', `${LOANS}K-1;1001;${german(-20)};${german(-6)};0\n`);
  await admin.call(lendingMigration.startReminders, { body: { point: point.id, overdue: 'reminded' } });
  expect(await remind(0)).not.toContain('lea@a.example');
  // The loan is eight opening days late, which is the second level.
  expect(await remind(4)).toContain('lea@a.example');
});

test('imports devices with their previous codes and accessories', async () => {
  const point = await openPoint(admin);
  const text = `Inventarnummer;Barcode;Modell;Kategorie;Zubehör;Zustand;Kaufpreis\nD-1;0042;Das Wasser;DVD;"2x Hülle; Begleitheft";;19,900000\nD-2;0043;Das Wasser;DVD;;ausgesondert;\n`;
  const body = { point: point.id, content: base64(text), dry_run: false };
  expect(await admin.call(lendingStock.importItems, { body })).toMatchObject({ created: 2, errors: 0 });
  const { items } = await admin.call(lendingDesk.items, { query: { point: point.id } });
  expect(items).toMatchObject([
    { code: 'D-1', other_code: '0042', state: 'available', price_cents: 1_990 },
    { code: 'D-2', other_code: '0043', state: 'retired' },
  ]);
  const { items: models } = await admin.call(lending.models, { query: { point: point.id } });
  expect(models[0]!.parts).toEqual([
    { name: 'Hülle', count: 2 },
    { name: 'Begleitheft', count: 1 },
  ]);
  expect(await admin.call(lendingStock.importItems, { body })).toMatchObject({ created: 0, changed: 0, same: 2 });
  // The desk scans the barcode from the other system.
  await admin.call(lendingMigration.migrate, {
    params: { step: 'borrowers' },
    body: { point: point.id, content: base64(PEOPLE + KIM), dry_run: false },
  });
  const loan = { point: point.id, content: base64(`${LOANS}0042;1001;${german(-5)};${german(4)};0\n`), dry_run: false };
  expect(await admin.call(lendingMigration.migrate, { params: { step: 'loans' }, body: loan })).toMatchObject({ created: 1 });
  const byCode = { ...loan, content: base64(`${LOANS}D-1;kim@a.example;${german(-5)};${german(4)};0\n`) };
  expect(await admin.call(lendingMigration.migrate, { params: { step: 'loans' }, body: byCode })).toMatchObject({ same: 1, gone: [] });
  expect(await admin.call(lendingDesk.takeBack, { body: { point: point.id, code: '0042' } })).toMatchObject({ item: { code: 'D-1' } });
});

test.each([
  [
    'borrowers',
    'koha',
    'cardnumber,borrowernumber,surname,firstname,email,address,streetnumber,zipcode,city,phone,debarred,borrowernotes\n',
  ],
  [
    'loans',
    'koha',
    'duedate,title,author,borrowertitle,firstname,surname,phone,barcode,email,address,address2,zipcode,city,country,branchcode,itemcallnumber,biblionumber,borrowernumber,itemnum,issuedate,replacementprice\n',
  ],
  ['borrowers', 'leihs', 'firstname,lastname,badge_id,org_id,email,phone,address,zip,city\n'],
] as const)('recognises the table of %s from %s', async (step, source, header) => {
  const { look } = await open();
  const answer = await look(step, `${header}${header.trim().replace(/\w+/g, 'x')}\n`);
  expect(answer.table.source).toBe(source);
  expect(answer.table.missing).toEqual([]);
});

test('accepts every example file unchanged', async () => {
  const { point, send } = await open({}, []);
  for (const table of ['stock', 'borrowers', 'loans', 'reservations'] as const)
    for (const [format, lang] of [
      ['csv', 'de'],
      ['csv', 'en'],
      ['xlsx', 'de'],
    ] as const) {
      const url = `/api/v1/lending/migration/templates/${table}?point=${point.id}&format=${format}&lang=${lang}`;
      const content = (await admin.inject({ method: 'GET', url })).rawPayload.toString('base64');
      if (table === 'stock') {
        const body = { point: point.id, content, dry_run: format !== 'csv' || lang !== 'de' };
        expect((await admin.call(lendingStock.importItems, { body })).table.headers.length).toBeGreaterThan(10);
        continue;
      }
      const answer = await send(table, '', { content, dry_run: true });
      const columns = answer.table.columns.filter(({ at }) => at === null).map(({ column }) => column);
      expect([table, format, lang, columns]).toEqual([table, format, lang, []]);
    }
});
