import { accounts } from '@fundus/contract/accounts/accounts';
import { ACCOUNT_STATES, nextState, type AccountEvent } from '@fundus/contract/accounts/states';
import { expect, test } from 'vitest';
import { Mail } from '../../mail/compose.ts';
import { districtAdmin, PASSWORD, pupil, teacher } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { changeState, sendResetLink } from './index.ts';
import { findByLogin } from './repository.ts';
import { simpleMail, notifyPerson } from '../mails/index.ts';

const portal = usePortal();

const source = () => ({ db: portal.portal.db, config: portal.portal.config, now: portal.portal.now(), oidc: [], user: null });
const idOf = async (email: string): Promise<string> => (await findByLogin(portal.portal.db, email, { codes: false }))!.id;
const stateOf = async (id: string) =>
  portal.portal.db.selectFrom('person').select(['state', 'state_reason', 'version']).where('id', '=', id).executeTakeFirstOrThrow();
const mails = async (address: string) =>
  (await portal.portal.db.selectFrom('job').select('payload').where('kind', '=', 'mail').orderBy('id').execute())
    .map(({ payload }) => Mail.parse(payload) as { body: { text?: string; href?: string }[] } & Mail)
    .filter(({ to }) => to.address === address);

test('allows only the transitions in the table of account states', () => {
  const events: AccountEvent[] = [
    'confirm',
    'confirm_trusted',
    'approve',
    'decline',
    'block',
    'unblock',
    'rest',
    'wake',
    'delete',
    'undelete',
    'schedule_erasure',
    'keep',
    'keep_blocked',
    'unlist',
    'relist',
    'relist_blocked',
  ];
  const rows = events.map(
    (event) =>
      `${event}: ${ACCOUNT_STATES.flatMap((from) => (nextState(from, event) ? [`${from}→${nextState(from, event)}`] : [])).join(' ')}`,
  );
  expect(rows).toEqual([
    'confirm: pending_email→pending_approval',
    'confirm_trusted: pending_email→active',
    'approve: pending_approval→active declined→active',
    'decline: pending_approval→declined',
    'block: active→blocked dormant→blocked deletion_pending→blocked',
    'unblock: blocked→active',
    'rest: active→dormant',
    'wake: dormant→active',
    'delete: active→deletion_pending',
    'undelete: deletion_pending→active',
    'schedule_erasure: active→erasure_pending blocked→erasure_pending dormant→erasure_pending deletion_pending→erasure_pending',
    'keep: erasure_pending→active',
    'keep_blocked: erasure_pending→blocked',
    'unlist: active→erasure_pending blocked→erasure_pending dormant→erasure_pending deletion_pending→erasure_pending',
    'relist: erasure_pending→active',
    'relist_blocked: erasure_pending→blocked',
  ]);
});

test('ends the sessions of a blocked account', async () => {
  const browser = await portal.as(teacher({ email: 'weg@schule.example' }));
  const admin = await portal.as(districtAdmin());
  const user = await admin.call(accounts.userinfo);
  const id = await idOf('weg@schule.example');
  expect(await changeState({ ...source(), user: { ...(user as object) } as never }, id, 'block', { reason: 'Schule verlassen' })).toBe(
    'blocked',
  );
  expect(await browser.call(accounts.userinfo)).toBe(false);
  expect(await stateOf(id)).toMatchObject({ state: 'blocked', state_reason: 'Schule verlassen', version: 2 });
  const [mail] = await mails('weg@schule.example');
  expect([mail!.subject, mail!.body[0]!.text]).toEqual([
    'Ihr Konto wurde gesperrt',
    expect.stringContaining('Begründung: Schule verlassen'),
  ]);
  const line = await portal.portal.db.selectFrom('audit_log').selectAll().where('what', '=', 'account.block').executeTakeFirstOrThrow();
  expect(line).toMatchObject({
    before: { person_id: id, state: 'active' },
    after: { person_id: id, state: 'blocked', reason: 'Schule verlassen' },
  });
});

test('rejects an invalid transition without changing the account', async () => {
  const id = await idOf('weg@schule.example');
  await expect(changeState(source(), id, 'approve')).rejects.toMatchObject({ code: 'state_conflict', details: { state: 'blocked' } });
  await expect(changeState(source(), crypto.randomUUID(), 'block')).rejects.toMatchObject({ code: 'not_found' });
  expect(await stateOf(id)).toMatchObject({ state: 'blocked', version: 2 });
});

test('reactivates dormant accounts and accounts scheduled for deletion at sign-in', async () => {
  await portal.as(teacher({ email: 'ruhend@schule.example' }));
  const id = await idOf('ruhend@schule.example');
  for (const event of ['rest', 'delete'] as const) {
    await changeState(source(), id, event);
    await portal.guest().call(accounts.login, { body: { login: 'ruhend@schule.example', password: PASSWORD } });
    expect(await stateOf(id)).toMatchObject({ state: 'active' });
  }
  expect((await mails('ruhend@schule.example')).map(({ subject }) => subject)).toEqual([
    'Ihr Konto wird gelöscht',
    'Ihr Konto bleibt bestehen',
  ]);
});

test('does not send mails that the user has turned off', async () => {
  await portal.as(teacher({ email: 'still@schule.example' }));
  const id = await idOf('still@schule.example');
  const [asked, kept] = [simpleMail('classAsked', { class: '5a', school: 'A' }), simpleMail('accountKept')];
  expect(await notifyPerson(source(), id, asked)).toBe(true);
  await portal.portal.db
    .updateTable('person')
    .set({ muted: ['registrations'] })
    .where('id', '=', id)
    .execute();
  expect(await notifyPerson(source(), id, asked)).toBe(false);
  expect(await notifyPerson(source(), id, kept)).toBe(true);
  const sent = await mails('still@schule.example');
  expect(sent.map(({ required }) => required)).toEqual([undefined, 'Diese Mail lässt sich nicht abbestellen.']);
  expect(sent.map(({ settings }) => settings?.href)).toEqual(['/account/notifications', '/account/notifications']);
});

test('limits reset links sent by administrators to three per account and hour', async () => {
  await portal.as(teacher({ email: 'link@schule.example' }));
  const id = await idOf('link@schule.example');
  for (let i = 0; i < 3; i++) await sendResetLink(source(), id);
  await expect(sendResetLink(source(), id)).rejects.toMatchObject({ code: 'too_many_attempts' });
  await expect(sendResetLink(source(), crypto.randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  const links = (await mails('link@schule.example')).map(({ body }) => body[1]!.href);
  expect(links.every((link) => /^\/login\/password-reset#[\w-]{43}$/.test(link!))).toBe(true);
  expect(new Set(links).size).toBe(3);
  const stored = await portal.portal.db.selectFrom('account_token').select(['hash', 'revoked_at']).where('person_id', '=', id).execute();
  expect(stored.filter(({ revoked_at }) => revoked_at === null)).toHaveLength(1);
  expect(JSON.stringify(stored)).not.toContain(links[2]!.split('#')[1]);
});

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

async function signInWith(agent: string, login: string): Promise<void> {
  const guest = portal.guest();
  const token = String((await guest.inject({ method: 'GET', url: '/api/v1/user/userinfo' })).headers['x-csrf-token']);
  const payload = { login, password: PASSWORD };
  const headers = { 'x-csrf-token': token, 'user-agent': agent };
  expect((await guest.inject({ method: 'POST', url: '/api/v1/user/login', headers, payload })).statusCode).toBe(200);
}

test('notifies a teacher once of every device after the first', async () => {
  await portal.as(teacher({ email: 'geraet@schule.example' }));
  await portal.signIn('geraet@schule.example');
  expect(await mails('geraet@schule.example')).toHaveLength(0);
  await signInWith(FIREFOX, 'geraet@schule.example');
  await signInWith(FIREFOX.replaceAll('140', '141'), 'geraet@schule.example');
  const sent = await mails('geraet@schule.example');
  expect(sent).toHaveLength(1);
  expect(sent[0]!.body[0]!.text).toContain('Firefox · Windows');
});

test('does not notify learners of new devices', async () => {
  await portal.as(pupil({ email: 'lernt@schule.example' }));
  await portal.signIn('lernt@schule.example');
  await signInWith(FIREFOX, 'lernt@schule.example');
  expect(await mails('lernt@schule.example')).toHaveLength(0);
});

test('names an unrecognised browser as an unknown device in the mail', async () => {
  await portal.as(teacher({ email: 'fremd@schule.example' }));
  await signInWith(FIREFOX, 'fremd@schule.example');
  await signInWith('nothing we know', 'fremd@schule.example');
  const [unknown] = await mails('fremd@schule.example');
  expect(unknown!.body[0]!.text).toContain('Unbekanntes Gerät');
});
