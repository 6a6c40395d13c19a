/** Periodic mails: the monthly report, and the announcement of the end of the school year. */
import { schools } from '@fundus/contract/schools/schools';
import { ownAccount } from '@fundus/contract/accounts/own';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../db/new-id.ts';
import { Mail } from '../../../mail/compose.ts';
import { runSweepSteps } from '../../../sweep.ts';
import { districtAdmin, pupil, schoolAdmin, teacher, type Caller } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { readPages } from '../../../testing/read-pdf.ts';
import { insertPeople, insertSchools } from '../../accounts/index.ts';
import { countUse } from '../../uses/index.ts';
import { monthBefore, sendMonthlyReports } from './monthly-report.ts';
import { endingYear, sendYearEnd } from './year-end.ts';

const SCHOOL = { district_id: 'district-a', street: '', postcode: '', city: '' };
const portal = usePortal({ ShowAnalytics: true, Locales: ['de', 'en'] });
beforeAll(async () => {
  await portal.store(
    { identifier: 'm-1', fn_titel: 'Vulkane', fn_typ: '49', licences: [{ scope: 'none' }] },
    { identifier: 'm-2', fn_titel: 'Meere', fn_typ: '49', licences: [{ scope: 'none' }] },
    { identifier: 'm-3', fn_titel: 'Wälder', fn_typ: '49', licences: [{ scope: 'none' }] },
  );
  await insertSchools(portal.portal.db, [
    { ...SCHOOL, id: 'school-viel', name: 'Gymnasium Lindenau', number: '501' },
    { ...SCHOOL, id: 'school-still', name: 'Stille Schule', number: '502' },
  ]);
});
beforeEach(async () => {
  portal.setNow(null);
  await db().deleteFrom('job').execute();
});

const db = () => portal.portal.db;
const mails = async (): Promise<Mail[]> =>
  (await db().selectFrom('job').select('payload').where('kind', '=', 'mail').orderBy('id').execute()).map(({ payload }) =>
    Mail.parse(payload),
  );
const to = async (address: string) => (await mails()).filter((mail) => mail.to.address === address);
const textOf = (mail: Mail | undefined): string => JSON.stringify(mail?.body);

/** Creates an account with 1 October as its creation date. */
async function add(email: string, about: object): Promise<string> {
  const id = newId();
  const rest = {
    vorname: 'Kim',
    name: 'Muster',
    role: 'L' as const,
    school_admin: '0' as const,
    district_admin: '0' as const,
    capabilities: [],
    district_id: null,
  };
  await insertPeople(db(), [{ ...rest, school_id: null, password_hash: null, email, ...about, id }]);
  await db()
    .updateTable('person')
    .set({ created_at: new Date('2026-10-01T08:00:00Z') })
    .where('id', '=', id)
    .execute();
  return id;
}
async function licence(about: object): Promise<string> {
  const id = newId();
  await db()
    .insertInto('licence')
    .values({ id, identifier: 'm-1', scope: 'volume', seats: 5, origin: 'hand', rights: JSON.stringify({}), ...about })
    .execute();
  return id;
}
const opened = (id: string, identifier: string, day: string) =>
  countUse({ ...portal.portal, now: new Date(`${day}T10:00:00Z`) }, { id, school_id: 'school-viel' }, identifier);
const at = (moment: string) => portal.setNow(new Date(moment));

describe('monthly report', () => {
  test('covers the previous month', () => {
    expect(['2026-12-01', '2027-01-07', '2026-03-31'].map(monthBefore)).toEqual(['2026-11', '2026-12', '2026-02']);
  });

  test('is sent once to each administrator with the figures of their school', async () => {
    await add('leitung@viel.example', { school_id: 'school-viel', school_admin: '1' });
    await add('head@viel.example', { school_id: 'school-viel', school_admin: '2', locale: 'en' });
    await add('kreis@a.example', { district_id: 'district-a', district_admin: '1' });
    await add('still@still.example', { school_id: 'school-still', school_admin: '1' });
    await add('will-nicht@viel.example', { school_id: 'school-viel', school_admin: '1', muted: ['reports'] });
    await add('gesperrt@viel.example', { school_id: 'school-viel', school_admin: '1', state: 'blocked' });
    await add('neu@viel.example', { school_id: 'school-viel', school_admin: '1' });
    await db()
      .updateTable('person')
      .set({ created_at: new Date('2026-12-01T07:00:00Z') })
      .where('email', '=', 'neu@viel.example')
      .execute();
    const people = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        add(`p${i}@viel.example`, { school_id: 'school-viel', last_sign_in_at: new Date(`2026-11-2${i}T08:00:00Z`) }),
      ),
    );
    for (const id of people) await opened(id, 'm-1', '2026-11-30');
    for (const id of people.slice(0, 4)) await opened(id, 'm-2', '2026-11-03');
    // Uses outside the month: on the first day after it in Berlin, and on the last day before it.
    await opened(people[0]!, 'm-2', '2026-12-01');
    for (const id of people) await opened(id, 'm-2', '2026-10-31');
    await licence({ school_id: 'school-viel', valid_to: '2026-12-31', identifier: 'm-2', taken: 1, in_use: 1 });
    for (const identifier of ['m-1', 'm-3'])
      await licence({ school_id: 'school-viel', valid_to: '2027-12-31', valid_from: '2026-06-01', identifier });
    // A licence whose one-year term is within the twelve months of the report.
    await licence({ school_id: 'school-viel', valid_from: '2025-12-01', valid_to: '2026-11-30', price: 36_500 });
    await add('neu-hier@viel.example', { school_id: 'school-viel', state: 'pending_approval' });
    await licence({ district_id: 'district-a', valid_to: '2027-01-15', valid_from: '2026-11-20' });

    // The report for November is not sent before December begins in Berlin.
    await db().updateTable('person').set({ report_month: '2026-10' }).execute();
    at('2026-11-30T22:30:00Z');
    expect(await sendMonthlyReports(portal.portal)).toBe(0);
    at('2026-12-01T07:05:00Z');
    await Promise.all([1, 2, 3].map(() => sendMonthlyReports(portal.portal)));
    const sent = await mails();
    expect(sent.map((mail) => mail.to.address).sort()).toEqual(['head@viel.example', 'kreis@a.example', 'leitung@viel.example']);

    const [own] = await to('leitung@viel.example');
    expect(own).toMatchObject({ subject: 'Gymnasium Lindenau: Bericht für November 2026', language: 'de' });
    expect(own!.settings?.href).toBe('/account/notifications');
    expect(own!.required).toBeUndefined();
    expect(own!.body[1]).toEqual({
      kind: 'facts',
      rows: [
        ['Medien geöffnet oder heruntergeladen', '10'],
        ['Angemeldet in den letzten 30 Tagen', '6'],
        ['Aktive Klassen in diesem Schuljahr', '0'],
        ['Kosten der Lizenzen in zwölf Monaten', '365,00\u00a0€'],
        ['davon für Medien, die niemand genutzt hat', '0,00\u00a0€'],
      ],
    });
    expect(textOf(own)).toContain('Am meisten genutzt:\\n– Vulkane: 6');
    expect(textOf(own)).not.toContain('Meere: 4');
    expect(textOf(own)).toContain('Höchste Kosten je Nutzung:\\n– Vulkane: 60,83\u00a0€');
    expect(textOf(own)).toContain('Das wartet auf Sie:\\n– Registrierungen: 1"');
    expect(textOf(own)).toContain('– Meere: 31.12.2026');
    expect(textOf(own)).toContain('Lizenzen ohne Nutzung seit 90 Tagen:\\n– Wälder: –"');
    expect(own!.body.at(-1)).toMatchObject({ href: '/school?tab=numbers&from=2026-11-01' });
    // The figure is the same as on the page of the school.
    const looks = await portal.as(schoolAdmin({ school_id: 'school-viel', email: 'zahlen@viel.example' }));
    const numbers = await looks.call(schools.numbers, { params: { id: 'school-viel' } });
    await db().deleteFrom('person').where('email', '=', 'zahlen@viel.example').execute();
    expect(numbers.months.find(({ month }) => month === '2026-11')?.uses).toBe(10);

    const [english] = await to('head@viel.example');
    expect(english).toMatchObject({ subject: 'Gymnasium Lindenau: report for November 2026', language: 'en' });
    const [district] = await to('kreis@a.example');
    expect(district!.subject).toBe('Schulen des Kreises: Bericht für November 2026');
    expect(district!.body.at(-1)).toMatchObject({ href: '/school?tab=numbers&from=2026-11-01' });
    expect(textOf(district)).toContain('– Vulkane: 15.01.2027');
    expect(textOf(district)).not.toContain('31.12.2026');

    // No further report is sent later in the month or after a restart.
    for (const moment of ['2026-12-01T18:00:00Z', '2026-12-02T08:00:00Z', '2026-12-07T08:00:00Z']) {
      at(moment);
      expect(await sendMonthlyReports(portal.portal)).toBe(0);
    }
    // December has too few uses, but the report still lists ending licences.
    await db().deleteFrom('job').execute();
    at('2027-01-03T08:00:00Z');
    expect(await sendMonthlyReports(portal.portal)).toBe(4);
    const [next] = await to('leitung@viel.example');
    expect(next!.body[1]).toMatchObject({
      rows: expect.arrayContaining([
        ['Medien geöffnet oder heruntergeladen', 'weniger als 5 Personen'],
        ['Angemeldet in den letzten 30 Tagen', 'weniger als 5 Personen'],
      ]),
    });
    expect(textOf(next)).not.toContain('Am meisten genutzt');
  });

  test('is available as a tagged PDF only to users who may see the figures', async () => {
    at('2026-12-02T08:00:00Z');
    const leader = await portal.as(schoolAdmin({ school_id: 'school-viel', email: 'papier@viel.example' }));
    const get = (month: string, who = leader) => who.inject({ method: 'GET', url: `/api/v1/schools/school-viel/report?month=${month}` });
    const answer = await get('2026-11');
    expect(answer.headers['content-type']).toBe('application/pdf');
    const words = (await readPages(answer.rawPayload)).join(' ').replaceAll('\u00a0', ' ');
    for (const said of ['Gymnasium Lindenau: Bericht für November 2026', 'Vulkane 6', '365,00 €', '60,83 €', 'Seite 1 von'])
      expect(words).toContain(said);
    expect(words).not.toContain('Meere 4');
    expect(answer.rawPayload.includes('/S /Table')).toBe(true);
    expect(answer.rawPayload.includes('/Scope /Column')).toBe(true);
    for (const month of ['2027-01', '2025-12', '2026-13']) expect((await get(month)).statusCode).toBe(400);
    expect(
      (await get('2026-11', await portal.as(schoolAdmin({ school_id: 'school-still', email: 'fremd@still.example' })))).statusCode,
    ).toBe(404);
    await db().deleteFrom('person').where('email', 'in', ['papier@viel.example', 'fremd@still.example']).execute();
  });

  test('is sent late after downtime', async () => {
    at('2027-02-02T08:00:00Z');
    const { config } = portal.portal;
    portal.portal.config = { ...config, ShowAnalytics: false };
    expect(await sendMonthlyReports(portal.portal)).toBe(0);
    portal.portal.config = config;
    at('2027-02-20T08:00:00Z');
    expect(await sendMonthlyReports(portal.portal)).toBe(4);
    expect(await sendMonthlyReports(portal.portal)).toBe(0);
  });
});

describe('announcement of the end of the school year', () => {
  test('is due in the last two months of the school year', () => {
    const notified = (day: string, end = '07-31') => endingYear(day, end);
    expect(notified('2027-06-01')).toEqual({ year: '2026/27', day: '2027-06-01', last: '2027-07-31' });
    expect(notified('2027-07-07')).toMatchObject({ year: '2026/27' });
    for (const day of ['2027-05-01', '2027-06-08', '2027-07-08', '2027-08-01', '2026-12-01']) expect(notified(day)).toBeNull();
    // In this example, the school year ends in January.
    expect(notified('2026-12-02', '01-31')).toMatchObject({ year: '2026/27', last: '2027-01-31' });
  });

  test('is sent twice to teachers and administrators', async () => {
    const leads = await add('leitet@viel.example', { school_id: 'school-viel' });
    const learner = await add('lernt@viel.example', { school_id: 'school-viel', role: 'S' });
    await add('ohne@still.example', { school_id: 'school-still' });
    const since = new Date('2026-09-01T08:00:00Z');
    const [own, other, old] = [newId(), newId(), newId()];
    const class_ = { school_id: 'school-viel', kind: 'class', needs: [], state_since: since, created_at: since };
    await db()
      .insertInto('class')
      .values([
        { ...class_, id: own, name: '5a', school_year: '2026/27' },
        { ...class_, id: other, name: '5b', school_year: '2026/27' },
        { ...class_, id: old, name: '4a', school_year: '2025/26' },
      ] as never)
      .execute();
    const codes = [newId(), newId(), newId(), newId()];
    const code = { school_id: 'school-viel', sealed: 'x', state_since: since, created_at: since };
    const until = ['2027-07-31', '2027-07-15', '2027-09-30', '2027-07-31'];
    await db()
      .insertInto('learner_code')
      .values(codes.map((id, i) => ({ ...code, id, hash: id, label: `${i}`, valid_until: until[i]!, state: 'in_use' })) as never)
      .execute();
    const member = { state: 'active', joined_at: since, state_since: since };
    await db()
      .insertInto('class_member')
      .values([
        { ...member, id: newId(), class_id: own, person_id: leads, role: 'owner' },
        { ...member, id: newId(), class_id: old, person_id: leads, role: 'owner' },
        { ...member, id: newId(), class_id: own, person_id: learner, role: 'student' },
        ...codes.map((code_id, i) => ({ ...member, id: newId(), class_id: i === 3 ? other : own, code_id, role: 'student' })),
      ] as never)
      .execute();
    await licence({ school_id: 'school-viel', valid_to: '2027-07-31', identifier: 'm-2' });
    await licence({ school_id: 'school-viel', valid_to: '2027-08-01', identifier: 'm-2' });

    at('2027-06-01T06:30:00Z');
    await Promise.all([1, 2].map(() => sendYearEnd(portal.portal)));
    const [teaching] = await to('leitet@viel.example');
    expect(teaching).toMatchObject({ subject: 'Schuljahr 2026/27: Was am 31. Juli 2027 endet' });
    expect(teaching!.body[1]).toEqual({
      kind: 'facts',
      rows: [
        ['Ihre Klassen in diesem Schuljahr', '1'],
        ['Zugangscodes, die bis zum Schuljahresende ablaufen', '2'],
        ['Lizenzen der Schule, die bis zum Schuljahresende enden', '1'],
      ],
    });
    expect(textOf(teaching)).toContain('– Meere: 31.07.2027');
    const [admin] = await to('leitung@viel.example');
    expect(admin!.body[1]).toMatchObject({
      rows: [
        ['Klassen der Schule in diesem Schuljahr', '2'],
        [expect.any(String), '3'],
        [expect.any(String), '1'],
      ],
    });
    expect(await to('lernt@viel.example')).toEqual([]);
    expect(await to('ohne@still.example')).toEqual([]);
    expect(await to('kreis@a.example')).toEqual([]);
    const addresses = (await mails()).map((mail) => mail.to.address);
    expect(new Set(addresses).size).toBe(addresses.length);

    expect(await sendYearEnd(portal.portal)).toBe(0);
    at('2027-07-01T07:00:00Z');
    await db()
      .updateTable('person')
      .set({ muted: ['schoolYear'] })
      .where('id', '=', leads)
      .execute();
    await db().deleteFrom('job').execute();
    await sendYearEnd(portal.portal);
    expect(await to('leitet@viel.example')).toEqual([]);
    expect(await to('leitung@viel.example')).toHaveLength(1);
  });
});

test("sends periodic mails in the hourly run after eight o'clock in Berlin", async () => {
  const about = { school_id: 'school-viel', school_admin: '1' };
  await add('schritt@viel.example', about);
  at('2027-07-01T05:30:00Z');
  await runSweepSteps(portal.portal);
  expect(await to('schritt@viel.example')).toEqual([]);
  at('2027-07-01T06:01:00Z');
  await runSweepSteps(portal.portal);
  expect((await to('schritt@viel.example')).map(({ subject }) => subject)).toContain('Schuljahr 2026/27: Was am 31. Juli 2027 endet');
});

test('offers the settings of periodic mails only to users who receive them', async () => {
  const offered = async (who: Caller) => (await who.call(ownAccount.account)).notifications.map(({ name }) => name);
  expect(await offered(await portal.as(districtAdmin({ role: '' })))).toEqual([
    'registrations',
    'lists',
    'shared',
    'licences',
    'news',
    'reports',
    'searches',
  ]);
  expect(await offered(await portal.as(schoolAdmin()))).toEqual([
    'registrations',
    'help',
    'lists',
    'shared',
    'licences',
    'news',
    'reports',
    'schoolYear',
    'searches',
  ]);
  expect(await offered(await portal.as(teacher()))).toEqual(['registrations', 'help', 'lists', 'shared', 'news', 'schoolYear', 'searches']);
  expect(await offered(await portal.as(pupil()))).toEqual(['assignments', 'searches']);
});
