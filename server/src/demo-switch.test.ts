/** Tests that disabling the demo locks out the accounts whose passwords are published in the documentation. */
import { accounts } from '@fundus/contract/accounts/accounts';
import { expect, test } from 'vitest';
import { createTestCode } from './testing/classes.ts';
import { PASSWORD, teacher } from './testing/index.ts';
import { usePortal } from './testing/use-portal.ts';
import { switchDemo } from './demo-switch.ts';

const portal = usePortal();

test('locks demo accounts and codes while the demo is off', async () => {
  const db = portal.portal.db;
  const demo = await portal.as(teacher({ email: 'demo@a.example' }));
  const own = await portal.as(teacher({ email: 'eigen@a.example' }));
  const { codeId, caller } = await createTestCode(portal, {});
  const maker = db.selectFrom('person').select('person.id').where('person.email', '=', 'demo@a.example');
  // Test accounts are created as demo accounts, because demo accounts need no second factor.
  await db.updateTable('person').set({ demo: false }).execute();
  await db.updateTable('person').set({ demo: true }).where('person.email', '=', 'demo@a.example').execute();
  await db.updateTable('learner_code').set({ created_by: maker }).where('learner_code.id', '=', codeId).execute();
  const stateOfCode = async () =>
    (await db.selectFrom('learner_code').select('learner_code.state').where('learner_code.id', '=', codeId).executeTakeFirstOrThrow())
      .state;
  const signIn = (login: string) =>
    portal
      .guest()
      .call(accounts.login, { body: { login, password: PASSWORD, stay: false } })
      .then(
        () => 'in',
        (error: { code: string }) => error.code,
      );

  expect(await switchDemo(portal.portal, false)).toBe(1);
  expect(await demo.call(accounts.userinfo)).toBe(false);
  expect(await caller.call(accounts.userinfo)).toBe(false);
  expect(await own.call(accounts.userinfo)).toMatchObject({ email: 'eigen@a.example' });
  expect([await signIn('demo@a.example'), await signIn('eigen@a.example')]).toEqual(['wrong_credentials', 'in']);
  await switchDemo(portal.portal, false);

  expect(await switchDemo(portal.portal, true)).toBe(1);
  expect(await signIn('demo@a.example')).toBe('in');
  expect(await stateOfCode()).toBe('in_use');
  // A code suspended by a teacher and an account blocked by an administrator are not changed.
  await db.updateTable('learner_code').set({ state: 'suspended' }).where('learner_code.id', '=', codeId).execute();
  await switchDemo(portal.portal, true);
  expect(await stateOfCode()).toBe('suspended');
  await db.updateTable('person').set({ state: 'blocked', state_reason: 'Grund' }).where('person.email', '=', 'demo@a.example').execute();
  await switchDemo(portal.portal, true);
  expect(await signIn('demo@a.example')).toBe('wrong_credentials');
});

test('does nothing in a portal without a demo', async () => {
  await portal.portal.db.updateTable('person').set({ demo: false }).execute();
  expect(await switchDemo(portal.portal, false)).toBe(0);
});
