/** The demo school's people, and signing in as one of them. */
import { accounts } from '@fundus/contract/accounts';
import { DEMO_ACCOUNTS, DEMO_LEARNER_CODE, DEMO_PASSWORD } from '@fundus/contract/demo';
import { learnerSession } from '@fundus/contract/learner-session';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pathOf } from './browser.ts';
import { text } from './texts.ts';

export type PersonName = (typeof DEMO_ACCOUNTS)[number]['kind'];

export const PEOPLE: readonly PersonName[] = DEMO_ACCOUNTS.map(({ kind }) => kind);

const accountOf = (name: PersonName): string => DEMO_ACCOUNTS.find(({ kind }) => kind === name)?.login ?? '';

/** Signs in by the login screen, in German. Leaves the page where the portal sends the person. */
export async function signIn(page: Page, name: PersonName): Promise<void> {
  if (pathOf(page) !== '/login') await page.goto('/login');
  await page.getByLabel(text('login.name')).fill(accountOf(name));
  await page.getByRole('textbox', { name: text('login.password'), exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: text('login.action'), exact: true }).click();
  await expect.poll(() => pathOf(page)).not.toBe('/login');
  await profile(page).waitFor();
}

/** The button with the person's initials. */
export const profile = (page: Page) => page.getByRole('button', { name: new RegExp(`^${text('profile.menu', { name: '' })}`) });

/** Signs in by the call, where the login screen is not what is tested. */
export async function signInByCall(page: Page, name: PersonName): Promise<void> {
  const token = (await page.request.get('/api/v1/user/userinfo')).headers()['x-csrf-token'] ?? '';
  const reply = await page.request.post('/api/v1/user/login', {
    headers: { 'X-CSRF-Token': token },
    data: { login: accountOf(name), password: DEMO_PASSWORD },
  });
  expect(reply.status(), await reply.text()).toBe(200);
}

/** … with the demo's learner code. */
export async function signInByCode(page: Page): Promise<void> {
  const token = (await page.request.get('/api/v1/user/userinfo')).headers()['x-csrf-token'] ?? '';
  const headers = { 'X-CSRF-Token': token };
  const reply = await page.request.post(learnerSession.byCode.path, { headers, data: { code: DEMO_LEARNER_CODE } });
  expect(reply.status(), await reply.text()).toBe(200);
}

/** Turns a school administrator's advanced view off, by the call. It stays off: not on a portal shared with other journeys. */
export async function basicView(page: Page): Promise<void> {
  const token = (await page.request.get('/api/v1/user/userinfo')).headers()['x-csrf-token'] ?? '';
  const { method, path } = accounts.advancedView;
  const reply = await page.request.fetch(path, { method, headers: { 'X-CSRF-Token': token }, data: { advanced: false } });
  expect(reply.status(), await reply.text()).toBe(200);
}
