/** Tests that every path that deletes an account checks its obligations first (docs/behaviour/accounts.md#obligations). */
import { readFileSync } from 'node:fs';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { ownAccount } from '@fundus/contract/accounts/own';
import type { AccountState } from '@fundus/contract/accounts/states';
import { DAY } from '@fundus/contract/days';
import { lendingCondition } from '@fundus/contract/lending/condition/condition';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import { people } from '@fundus/contract/people/people';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { applyRetention } from '../domains/audit/retention.ts';
import { remindBorrowers } from '../domains/lending/mails/remind.ts';
import { sweepSchools } from '../domains/schools/index.ts';
import type { Mail } from '../mail/compose.ts';
import { at, MONDAY, openPoint, placeTestOrder, readBoard, stock } from '../testing/lending.ts';
import { PASSWORD, schoolAdmin, teacher, type Caller } from '../testing/index.ts';
import { usePortal } from '../testing/use-portal.ts';

const portal = usePortal({ GeraeteVerleih: true });
const db = () => portal.portal.db;
let admin: Caller;
let point: { id: string };
let count = 0;
beforeAll(async () => {
  portal.setNow(MONDAY);
  admin = await portal.as(schoolAdmin({ email: 'leitung@a.example' }));
  point = await openPoint(admin, { approval: 'auto', name: 'Medienausleihe' });
});
beforeEach(() => goTo(0));

async function goTo(days: number): Promise<void> {
  portal.setNow(new Date(MONDAY.getTime() + days * DAY));
  const later = new Date('2099-01-01');
  await db().updateTable('session').set({ expires_at: later, last_seen_at: later }).execute();
}
type Debtor = { who: Caller; id: string; email: string; settle: () => Promise<unknown> };
async function somebody(): Promise<{ who: Caller; id: string; email: string }> {
  const email = `person-${++count}@a.example`;
  const who = await portal.as(teacher({ email, vorname: 'Lee', name: `Lang ${count}` }));
  const { id } = await db().selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  return { who, id, email };
}
/** Adds a person with a device on loan. */
async function debtor(): Promise<Debtor> {
  const one = await somebody();
  const code = `K-${count}`;
  const { model } = await stock(admin, point, [code]);
  const made = await placeTestOrder(one.who, { ...model, point_id: point.id }, 1, 2);
  await goTo(1);
  await admin.call(lendingDesk.handOver, { ...at(made.id), body: { code } });
  await goTo(0);
  return { ...one, settle: () => admin.call(lendingDesk.takeBack, { body: { point: point.id, code } }) };
}
const isThere = async (id: string) => (await db().selectFrom('person').select('id').where('id', '=', id).execute()).length === 1;
const setState = (id: string, state: AccountState, set: object = {}) =>
  db()
    .updateTable('person')
    .set({ state, state_since: portal.portal.now(), ...set })
    .where('id', '=', id)
    .execute();
const retain = async (days: number): Promise<void> => {
  await goTo(days);
  await applyRetention(portal.portal);
};
async function erase(id: string): Promise<void> {
  const { version } = await admin.call(people.read, at(id));
  await admin.call(people.erase, { ...at(id), body: { version, reason: '' } });
}

/** Ways to delete an account: `begin` starts the deletion, and `end` runs the retention after the deletion is due. */
const PATHS: Record<string, { begin: (one: Debtor) => Promise<unknown>; end: () => Promise<unknown> }> = {
  'an administrator': { begin: ({ id }) => erase(id), end: () => retain(15) },
  'the identity provider': { begin: ({ id }) => setState(id, 'erasure_pending'), end: () => retain(15) },
  'its own user': { begin: ({ id }) => setState(id, 'deletion_pending'), end: () => retain(15) },
  'retention of unused accounts': { begin: ({ id }) => setState(id, 'dormant'), end: () => retain(61) },
  'retention of declined accounts': { begin: ({ id }) => setState(id, 'declined'), end: () => retain(31) },
  'retention of blocked accounts': {
    begin: ({ id }) => setState(id, 'blocked', { dormant_notified_at: new Date(MONDAY.getTime() + DAY), demo: false }),
    end: () => retain(400),
  },
};

test.each(Object.keys(PATHS))('keeps an account until its borrowed device is returned: %s', async (path) => {
  const [one, free] = [await debtor(), { ...(await somebody()), settle: () => Promise.resolve() }];
  const { begin, end } = PATHS[path]!;
  await begin(one);
  await begin(free);
  await end();
  expect([await isThere(one.id), await isThere(free.id)]).toEqual([true, false]);
  const { overdue } = await readBoard(admin, point);
  expect(overdue.map(({ borrower }) => borrower)).toContain(`Lee Lang ${count - 1}`);
  await one.settle();
  await applyRetention(portal.portal);
  expect(await isThere(one.id)).toBe(false);
});

test('keeps a closed school while a member has a device on loan', async () => {
  const one = await debtor();
  const school = { id: 'school-closed', district_id: 'district-a', name: 'Alte Schule', number: '99', street: '', postcode: '', city: '' };
  await db()
    .insertInto('school')
    .values({ ...school, state: 'closed', state_since: MONDAY })
    .execute();
  await db().updateTable('person').set({ school_id: 'school-closed' }).where('id', '=', one.id).execute();
  await goTo(400);
  await sweepSchools(portal.portal);
  expect(await isThere(one.id)).toBe(true);
  await one.settle();
  await sweepSchools(portal.portal);
  expect(await isThere(one.id)).toBe(false);
});

test('refuses to delete an account with open obligations', async () => {
  const one = await debtor();
  const remove = () => one.who.call(ownAccount.deleteAccount, { body: { password: PASSWORD } });
  const obligations = (...items: object[]) => ({ code: 'state_conflict', details: { reason: 'obligations', obligations: items } });
  const place = 'Medienausleihe';
  await expect(remove()).rejects.toMatchObject(obligations({ kind: 'device', count: 1, place }));
  expect((await admin.call(people.obligations, at(one.id))).items).toEqual([{ kind: 'device', count: 1, place }]);
  const { model } = await stock(admin, point, [`O-${count}`]);
  const open = await placeTestOrder(one.who, { ...model, point_id: point.id }, 3, 4);
  await expect(remove()).rejects.toMatchObject(obligations({ kind: 'device', count: 1, place }, { kind: 'order', count: 1, place }));
  await one.who.call(lending.cancelOrder, { ...at(open.id), body: {} });
  await one.settle();
  expect(await remove()).toMatchObject({ on: expect.any(String) });
});

test('keeps an account until the liability for damage is decided', async () => {
  const one = await debtor();
  const item = await db().selectFrom('device_item').select('id').where('code', '=', `K-${count}`).executeTakeFirstOrThrow();
  await one.settle();
  const line = await db().selectFrom('rental_line').select('id').where('item_id', '=', item.id).executeTakeFirstOrThrow();
  const { id } = await admin.call(lendingCondition.reportDamage, {
    body: { line: line.id, text: 'Linse gesprungen', severity: 'limited', photos: [] },
  });
  await db().updateTable('damage_report').set({ liability: 'open' }).where('id', '=', id).execute();
  expect((await admin.call(people.obligations, at(one.id))).items).toMatchObject([{ kind: 'fee', count: 1 }]);
  await db().updateTable('damage_report').set({ liability: 'waived' }).where('id', '=', id).execute();
  expect((await admin.call(people.obligations, at(one.id))).items).toEqual([]);
});

test('notifies the user and the lending desk before a deletion', async () => {
  const one = await debtor();
  await erase(one.id);
  const takeMails = async () => {
    const rows = await db().deleteFrom('job').where('kind', '=', 'mail').returning('payload').execute();
    return rows.map(({ payload }) => [(payload as Mail).to.address, (payload as Mail).subject]);
  };
  await takeMails();
  const remind = () => remindBorrowers(portal.portal, portal.portal.now());
  await remind();
  expect((await takeMails()).filter(([, subject]) => subject!.includes('gelöscht') || subject!.includes('Löschung')).sort()).toEqual([
    ['leitung@a.example', `Konto soll gelöscht werden: Lee Lang ${count}`],
    [one.email, 'Vor der Löschung Ihres Kontos: Medienausleihe'],
  ]);
  await remind();
  expect((await takeMails()).filter(([, subject]) => subject!.includes('Konto'))).toEqual([]);
  const { tasks } = await readBoard(admin, point);
  expect(tasks.filter(({ why }) => why === 'leaving').map(({ borrower }) => borrower)).toContain(`Lee Lang ${count}`);
  await goTo(8);
  await remind();
  expect((await takeMails()).map(([to]) => to)).toContain('leitung@a.example');
});

/** Source files that delete rows of `person` or erase people. A file that does not check obligations has a reason. */
const CALLERS = {
  'all-domains/erase-people.ts': 'asks',
  'domains/accounts/demo.ts': 'demo accounts are removed together with the loans of the demo',
  'domains/accounts/people-lists/end-people.ts': 'erasePeople asks',
  'domains/accounts/registration/registration-repository.ts': 'an unconfirmed registration has never been able to borrow',
  'domains/accounts/repository.ts': 'called by erasePeople',
  'domains/audit/erasures.ts': 'erases again those a backup brought back',
  'domains/audit/retention.ts': 'erasePeople asks',
  'domains/schools/sweep.ts': 'erasePeople asks',
  'testing/recipients.ts': 'a test',
};

test('lists every source file that deletes accounts', () => {
  const root = join(import.meta.dirname, '..');
  const found = globSync('**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      return /deleteFrom\('person'\)|delete from person\b|\berasePeople\(|\beraseLocked\(/.test(source);
    });
  expect(found.sort()).toEqual(Object.keys(CALLERS).sort());
});
