/** Tests that second factors, which are encrypted with the portal's secret, work after a restore. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accounts, type SecondStep } from '@fundus/contract/accounts/accounts';
import { factors } from '@fundus/contract/accounts/factors';
import { learnerSession } from '@fundus/contract/classes/learner-session';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../db/new-id.ts';
import { hashOfCode } from '../../domains/classes/index.ts';
import { PASSWORD, schoolAdmin, testPortal, type TestPortal } from '../../testing/index.ts';
import { runCommand } from '../commands.ts';

const LEARNER_CODE = 'CDFGHJKLMNPQ';
const EMAIL = 'amt@schule.example';
const KEPT = null;
const GIVEN = 'g'.repeat(40);
const OTHER = 'o'.repeat(40);

let folder: string;
/** One archive of a portal that generated its own secret, and one of a portal with SESSION_SECRET. */
const archives = new Map<string | null, { file: string; app: string; codes: string[]; secret: string }>();
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fundus-restore-'));
  for (const sessionSecret of [KEPT, GIVEN]) {
    const portal = await testPortal({}, { sessionSecret });
    const browser = await portal.as(schoolAdmin({ email: EMAIL }));
    const { token, totp } = await browser.call(factors.beginFactor, { body: { kind: 'totp', password: PASSWORD } });
    const { codes } = await browser.call(factors.addTotp, { body: { token, code: codeOf(totp!.secret), name: 'Telefon' } });
    await withLearnerCode(portal);
    const file = join(folder, `${sessionSecret ?? 'kept'}.tar.gz`);
    await run(portal, sessionSecret, 'backup', { file });
    archives.set(sessionSecret, { file, app: totp!.secret, codes, secret: portal.portal.secret });
    await portal.close();
  }
});
async function withLearnerCode({ portal: { db, secret } }: TestPortal): Promise<void> {
  const [id, now] = [newId(), new Date()];
  const row = {
    id,
    school_id: 'school-a',
    label: '8b-07',
    valid_until: '2099-07-31',
    state: 'issued' as const,
    state_since: now,
    created_at: now,
  };
  await db
    .insertInto('learner_code')
    .values({ ...row, hash: hashOfCode(secret, LEARNER_CODE), sealed: '' })
    .execute();
}
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const codeOf = (app: string, inSeconds = 0): string =>
  new TOTP({ secret: Secret.fromBase32(app) }).generate({ timestamp: Date.now() + inSeconds * 1_000 });

async function run(on: TestPortal, sessionSecret: string | null, command: string, args: Record<string, unknown>) {
  const lines: string[] = [];
  const env = { dataDir: on.dataDir, sessionSecret: sessionSecret ?? undefined };
  const exit = await runCommand({ ...on, env }, { command, args }, { line: (text) => void lines.push(text), progress: () => {} });
  return { exit, text: lines.join('\n') };
}

/** Restores an archive into an empty portal, runs `use` on the portal and closes it. */
async function restored(
  from: string | null,
  into: string | null,
  use: (portal: TestPortal, reply: { exit: number; text: string }) => Promise<void>,
  more: Record<string, unknown> = {},
): Promise<void> {
  const portal = await testPortal({}, { empty: true, sessionSecret: into });
  try {
    await use(portal, await run(portal, into, 'restore', { file: archives.get(from)!.file, ...more }));
  } finally {
    await portal.close();
  }
}

async function signIn(portal: TestPortal, code: string): Promise<unknown> {
  const guest = portal.guest();
  const reply = (await guest.call(accounts.login, { body: { login: EMAIL, password: PASSWORD } })) as SecondStep;
  return guest.call(factors.verifyCode, { body: { token: reply.second_factor.token, code } });
}
const people = (portal: TestPortal) => portal.portal.db.selectFrom('person').select('id').execute();

describe('restore with the secret of the saved portal', () => {
  test.each([
    ['the archive contains the secret', KEPT, KEPT],
    ['both portals have the same SESSION_SECRET', GIVEN, GIVEN],
  ])('preserves authenticator codes, recovery codes and learner codes: %s', async (_, from, into) => {
    const { app, codes, secret } = archives.get(from)!;
    await restored(from, into, async (portal, { exit, text }) => {
      expect([exit, text]).toEqual([0, expect.stringMatching(/restored/)]);
      expect(await signIn(portal, codes[0]!)).toMatchObject({ email: EMAIL });
      // Uses the next code, because the current one was used before the backup.
      expect(await signIn(portal, codeOf(app, 30))).toMatchObject({ email: EMAIL });
      const learner = await portal.guest().call(learnerSession.byCode, { body: { code: LEARNER_CODE } });
      expect(learner.by_code).toMatchObject({ label: '8b-07' });
      const kept = join(portal.dataDir, 'session-secret');
      if (into === KEPT) expect([readFileSync(kept, 'utf8').trim(), statSync(kept).mode & 0o777]).toEqual([secret, 0o600]);
      else expect(existsSync(kept)).toBe(false);
    });
  });

  test('omits SESSION_SECRET from the archive', async () => {
    const { gunzipSync } = await import('node:zlib');
    const holdsSecret = (which: string | null): boolean => {
      const { file, secret } = archives.get(which)!;
      expect(statSync(file).mode & 0o777).toBe(0o600);
      return gunzipSync(readFileSync(file)).includes(secret);
    };
    expect([holdsSecret(KEPT), holdsSecret(GIVEN)]).toEqual([true, false]);
  });
});

describe('restore with another secret', () => {
  test.each([
    ['the archive has no secret', GIVEN, OTHER, /SESSION_SECRET .*of the portal that wrote it/],
    ['the archive has no secret and SESSION_SECRET is not set', GIVEN, KEPT, /SESSION_SECRET .*of the portal that wrote it/],
    ['the archive has a secret', KEPT, OTHER, /without SESSION_SECRET/],
  ])('is refused with instructions: %s', async (_, from, into, words) => {
    await restored(from, into, async (portal, { exit, text }) => {
      expect([exit, text]).toEqual([1, expect.stringMatching(words)]);
      expect(text).toMatch(/--without-factors/);
      expect(await people(portal)).toEqual([]);
      expect(portal.portal.secret).not.toBe(archives.get(from)!.secret);
    });
  });

  test('omits factors and learner codes if the secret is lost', async () => {
    await restored(
      GIVEN,
      OTHER,
      async (portal, { exit }) => {
        expect(exit).toBe(0);
        expect(await portal.portal.db.selectFrom('second_factor').select('id').execute()).toEqual([]);
        expect(await portal.portal.db.selectFrom('recovery_code').select('hash').execute()).toEqual([]);
        expect(await portal.portal.db.selectFrom('learner_code').select('id').execute()).toEqual([]);
        const browser = await portal.signIn(EMAIL);
        expect(await browser.call(accounts.userinfo)).toMatchObject({ email: EMAIL });
      },
      { withoutFactors: true },
    );
  });
});

describe('command remove-factors', () => {
  test('removes the factors of a user and notifies the user', async () => {
    await restored(KEPT, KEPT, async (portal) => {
      const { db } = portal.portal;
      expect((await run(portal, KEPT, 'user remove-factors', { email: 'fremd@schule.example' })).text).toMatch(/nobody|no account/);
      const removed = await run(portal, KEPT, 'user remove-factors', { email: EMAIL.toUpperCase() });
      expect(removed).toEqual({ exit: 0, text: expect.stringMatching(/1 second factor/) as string });
      expect(await db.selectFrom('second_factor').select('id').execute()).toEqual([]);
      expect(await db.selectFrom('recovery_code').select('hash').execute()).toEqual([]);
      expect(await (await portal.signIn(EMAIL)).call(accounts.userinfo)).toMatchObject({ email: EMAIL });
      const lines = await db.selectFrom('audit_log').selectAll().where('what', '=', 'person.factorsRemoved').execute();
      expect(lines).toMatchObject([{ person_id: null, school_id: 'school-a' }]);
      const mails = await db.selectFrom('job').select('payload').where('kind', '=', 'mail').execute();
      expect(JSON.stringify(mails)).toMatch(/Ein zweiter Faktor wurde entfernt/);
      expect(await run(portal, KEPT, 'user remove-factors', { email: EMAIL })).toMatchObject({ exit: 1 });
    });
  });
});

test('rejects codes of an authenticator app whose key cannot be decrypted', async () => {
  const portal = await testPortal();
  const browser = await portal.as(schoolAdmin({ email: EMAIL }));
  const { token, totp } = await browser.call(factors.beginFactor, { body: { kind: 'totp', password: PASSWORD } });
  const { codes } = await browser.call(factors.addTotp, { body: { token, code: codeOf(totp!.secret), name: 'Telefon' } });
  await portal.portal.db.updateTable('second_factor').set({ secret: 'bm90IHNlYWxlZCBieSB1cywgYnV0IGxvbmcgZW5vdWdo' }).execute();
  await expect(signIn(portal, codeOf(totp!.secret, 30))).rejects.toMatchObject({ status: 400, field: 'code' });
  expect(await signIn(portal, codes[0]!)).toMatchObject({ email: EMAIL });
  await portal.close();
});
