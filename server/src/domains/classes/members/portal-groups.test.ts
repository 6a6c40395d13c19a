/** Tests classes that are linked to groups of an identity provider, with a real OpenID provider. */
import { accounts } from '@fundus/contract/accounts/accounts';
import { providers } from '@fundus/contract/accounts/providers';
import { classes } from '@fundus/contract/classes/classes';
import { classMembers } from '@fundus/contract/classes/members';
import { OidcProvider } from '@fundus/contract/accounts/oidc-settings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestCode } from '../../../testing/classes.ts';
import { pupil, schoolAdmin, teacher, testPortal, type Caller, type TestPortal } from '../../../testing/index.ts';
import { oidcServer, type OidcServer } from '../../../testing/systems/oidc-server.ts';

const HERE = 'https://medien.example';
let land: OidcServer;
let portal: TestPortal;
let admin: Caller;
let owner: Caller;
let made = 0;
beforeAll(async () => {
  land = await oidcServer(`${HERE}/api/v1/auth/oidc/callback`);
  const settings = OidcProvider.parse({ ...land.settings, claims: { ...land.settings.claims, groups: 'gruppen' } });
  // A provider for a single school, which sends no school claims.
  const server = { ...settings, id: 'server', claims: { ...settings.claims, school: '' } };
  portal = await testPortal({}, { publicUrl: HERE, oidc: [settings, server] });
  admin = await portal.as(schoolAdmin({ email: 'admin@a.example' }));
  owner = await portal.as(teacher({ email: 'ada@a.example', vorname: 'Ada', name: 'Amsel' }));
});
afterAll(async () => {
  await portal.close();
  await land.close();
});

const PUPIL = { rolle: 'LERN', schulkennung: 'DE-XX-10a' };
const TEACHER = { rolle: 'LEHR', schulkennung: 'DE-XX-10a' };

/** Signs a person in through the provider. The first sign-in creates the account. */
async function come(person: Record<string, unknown> & { sub: string }, provider = 'land'): Promise<Caller> {
  const browser = portal.guest();
  land.person = person;
  const { url, secret } = await browser.call(providers.startAuthorization, { params: { provider }, body: {} });
  const arrival = await browser.call(providers.completeSignIn, { body: { answer: await land.walk(url), secret } });
  if (arrival.kind === 'unknown') await browser.call(providers.createAccount, { body: { token: arrival.token, school_id: null } });
  return browser;
}

const follow = (id: string, group: string, by = admin) => by.call(classes.followGroup, { params: { id }, body: { group } });
async function following(group: string): Promise<string> {
  const { id } = await owner.call(classes.create, { body: { name: `Gruppe ${(made += 1)}` } });
  await follow(id, group);
  return id;
}
const names = async (by: Caller, show: 'own' | 'shared' = 'own') =>
  (await by.call(classes.list, { query: { show } })).items.map(({ name }) => name).toSorted();

test("synchronises class memberships with the user's groups at sign-in", async () => {
  const [a, b] = [await following('kl-1'), await following('kl-2')];
  const nameOf = async (id: string) => (await owner.call(classes.read, { params: { id } })).name;
  const [first, second] = [await nameOf(a), await nameOf(b)];
  const pupil = await come({ sub: 'kind', ...PUPIL, gruppen: ['kl-1', 'fremd'] });
  expect(await names(pupil)).toEqual([first]);
  const teaches = await come({ sub: 'lehrkraft', ...TEACHER, gruppen: ['kl-1', 'kl-2'] });
  expect([await names(teaches), await names(teaches, 'shared')]).toEqual([[], [first, second].toSorted()]);
  expect(await names(await come({ sub: 'kind', ...PUPIL, gruppen: ['kl-2'] }))).toEqual([second]);
  expect(await names(await come({ sub: 'lehrkraft', ...TEACHER, gruppen: [] }), 'shared')).toEqual([]);
  // If the claim is missing, nothing changes.
  expect(await names(await come({ sub: 'kind', ...PUPIL }))).toEqual([second]);
  // A string counts as a list with one group.
  expect(await names(await come({ sub: 'kind', ...PUPIL, gruppen: 'kl-1' }))).toEqual([first]);
  const lines = await portal.portal.db
    .selectFrom('audit_log')
    .select(['person_id', 'before', 'after'])
    .where('what', '=', 'class.role')
    .where('person_id', 'is', null)
    .orderBy('at')
    .execute();
  expect(lines.map(({ before, after }) => [before, (after as { role: string | null }).role])).toEqual([
    [null, 'teacher'],
    [null, 'teacher'],
    [{ role: 'teacher' }, null],
    [{ role: 'teacher' }, null],
  ]);
});

test('leaves owners, codes and suspended members unchanged', async () => {
  const id = await following('kl-3');
  const { caller: code } = await createTestCode(portal, { classes: [id] });
  await come({ sub: 'ruht', ...PUPIL, gruppen: ['kl-3'] });
  const members = () => owner.call(classMembers.members, { params: { id }, query: { show: 'learners' } });
  const member = (await members()).items.find(({ kind }) => kind === 'person')!;
  const remove = () => owner.call(classMembers.removeMember, { params: { id, memberId: member.id } });
  await expect(remove()).rejects.toMatchObject({ status: 423, code: 'locked' });
  await portal.portal.db.updateTable('class_member').set({ state: 'suspended' }).where('id', '=', member.id).execute();
  await come({ sub: 'ruht', ...PUPIL, gruppen: ['kl-3'] });
  await come({ sub: 'ruht', ...PUPIL, gruppen: [] });
  expect((await members()).items.find(({ id: each }) => each === member.id)).toMatchObject({ state: 'suspended' });
  expect((await code.call(classes.read, { params: { id } })).role).toBe('student');
  expect((await owner.call(classes.read, { params: { id } })).role).toBe('owner');
  await follow(id, '');
  expect(await remove()).toEqual({ ok: true });
});

test('makes the first teacher of the group the owner of a class without an owner', async () => {
  const id = await following('kl-4');
  await portal.portal.db.deleteFrom('class_member').where('class_id', '=', id).execute();
  const teaches = await come({ sub: 'erste', ...TEACHER, gruppen: ['kl-4'] });
  expect(await teaches.call(classes.read, { params: { id } })).toMatchObject({ role: 'owner', state: 'active', external: true });
});

test('applies groups only to the school named by the provider', async () => {
  const id = await following('kl-5');
  const password = await portal.as(pupil({ email: 'zieht@a.example' }));
  const { id: person } = (await password.call(accounts.userinfo)) as { id: string };
  await portal.portal.db
    .insertInto('identity')
    .values(
      // The earliest identity counts as the one that created the account.
      ['server', 'land'].map((provider, i) => ({
        ...{ provider, subject: 'zieht', person_id: person, created_at: new Date(i * 1_000), last_used_at: new Date() },
      })),
    )
    .execute();
  const inside = async () =>
    (await portal.portal.db.selectFrom('class_member').select('person_id').where('class_id', '=', id).execute()).length;
  await come({ sub: 'zieht', rolle: 'LERN', schulkennung: 'DE-XX-10b', gruppen: ['kl-5'] });
  expect(await inside()).toBe(1);
  // If the provider names several schools, it is unknown to which of them the groups belong.
  await come({ sub: 'zieht', rolle: 'LERN', schulkennung: ['DE-XX-10a', 'DE-XX-10b'], gruppen: ['kl-5'] });
  expect(await inside()).toBe(1);
  await come({ sub: 'zieht', ...PUPIL, gruppen: ['kl-5'] });
  expect(await inside()).toBe(2);
  // The groups of a provider without schools apply to users whose account it manages, but not to accounts with a password.
  const leaves = { sub: 'zieht', rolle: 'LERN', gruppen: { 7: { id: 7, act: 'kl-x', name: 'Klasse X' } } };
  await come(leaves, 'server');
  expect(await inside()).toBe(2);
  await portal.portal.db.updateTable('person').set({ password_hash: null }).where('id', '=', person).execute();
  await come(leaves, 'server');
  expect(await inside()).toBe(1);
  await come({ ...leaves, gruppen: { 7: { id: 7, act: 'kl-5', name: 'Klasse 5' } } }, 'server');
  expect(await inside()).toBe(2);
});

test('lets administrators of the school link one class per group and school year', async () => {
  const [one, two] = [await following('kl-6'), await following('kl-7')];
  expect(await follow(one, 'kl-6')).toMatchObject({ portal_group: 'kl-6' });
  await expect(follow(two, 'kl-6')).rejects.toMatchObject({ status: 409, code: 'already_exists', field: 'group' });
  await expect(follow(two, 'kl-8', owner)).rejects.toMatchObject({ status: 403 });
  const stranger = await portal.as(schoolAdmin({ email: 'admin@b.example', school_id: 'school-b' }));
  await expect(follow(two, 'kl-8', stranger)).rejects.toMatchObject({ status: 404 });
  const list = await admin.call(classes.ofSchool, { params: { id: 'school-a' }, query: {} });
  expect([list.provider_groups, list.items.find(({ id }) => id === one)!.portal_group]).toEqual([true, 'kl-6']);
  expect((await owner.call(classes.read, { params: { id: one } })).portal_group).toBeNull();
});
