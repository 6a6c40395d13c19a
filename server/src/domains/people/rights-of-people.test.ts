import { accounts } from '@fundus/contract/accounts/accounts';
import { ownAccount } from '@fundus/contract/accounts/own';
import { DAYS_KEPT } from '@fundus/contract/accounts/states';
import { DAY } from '@fundus/contract/days';
import { library } from '@fundus/contract/library/library';
import { people } from '@fundus/contract/people/people';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { districtAdmin, PASSWORD, schoolAdmin, teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';
import { runSweepSteps } from '../../sweep.ts';

const portal = usePortal();
let admin: Caller;
let kreis: Caller;
beforeAll(async () => {
  admin = await portal.as(schoolAdmin({ email: 'leitung@a.example' }));
  kreis = await portal.as(districtAdmin({ email: 'kreis@a.example' }));
  await portal.store({ identifier: 'm-geheim', fn_titel: 'Was niemand sieht', fn_typ: '49' });
});
beforeEach(async () => {
  portal.setNow(null);
  await portal.portal.db.deleteFrom('job').execute();
});

const rowOf = (email: string) => portal.portal.db.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
const mailsTo = async (address: string) =>
  (await portal.portal.db.selectFrom('job').select('payload').where('kind', '=', 'mail').orderBy('id').execute())
    .map(({ payload }) => payload as { to: { address: string }; subject: string; body: unknown })
    .filter(({ to }) => to.address === address);
const auditsOf = (subject: string) =>
  portal.portal.db.selectFrom('audit_log').select(['what', 'before', 'after']).where('subject_id', '=', subject).orderBy('id').execute();

test('notifies the person of a corrected name', async () => {
  await portal.as(teacher({ email: 'heirat@a.example', vorname: 'Mia', name: 'Alt' }));
  const { id, version } = await rowOf('heirat@a.example');
  const change = (who: Caller, body: { version: number; vorname: string; name: string }) =>
    who.call(people.rename, { params: { id }, body });
  await expect(change(admin, { version: version - 1, vorname: 'Mia', name: 'Neu' })).rejects.toMatchObject({ code: 'version_conflict' });
  await expect(change(admin, { version, vorname: 'Mia', name: 'www.x.example' })).rejects.toMatchObject({ status: 400 });
  expect(await change(admin, { version, vorname: 'Mia', name: 'Neumann' })).toMatchObject({ name: 'Neumann', version: version + 1 });
  expect(await mailsTo('heirat@a.example')).toMatchObject([{ subject: expect.any(String) }]);
  expect(JSON.stringify(await mailsTo('heirat@a.example'))).toContain('Mia Neumann');
  expect(await auditsOf(id)).toEqual([{ what: 'person.rename', before: null, after: null }]);
  expect((await admin.call(people.list, { query: { q: 'neumann' } })).total).toBe(1);
  await expect(change(await portal.as(teacher()), { version: version + 1, vorname: 'X', name: 'Y' })).rejects.toMatchObject({
    status: 403,
  });
});

test('excludes reading, searches and bookmarks from the export for the school', async () => {
  const browser = await portal.as(teacher({ email: 'auskunft@a.example', name: 'Auskunft' }));
  await browser.call(library.setBookmark, { params: { mediaId: 'm-geheim' } });
  const { id } = await rowOf('auskunft@a.example');
  const answer = await kreis.inject({ method: 'GET', url: `/api/v1/people/${id}/data` });
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'content-disposition': expect.stringContaining('.json') });
  const saved = JSON.parse(answer.body) as Record<string, Record<string, unknown>[]>;
  expect(saved.person).toMatchObject([{ name: 'Auskunft', email: 'auskunft@a.example' }]);
  expect(saved.session).toHaveLength(1);
  expect(answer.body).not.toContain('m-geheim');
  expect(answer.body).not.toContain('password_hash');
  expect(saved.left_out!.map(({ table }) => table)).toEqual(expect.arrayContaining(['bookmark', 'history', 'saved_search', 'download']));
  expect((await browser.inject({ method: 'GET', url: ownAccount.exportData.path })).body).toContain('m-geheim');
  expect(await mailsTo('auskunft@a.example')).toHaveLength(1);
  expect((await auditsOf(id)).map(({ what }) => what)).toEqual(['person.export']);
});

test('restores the blocked state if the erasure is cancelled', async () => {
  await portal.as(teacher({ email: 'gesperrt@a.example' }));
  const { id, version } = await rowOf('gesperrt@a.example');
  const blocked = await admin.call(people.block, { params: { id }, body: { version } });
  const erased = await admin.call(people.erase, { params: { id }, body: { version: blocked.version } });
  expect(await admin.call(people.keep, { params: { id }, body: { version: erased.version } })).toMatchObject({ state: 'blocked' });
});

test('rejects erasing oneself or the last administrator', async () => {
  const [own, above] = [await rowOf('leitung@a.example'), await rowOf('kreis@a.example')];
  const erase = (who: Caller, { id, version }: { id: string; version: number }) =>
    who.call(people.erase, { params: { id }, body: { version } });
  await expect(erase(admin, own)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(erase(kreis, own)).rejects.toMatchObject({ code: 'state_conflict' });
  await expect(erase(admin, above)).rejects.toMatchObject({ status: expect.any(Number) });
  expect(await rowOf('kreis@a.example')).toMatchObject({ state: 'active' });
});

test('erases a closed account after fourteen days', async () => {
  const browser = await portal.as(teacher({ email: 'weg@a.example' }));
  const { id, version } = await rowOf('weg@a.example');
  const erased = await admin.call(people.erase, { params: { id }, body: { version, reason: 'Auf eigenen Wunsch' } });
  expect(erased).toMatchObject({ state: 'erasure_pending', can: { keep: true, erase: false, block: false, rename: false } });
  expect(await browser.call(accounts.userinfo)).toBe(false);
  const login = { body: { login: 'weg@a.example', password: PASSWORD } };
  await expect(portal.guest().call(accounts.login, login)).rejects.toMatchObject({ code: 'wrong_credentials' });
  expect(JSON.stringify(await mailsTo('weg@a.example'))).toContain('Auf eigenen Wunsch');
  const kept = await kreis.call(people.keep, { params: { id }, body: { version: erased.version } });
  expect(kept).toMatchObject({ state: 'active', state_reason: '' });
  await portal.guest().call(accounts.login, login);
  await admin.call(people.erase, { params: { id }, body: { version: (await rowOf('weg@a.example')).version } });
  expect((await auditsOf(id)).map(({ what }) => what)).toEqual(['account.schedule_erasure', 'account.keep', 'account.schedule_erasure']);
  const after = (days: number) => portal.setNow(new Date(Date.now() + days * DAY));
  after(DAYS_KEPT.erasure_pending - 0.1);
  await runSweepSteps(portal.portal);
  expect(await rowOf('weg@a.example')).toMatchObject({ state: 'erasure_pending' });
  after(DAYS_KEPT.erasure_pending + 0.1);
  await runSweepSteps(portal.portal);
  expect(await portal.portal.db.selectFrom('person').select('id').where('id', '=', id).execute()).toEqual([]);
});
