/** Portals that are killed by a job of theirs. `jobs/lost.test.ts` has every kind of job, and steps are in `jobs/clock.test.ts`. */
import { existsSync, readdirSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '../db/open.ts';
import { putMail } from '../mail/outbox.ts';
import { begin, endProcesses, newHome, start, until } from '../testing/processes.ts';
import { TIMEOUT } from '../testing/imported-records.ts';

afterEach(endProcesses);

// On PostgreSQL each death costs the minute of a lease.
test.skipIf(process.env.TEST_DATABASE_URL)(
  'a mail that kills the portal three times is given up by the fourth start, and another one leaves',
  async () => {
    const home = await newHome();
    const { db, close } = await openDatabase({ dataDir: home.dataDir, databaseUrl: undefined });
    for (const subject of ['deadly', 'good'])
      await putMail(db, new Date(), { to: { address: 'kim@test.example' }, language: 'de', subject, body: [], reason: '' });
    await close();
    const preload = new URL('../testing/deadly-mail.mjs', import.meta.url);
    const env = { NODE_OPTIONS: `--import ${preload.href}`, METRICS_HOSTS: '127.0.0.1' };
    for (let deaths = 0; deaths < 3; deaths += 1) {
      const { child, ready } = begin(home, env);
      ready.catch(() => {});
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      expect(child.signalCode).toBe('SIGKILL');
    }
    const { url } = await start(home, env);
    const metrics = async (): Promise<string> => (await fetch(`${url}/metrics`)).text();
    await until(async () => (await metrics()).includes('portal_jobs_given_up_by_kind{kind="mail"} 1\n'));
    const folder = join(home.dataDir, 'mail');
    await until(() => existsSync(folder) && readdirSync(folder).filter((name) => name.endsWith('.eml')).length === 1);
  },
  TIMEOUT,
);
