/** Users of the demo school, and functions that sign in as one of them. */
import { accounts } from '@fundus/contract/accounts/accounts';
import { DEMO_ACCOUNTS, DEMO_LEARNER_CODE, DEMO_PASSWORD } from '@fundus/contract/demo';
import { learnerSession } from '@fundus/contract/classes/learner-session';
import { request as playwright, type APIRequestContext, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { PATIENCE } from './patience.ts';
import { pathOf } from './browser.ts';
import { portalUrlFor } from './contexts.ts';
import { settled } from './settled.ts';
import { text } from './texts.ts';

export type PersonName = (typeof DEMO_ACCOUNTS)[number]['kind'];

export const PEOPLE: readonly PersonName[] = DEMO_ACCOUNTS.map(({ kind }) => kind);

const accountOf = (name: PersonName): string => DEMO_ACCOUNTS.find(({ kind }) => kind === name)?.login ?? '';

/** Signs in on the German sign-in page and waits for the page to which the portal redirects. */
export async function signIn(page: Page, name: PersonName): Promise<void> {
  if (pathOf(page) !== '/login') await page.goto('/login');
  await page.getByLabel(text('login.name')).fill(accountOf(name));
  await page.getByRole('textbox', { name: text('login.password'), exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: text('login.action'), exact: true }).click();
  await expect.poll(() => pathOf(page)).not.toBe('/login');
  await profile(page).waitFor();
  // Waits until the next page has replaced the menus in the header.
  await settled(page);
}

/** Locator of the button with the user's initials that opens the user menu. */
export const profile = (page: Page) => page.getByRole('button', { name: new RegExp(`^${text('profile.menu', { name: '' })}`) });

const sessions = new Map<string, APIRequestContext>();

/** Returns a request context signed in as a user. All tests of this process share one session per user, which is renewed if it has ended. */
export async function callsAs(url: string, name: PersonName): Promise<APIRequestContext> {
  const key = `${url} ${name}`;
  const session = sessions.get(key) ?? (await playwright.newContext({ baseURL: url, timeout: PATIENCE }));
  sessions.set(key, session);
  const info = await session.get(accounts.userinfo.path);
  const person = (await info.json()) as { email: string } | false;
  if (person && person.email === accountOf(name)) return session;
  const reply = await session.post(accounts.login.path, {
    headers: { 'X-CSRF-Token': info.headers()['x-csrf-token'] ?? '' },
    data: { login: accountOf(name), password: DEMO_PASSWORD },
  });
  expect(reply.status(), await reply.text()).toBe(200);
  return session;
}

/** Signs in with the session of `callsAs`, for tests that do not test the sign-in page. */
export async function signInByCall(page: Page, name: PersonName): Promise<void> {
  await leavePage(page);
  const session = await callsAs(portalUrlFor(page.context()), name);
  await page.context().addCookies((await session.storageState()).cookies);
}

/** Leaves the previous user's page, because its history entries would redirect the next user to the home page. */
const leavePage = async (page: Page): Promise<unknown> => page.url() !== 'about:blank' && page.goto('about:blank');

/** Signs in with the demo's learner code. */
export async function signInByCode(page: Page): Promise<void> {
  await leavePage(page);
  const token = (await page.request.get('/api/v1/user/userinfo')).headers()['x-csrf-token'] ?? '';
  const headers = { 'X-CSRF-Token': token };
  const reply = await page.request.post(learnerSession.byCode.path, { headers, data: { code: DEMO_LEARNER_CODE } });
  expect(reply.status(), await reply.text()).toBe(200);
}

/** Sets a school administrator's view with a call. The setting is stored, so other tests of the same portal are affected. */
export async function setAdvancedView(page: Page, advanced: boolean): Promise<void> {
  const token = (await page.request.get('/api/v1/user/userinfo')).headers()['x-csrf-token'] ?? '';
  const { method, path } = accounts.advancedView;
  const reply = await page.request.fetch(path, { method, headers: { 'X-CSRF-Token': token }, data: { advanced } });
  expect(reply.status(), await reply.text()).toBe(200);
}
