/** Mails about new hits of kept searches. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shiftDay, today } from '@fundus/contract/days';
import { library } from '@fundus/contract/library';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { teacher, testPortal, type TestPortal } from '../../testing/index.ts';
import { sendAlerts } from './index.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-09-01T09:00:00Z');
const at = (days: number) => new Date(START + days * DAY + 60_000);
const isoDay = (days: number) => shiftDay(today(new Date(START)), days);

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

async function mails() {
  await portal.jobs.runDue();
  const folder = join(portal.dataDir, 'mail');
  return Promise.all(
    readdirSync(folder)
      .sort()
      .map((name) => PostalMime.parse(readFileSync(join(folder, name)))),
  );
}

test('an alert is sent once a week or day, only with something new, at most twenty titles of it', async () => {
  portal.setNow(new Date(START));
  const browser = await portal.as(teacher({ email: 'alert@schule.example', vorname: 'Ina', name: 'Moos' }));
  const keep = (name: string, query: string, alert: 'off' | 'weekly' | 'daily') =>
    browser.call(library.saveSearch, { body: { name, scope: 'search', query, alert } });
  await keep('Moore', 'q=Hochmoor', 'daily');
  await keep('Wiesen', 'q=Feuchtwiese', 'weekly');
  await keep('Stille Suche', 'q=Hochmoor', 'off');

  portal.setNow(at(1));
  expect(await sendAlerts(portal.portal), 'nothing new').toBe(0);
  const record = (i: number) => ({ identifier: `h-${i}`, fn_titel: `Hochmoor Teil ${i}`, fn_typ: '49', published: isoDay(2) });
  await portal.store(...Array.from({ length: 23 }, (_, i) => record(i)));
  await portal.store({ identifier: 'w-1', fn_titel: 'Feuchtwiese', fn_typ: '49', published: isoDay(2) });

  portal.setNow(at(2.5));
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

test('a blocked person and a search that is no longer understood get none, and hold up nobody', async () => {
  portal.setNow(at(20));
  const browser = await portal.as(teacher({ email: 'weg@schule.example' }));
  const { id } = await browser.call(library.saveSearch, {
    body: { name: 'Heide', scope: 'search', query: 'q=Heidekraut', alert: 'daily' },
  });
  await portal.store({ identifier: 'heide', fn_titel: 'Heidekraut', fn_typ: '49', published: isoDay(21) });
  await portal.portal.db.updateTable('person').set({ state: 'blocked' }).where('email', '=', 'weg@schule.example').execute();
  portal.setNow(at(22));
  expect(await sendAlerts(portal.portal)).toBe(0);
  await portal.portal.db.updateTable('person').set({ state: 'active' }).where('email', '=', 'weg@schule.example').execute();
  await portal.portal.db.updateTable('saved_search').set({ query: 'c=gone' }).where('id', '=', id).execute();
  portal.setNow(at(24));
  expect(await sendAlerts(portal.portal)).toBe(0);
});
