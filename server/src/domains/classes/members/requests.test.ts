/** Tests that teachers are notified of requests to join by one mail per day (docs/behaviour/classes.md#joining-by-a-code). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { classes } from '@fundus/contract/classes/classes';
import { classMembers } from '@fundus/contract/classes/members';
import PostalMime from 'postal-mime';
import { beforeAll, expect, test } from 'vitest';
import { people } from '../../../testing/classes.ts';
import { pupil, teacher } from '../../../testing/index.ts';
import { usePortal } from '../../../testing/use-portal.ts';
import { notifyRequests } from './requests.ts';

const portal = usePortal();
const at = (moment: string): void => portal.setNow(new Date(moment));
beforeAll(async () => {
  at('2026-11-23T09:00:00Z');
});

const tell = (remind = true) => notifyRequests(portal.portal, { now: portal.portal.now(), remind });
const seen = new Set<string>();
async function mails(): Promise<[string, string, string[]][]> {
  await portal.jobs.runDue();
  const folder = join(portal.dataDir, 'mail');
  const fresh = readdirSync(folder).filter((name) => !seen.has(name));
  for (const name of fresh) seen.add(name);
  const read = await Promise.all(fresh.map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
  return read
    .map((mail): [string, string, string[]] => [mail.to![0]!.address!, mail.subject!, [...(mail.text!.match(/^– .*$/gm) ?? [])]])
    .sort((a, b) => a[0].localeCompare(b[0]));
}

test('sends each teacher one mail per day about all join requests', async () => {
  const ada = await portal.as(teacher({ email: 'ada@a.example' }));
  await portal.as(teacher({ email: 'ben@a.example' }));
  await portal.as(teacher({ email: 'far@a.example' }));
  const [ben] = await people(portal, 'ben@a.example');
  const until = '2027-07-01';
  const make = async (name: string): Promise<string> => {
    const { id } = await ada.call(classes.create, { body: { name, join_policy: 'code_confirm' } });
    return (await ada.call(classMembers.newJoinCode, { params: { id }, body: { until } })).join_code!.code;
  };
  const [first, second] = [await make('8b'), await make('8c')];
  const { items } = await ada.call(classes.list, { query: {} });
  const id = items.find(({ name }) => name === '8b')!.id;
  await ada.call(classMembers.addMembers, { params: { id }, body: { role: 'teacher', people: [ben!] } });
  const ask = async (email: string, code: string) => {
    const who = await portal.as(pupil({ email }));
    expect((await who.call(classMembers.join, { body: { code } })).outcome).toBe('applied');
  };
  expect(await tell()).toBe(0);
  await ask('mia@a.example', first);
  await ask('noa@a.example', first);
  await ask('tom@a.example', second);
  expect(await tell(false), 'at night').toBe(0);
  expect(await tell()).toBe(2);
  expect(await tell(), 'a second time').toBe(0);
  expect(await mails()).toEqual([
    ['ada@a.example', '3 Beitrittsanfragen für Ihre Klassen', ['– 8b: 2 Anfragen', '– 8c: 1 Anfrage']],
    ['ben@a.example', '2 Beitrittsanfragen für Ihre Klassen', ['– 8b: 2 Anfragen']],
  ]);
  at('2026-11-23T12:00:00Z');
  await ask('zoe@a.example', second);
  expect(await tell(), 'the same day').toBe(0);
  at('2026-11-24T09:00:00Z');
  expect(await tell()).toBe(1);
  expect(await mails()).toEqual([['ada@a.example', '1 Beitrittsanfrage für Ihre Klassen', ['– 8c: 1 Anfrage']]]);
});
