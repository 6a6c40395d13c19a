/** Kills portals by one of their own jobs. `jobs/clock.test.ts` tests the steps of the routine. */
import { existsSync, readdirSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeWorkers } from '../all-domains/all-domains.ts';
import { openDatabase } from '../db/open.ts';
import { addJob } from '../jobs/repository.ts';
import { MAIL_JOB, enqueueMail } from '../mail/outbox.ts';
import type { WholePortal } from '../all-domains/portal-of.ts';
import { begin, endProcesses, newHome, start, until } from '../testing/processes.ts';
import { TIMEOUT } from '../testing/imported-records.ts';

afterEach(endProcesses);

// Runs only on the embedded engine, because on PostgreSQL each crash costs a lease of one minute.
test.skipIf(process.env.TEST_DATABASE_URL)(
  'stops retrying a mail that killed the portal three times',
  async () => {
    const home = await newHome();
    const { db, close } = await openDatabase({ dataDir: home.dataDir, databaseUrl: undefined });
    for (const subject of ['deadly', 'good'])
      await enqueueMail(db, new Date(), { to: { address: 'kim@test.example' }, language: 'de', subject, body: [], reason: '' });
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

const KINDS = [MAIL_JOB, ...Object.keys(makeWorkers({} as WholePortal))];

// Runs only before a release, because `jobs/lost.test.ts` tests every kind in one process.
test.runIf(process.env.TEST_RELEASE && !process.env.TEST_DATABASE_URL)(
  'stops retrying a job of each kind that killed the portal three times',
  async () => {
    const home = await newHome();
    const { db, close } = await openDatabase({ dataDir: home.dataDir, databaseUrl: undefined });
    for (const kind of KINDS) await addJob(db, { kind, payload: {}, now: new Date() });
    await close();
    const preload = new URL('../testing/deadly-job.mjs', import.meta.url);
    const env = { NODE_OPTIONS: `--import ${preload.href}`, METRICS_HOSTS: '127.0.0.1' };
    const givenUp = (metrics: string): boolean =>
      KINDS.every((kind) => metrics.includes(`portal_jobs_given_up_by_kind{kind="${kind}"} 1\n`));
    let deaths = 0;
    for (; deaths <= 3 * KINDS.length; deaths += 1) {
      const { child, ready } = begin(home, env);
      ready.catch(() => {});
      const died = once(child, 'exit');
      const stays = ready.then(async (url) => {
        await until(async () => givenUp(await (await fetch(`${url}/metrics`)).text()));
        return 'stays';
      });
      if ((await Promise.race([died.then(() => 'died'), stays.catch(() => died.then(() => 'died'))])) === 'stays') break;
      expect(child.signalCode).toBe('SIGKILL');
    }
    expect(deaths).toBeGreaterThanOrEqual(3);
    expect(deaths).toBeLessThanOrEqual(3 * KINDS.length);
  },
  10 * TIMEOUT,
);
