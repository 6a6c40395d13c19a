/** Kills portals while mails and notices are sent. None may be lost or sent twice. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '../db/open.ts';
import { hashPassword, insertDistrict, insertPeople, insertSchools } from '../domains/accounts/index.ts';
import type { Home } from '../testing/database-template.ts';
import { endProcesses, newHome, start, until, type Running } from '../testing/processes.ts';
import { TIMEOUT } from '../testing/imported-records.ts';

afterEach(endProcesses);

const ADMIN = {
  id: '019b0000-0000-7000-8000-0000000000a1',
  email: 'admin@test.example',
  vorname: 'Ada',
  name: 'Amt',
  school_admin: '1' as const,
};
const ANNOUNCED = {
  id: '019b0000-0000-7000-8000-0000000000a2',
  email: 'kim@test.example',
  vorname: 'Kim',
  name: 'Muster',
  school_admin: '0' as const,
};
const PASSWORD = 'ein-langes-passwort-2026';

/** Adds two people of one school before the portal starts for the first time. */
async function addPeople({ dataDir, databaseUrl }: Home): Promise<void> {
  const { db, close } = await openDatabase({ dataDir, databaseUrl });
  await insertDistrict(db, { id: 'district-a', name: 'Kreis A' });
  await insertSchools(db, [
    { id: 'school-a', district_id: 'district-a', name: 'Schule A', number: '1', street: '', postcode: '', city: '' },
  ]);
  const password_hash = await hashPassword(PASSWORD);
  const about = {
    role: 'L' as const,
    district_admin: '0' as const,
    capabilities: [],
    school_id: 'school-a',
    district_id: null,
    demo: true,
    password_hash,
  };
  await insertPeople(
    db,
    [ADMIN, ANNOUNCED].map((person) => ({ ...about, ...person })),
  );
  await close();
}

/** Signs in a user and returns a function that makes API calls as this user. */
async function visit({ url }: Running, login: string) {
  const kept = new Map<string, string>();
  let token = '';
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = {
      cookie: [...kept].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(body && { 'content-type': 'application/json' }),
      ...(method !== 'GET' && { 'x-csrf-token': token }),
    };
    const reply = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    for (const cookie of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]!.split(/=(.*)/s);
      kept.set(name, value);
    }
    token = reply.headers.get('x-csrf-token') ?? token;
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as T;
  };
  const whoAmI = () => ask('GET', '/api/v1/user/userinfo');
  await whoAmI();
  await ask('POST', '/api/v1/user/login', { login, password: PASSWORD });
  await whoAmI();
  return ask;
}

/** Returns the changed names in all sent mails, which are written as files. A mail that was sent twice overwrites its file. */
async function mailed({ dataDir }: Home): Promise<string[]> {
  const folder = join(dataDir, 'mail');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
  const mails = await Promise.all(names.map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
  return mails.flatMap(({ text = '' }) => /Muster Nr-\d+/.exec(text)?.[0] ?? []).sort();
}

test(
  'notifies each recipient at most once by mail and in the portal',
  async () => {
    const home = await newHome();
    await addPeople(home);
    const answered: string[] = [];
    let last = 0;
    for (const most of [20, 45]) {
      const portal = await start(home, { DEMO: 'on' });
      const ask = await visit(portal, ADMIN.email);
      const path = `/api/v1/people/${ANNOUNCED.id}`;
      let { version } = await ask<{ version: number }>('GET', path);
      const killed = until(() => answered.length >= most).then(() => portal.end('SIGKILL'));
      for (let alive = true; alive;) {
        const name = `Muster Nr-${++last}`;
        const reply = await ask<{ version: number }>('PATCH', `${path}/name`, { version, vorname: 'Kim', name }).catch(() => null);
        if (reply) answered.push(name);
        if (reply) ({ version } = reply);
        alive = reply !== null;
      }
      await killed;
    }
    const portal = await start(home, { DEMO: 'on' });
    const kim = await visit(portal, ANNOUNCED.email);
    const { items } = await kim<{ items: { text: string }[] }>('GET', '/api/v1/notices?limit=100');
    const shown = items.flatMap(({ text }) => /Muster Nr-\d+/.exec(text)?.[0] ?? []).sort();
    await until(async () => (await mailed(home)).length >= shown.length);
    expect(await mailed(home)).toEqual(shown);
    expect(new Set(shown).size).toBe(shown.length);
    // Every request that was answered has a notice. Each kill may add a notice for one request whose response was lost.
    expect(answered.filter((name) => !shown.includes(name))).toEqual([]);
    expect(shown.length - answered.length).toBeLessThanOrEqual(2);
  },
  TIMEOUT,
);
