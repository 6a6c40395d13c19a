/** Mails about new results of saved searches. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shiftDay, today, DAY } from '@fundus/contract/days';
import { library } from '@fundus/contract/library/library';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { teacher } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { sendAlerts } from './alerts.ts';

const START = Date.parse('2026-09-01T09:00:00Z');
const at = (days: number) => new Date(START + days * DAY + 60_000);
const isoDay = (days: number) => shiftDay(today(new Date(START)), days);

const portal = usePortal();

async function mails() {
  await portal.jobs.runDue();
  const folder = join(portal.dataDir, 'mail');
  return Promise.all(
    readdirSync(folder)
      .sort()
      .map((name) => PostalMime.parse(readFileSync(join(folder, name)))),
  );
}

test('sends alerts only if there are new results', async () => {
  portal.setNow(new Date(START));
  const browser = await portal.as(teacher({ email: 'alert@schule.example', vorname: 'Ina', name: 'Moos' }));
  const keep = (name: string, query: string, alert: 'off' | 'weekly' | 'daily') =>
    browser.call(library.saveSearch, { body: { name, scope: 'search', query: `${query}&wide=1`, alert } });
  await keep('Moore', 'q=Hochmoor', 'daily');
  await keep('Wiesen', 'q=Feuchtwiese', 'weekly');
  await keep('Stille Suche', 'q=hochmoor', 'off');

  portal.setNow(at(1));
  expect(await sendAlerts(portal.portal), 'nothing new').toBe(0);
  const record = (i: number) => ({ identifier: `h-${i}`, fn_titel: `Hochmoor Teil ${i}`, fn_typ: '49', published: isoDay(2) });
  await portal.store(...Array.from({ length: 23 }, (_, i) => record(i)));
  await portal.store({ identifier: 'w-1', fn_titel: 'Feuchtwiese', fn_typ: '49', published: isoDay(2) });

  portal.setNow(at(2.5));
  expect(await sendAlerts(portal.portal), 'hits of today are sent tomorrow').toBe(0);
  portal.setNow(at(3.2));
  expect(await sendAlerts(portal.portal)).toBe(1);
  expect(await sendAlerts(portal.portal), 'a second time on the same day').toBe(0);
  const [daily] = await mails();
  expect(daily?.to).toEqual([{ address: 'alert@schule.example', name: 'Ina Moos' }]);
  expect(daily?.subject).toBe('23 neue Medien: Moore');
  expect(daily?.text?.match(/^– Hochmoor Teil/gm)).toHaveLength(20);
  expect(daily?.text).toContain('/search?q=Hochmoor');

  portal.setNow(at(7.5));
  expect(await sendAlerts(portal.portal)).toBe(1);
  expect((await mails()).map((mail) => mail.subject).sort()).toEqual(['1 neues Medium: Wiesen', '23 neue Medien: Moore']);
});

test('skips blocked users and invalid searches', async () => {
  portal.setNow(at(20));
  const browser = await portal.as(teacher({ email: 'weg@schule.example' }));
  const { id } = await browser.call(library.saveSearch, {
    body: { name: 'Heide', scope: 'search', query: 'q=Heidekraut', alert: 'daily' },
  });
  await portal.store({ identifier: 'heide', fn_titel: 'Heidekraut', fn_typ: '49', published: isoDay(20) });
  await portal.portal.db.updateTable('person').set({ state: 'blocked' }).where('email', '=', 'weg@schule.example').execute();
  portal.setNow(at(22));
  expect(await sendAlerts(portal.portal)).toBe(0);
  await portal.portal.db.updateTable('person').set({ state: 'active' }).where('email', '=', 'weg@schule.example').execute();
  await portal.portal.db.updateTable('saved_search').set({ query: 'c=gone' }).where('id', '=', id).execute();
  portal.setNow(at(24));
  expect(await sendAlerts(portal.portal)).toBe(0);
});

test('combines the alerts of a user and day in one mail', async () => {
  portal.setNow(at(30));
  const browser = await portal.as(teacher({ email: 'viele@schule.example' }));
  const keep = (name: string, query: string, alert: 'weekly' | 'daily') =>
    browser.call(library.saveSearch, { body: { name, scope: 'search', query: `${query}&wide=1`, alert } });
  await keep('Auen', 'q=Auenwald', 'weekly');
  const dunes = await keep('Dünen', 'q=Wanderduene', 'daily');
  await keep('Ohne Treffer', 'q=Gletscherspalte', 'daily');
  const film = (identifier: string, fn_titel: string, days: number) => ({ identifier, fn_titel, fn_typ: '49', published: isoDay(days) });
  await portal.store(
    film('a-1', 'Auenwald', 33),
    ...Array.from({ length: 7 }, (_, i) => film(`d-${i}`, `Wanderduene ${i}`, 36)),
    film('d-late', 'Wanderduene spät', 37),
  );
  const before = (await mails()).length;
  // The daily search ran at a later hour on the day before. A process that crashes stores nothing.
  await portal.portal.db
    .updateTable('saved_search')
    .set({ last_run: at(36.4) })
    .where('id', '=', dunes.id)
    .execute();
  portal.setNow(at(37));
  const { db } = portal.portal;
  const dying = new Proxy(db, {
    get: (target, name) => {
      const value = Reflect.get(target, name, target) as unknown;
      if (name !== 'transaction') return typeof value === 'function' ? value.bind(target) : value;
      const fails = (work: (trx: typeof db) => Promise<unknown>) =>
        db.transaction().execute(async (trx) => {
          await work(trx);
          throw new Error('the power went out');
        });
      return () => ({ execute: fails });
    },
  });
  await expect(sendAlerts({ ...portal.portal, db: dying })).rejects.toThrow('the power went out');
  const sent = await Promise.all([sendAlerts(portal.portal), sendAlerts(portal.portal)]);
  expect(sent.reduce((sum, n) => sum + n)).toBe(1);
  const [both] = (await mails()).slice(before);
  expect(both?.subject).toBe('Neues zu 2 Suchen');
  for (const words of ['Auen: 1 neues Medium\n– Auenwald', 'Dünen: 7 neue Medien', '/search?q=Auenwald', '/search?q=Wanderduene'])
    expect(both?.text).toContain(words);
  expect(both?.text?.match(/^– Wanderduene/gm)).toHaveLength(5);
  expect(both?.text).not.toContain('Gletscherspalte');
  portal.setNow(at(37.3));
  await portal.portal.db
    .updateTable('saved_search')
    .set({ last_run: at(36) })
    .where('name', '=', 'Ohne Treffer')
    .execute();
  expect(await sendAlerts(portal.portal), 'once a day').toBe(0);
  portal.setNow(at(38));
  expect(await sendAlerts(portal.portal), 'what came in after the mail of its day').toBe(1);
  expect((await mails()).map(({ subject }) => subject)).toContain('1 neues Medium: Dünen');
});
