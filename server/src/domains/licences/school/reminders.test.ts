/** Mails before a licence ends, when few seats are left and when seats stay unused. */
import { accounts } from '@fundus/contract/accounts/accounts';
import { shiftDay, today, DAY } from '@fundus/contract/days';
import { licences, type NewLicence } from '@fundus/contract/licences/licences';
import { licenceSeats } from '@fundus/contract/licences/seats';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { beforeAll, expect, test } from 'vitest';
import { districtAdmin, pupil, schoolAdmin, teacher } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { sendLicenceAlerts } from './reminders.ts';

const START = Date.parse('2026-09-07T09:00:00Z');
const isoDay = (days: number) => shiftDay(today(new Date(START)), days);

const portal = usePortal();
beforeAll(async () => {
  portal.setNow(new Date(START));
});

/** Address and subject of the mails that were returned before. */
const seen = new Set<string>();
/** Link in the latest mail, by address. */
const links = new Map<string | undefined, string | undefined>();
async function mails() {
  await portal.jobs.runDue();
  const folder = join(portal.dataDir, 'mail');
  const fresh = readdirSync(folder)
    .sort()
    .filter((name) => !seen.has(name));
  for (const name of fresh) seen.add(name);
  const read = await Promise.all(fresh.map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
  for (const mail of read) links.set(mail.to?.[0]?.address, /\S*\/(?:school|library)\S*/.exec(mail.text ?? '')?.[0]);
  return read
    .map((mail) => [mail.to?.[0]?.address, mail.subject, mail.text?.match(/^– .*$/gm)] as const)
    .sort((a, b) => String(a[0]).localeCompare(String(b[0])));
}

/** Moves the clock to some days after START, at nine by default. Sessions expire meanwhile. */
const later = (days: number, hours = 0): void => portal.setNow(new Date(START + days * DAY + hours * 3_600_000));

test('sends licence managers one mail 60, 30 and 7 days before a licence ends', async () => {
  const admin = await portal.as(schoolAdmin({ email: 'admin@a.example' }));
  const district = await portal.as(districtAdmin({ email: 'kreis@a.example' }));
  await portal.as(teacher({ email: 'lizenz@a.example', capabilities: ['cap_licences'] }));
  await portal.as(teacher({ email: 'lehr@a.example' }));
  await portal.as(schoolAdmin({ email: 'admin@b.example', school_id: 'school-b' }));
  for (const [i, by] of [admin, district].entries()) {
    await portal.store({ identifier: `e-${i}`, fn_titel: `Ende ${i}`, fn_typ: '49', licences: [{ scope: 'none' }] });
    await by.call(licences.create, { body: { mediaId: `e-${i}`, scope: i ? 'district' : 'school', valid_to: isoDay(62) } });
  }
  expect(await sendLicenceAlerts(portal.portal)).toBe(0);
  later(2, -4);
  expect(await sendLicenceAlerts(portal.portal), 'before eight').toBe(0);
  later(2);
  expect(await sendLicenceAlerts(portal.portal)).toBe(3);
  expect(await sendLicenceAlerts(portal.portal), 'a second time').toBe(0);
  const note = 'Lizenzen: 1 Hinweis';
  expect(await mails()).toEqual([
    ['admin@a.example', note, ['– Ende 0: endet am 08.11.2026']],
    ['kreis@a.example', note, ['– Ende 1: endet am 08.11.2026']],
    ['lizenz@a.example', note, ['– Ende 0: endet am 08.11.2026']],
  ]);
  for (const [days, count] of [
    [31, 0],
    [32, 3],
    [54, 0],
    [55, 3],
    [62, 0],
    [63, 0],
  ] as const) {
    later(days);
    expect(await sendLicenceAlerts(portal.portal), `day ${days}`).toBe(count);
  }
  await mails();
});

test('sends one mail per week about low and unused seats', async () => {
  later(100);
  const admin = await portal.as(schoolAdmin({ email: 'plaetze@b.example', school_id: 'school-b' }));
  const learner = await portal.as(pupil({ school_id: 'school-b' }));
  const user = await learner.call(accounts.userinfo);
  const enter = async (identifier: string, more: Partial<NewLicence>) => {
    await portal.store({ identifier, fn_titel: `Plätze ${identifier}`, fn_typ: '49', licences: [{ scope: 'none' }] });
    return admin.call(licences.create, { body: { mediaId: identifier, scope: 'volume', runtime: 'unlimited', ...more } });
  };
  const few = await enter('few', { seats: 2 });
  const warned = await enter('warned', { seats: 20 });
  await enter('plenty', { seats: 20 });
  await admin.call(licences.change, { params: { id: warned.id }, body: { version: 1, warn_below: 20 } });
  const to = [{ kind: 'person' as const, id: user === false ? '' : user.id }];
  await admin.call(licenceSeats.assignSeats, { params: { id: warned.id }, body: { to } });
  const first = await portal.portal.db
    .selectFrom('person')
    .select('person.id')
    .where('person.school_id', '=', user === false ? '' : user.school_id)
    .where('person.state', '=', 'active')
    .where('person.id', '<>', to[0]!.id)
    .executeTakeFirst();
  await admin.call(licenceSeats.assignSeats, { params: { id: few.id }, body: { to: [...to, { kind: 'person', id: first!.id }] } });
  const sent = await Promise.all([sendLicenceAlerts(portal.portal), sendLicenceAlerts(portal.portal)]);
  expect(sent.reduce((sum, n) => sum + n)).toBe(2);
  const lines = ['– Plätze few: noch 0 von 2 Plätzen frei', '– Plätze warned: noch 19 von 20 Plätzen frei'];
  expect(await mails()).toEqual([
    ['admin@b.example', 'Lizenzen: 2 Hinweise', lines],
    ['plaetze@b.example', 'Lizenzen: 2 Hinweise', lines],
  ]);
  later(101);
  expect(await sendLicenceAlerts(portal.portal)).toBe(0);
  later(108);
  expect(await sendLicenceAlerts(portal.portal)).toBe(2);
  await mails();
  const unused = '– Plätze plenty: seit 90 Tagen nicht genutzt';
  const notified: number[] = [];
  const ask = async (day: number): Promise<void> => {
    later(day);
    await sendLicenceAlerts(portal.portal);
    if ((await mails()).some(([to, , lines]) => to === 'plaetze@b.example' && lines?.includes(unused))) notified.push(day);
  };
  // Days 189, 196 and so on are Mondays.
  for (const day of [189, 190, 195, 196, 197, 203]) await ask(day);
  expect(notified, 'in each week').toEqual([190, 196, 203]);
  const people = portal.portal.db.updateTable('person').where('email', '=', 'plaetze@b.example');
  await people.set({ muted: ['licences'] }).execute();
  await ask(210);
  await people.set({ muted: [] }).execute();
  await portal.portal.db.updateTable('licence').set({ withdrawn_at: portal.portal.now() }).where('school_id', '=', 'school-b').execute();
  await ask(217);
  expect(notified, 'unless switched off or withdrawn').toEqual([190, 196, 203]);
});

/** Creates a district licence for schools and assigns it to one. */
async function shareWithSchool(identifier: string, valid_to: string, more: Partial<NewLicence> = {}) {
  const district = await portal.as(districtAdmin({ email: `${identifier}@kreis.example` }));
  await portal.store({ identifier, fn_titel: `Kreis ${identifier}`, fn_typ: '49', licences: [{ scope: 'none' }] });
  const licence = await district.call(licences.create, { body: { mediaId: identifier, scope: 'school', seats: 900, valid_to, ...more } });
  await district.call(licenceSeats.assignSeats, { params: { id: licence.id }, body: { to: [{ kind: 'school', id: 'school-b' }] } });
  return licence;
}

test('notifies schools with seats of a district licence before it ends', async () => {
  later(301);
  await mails();
  const valid_to = isoDay(301 + 30);
  await shareWithSchool('geben', valid_to);
  const owner = await portal.as(schoolAdmin({ email: 'leitung@b.example', school_id: 'school-b' }));
  await portal.as(schoolAdmin({ email: 'einfach@b.example', school_id: 'school-b', school_admin: '2' }));
  await portal.as(teacher({ email: 'lizenzen@b.example', school_id: 'school-b', capabilities: ['cap_licences'] }));
  await portal.store({ identifier: 'selbst', fn_titel: 'Selbst', fn_typ: '49', licences: [{ scope: 'none' }] });
  await owner.call(licences.create, { body: { mediaId: 'selbst', scope: 'school', valid_to } });
  await portal.portal.db.updateTable('licence').set({ warn_below: 900 }).where('identifier', '=', 'geben').execute();
  await sendLicenceAlerts(portal.portal);
  const date = valid_to.split('-').reverse().join('.');
  const lines = [`– Kreis geben: endet am ${date} (Lizenz des Kreises)`, `– Selbst: endet am ${date}`];
  const notified = (await mails()).filter(([to]) => /^(leitung|einfach|lizenzen)@b|@a\.example/.test(String(to)));
  expect(notified.filter(([, , about]) => about?.some((line) => line.includes('geben') && line.includes('Kreises')))).toEqual(
    ['einfach', 'leitung', 'lizenzen'].map((name) => [`${name}@b.example`, 'Lizenzen: 2 Hinweise', lines]),
  );
  expect(
    notified.filter(([to]) => to === 'admin@a.example'),
    'a school that holds none',
  ).toEqual([]);
  await sendLicenceAlerts(portal.portal);
  expect(await mails(), 'once').toEqual([]);
});

test('sends no mail to staff of a suspended or closed school', async () => {
  later(400);
  await sendLicenceAlerts(portal.portal);
  await mails();
  const db = portal.portal.db;
  await portal.as(schoolAdmin({ email: 'zu@a.example' }));
  await portal.as(districtAdmin({ email: 'ueber@a.example', district_id: null, school_id: 'school-a' }));
  await shareWithSchool('kreis', isoDay(405));
  const notified = async (state: 'active' | 'suspended' | 'closed') => {
    await db.updateTable('school').set({ state }).execute();
    await db.deleteFrom('licence_alert').execute();
    await sendLicenceAlerts(portal.portal);
    const about = (line: string): boolean => line.startsWith('– Kreis kreis');
    return (await mails()).filter(([, , lines]) => lines?.some(about)).map(([to]) => to);
  };
  expect(await notified('active')).toEqual(expect.arrayContaining(['leitung@b.example', 'ueber@a.example']));
  expect(await notified('suspended')).not.toContain('leitung@b.example');
  expect(await notified('closed')).toContain('ueber@a.example');
  await db.updateTable('school').set({ state: 'active' }).execute();
});
