/** Users of the demo school, and signing in as one of them. */
import { accounts } from '@fundus/contract/accounts/accounts';
import { DEMO_ACCOUNTS, DEMO_LEARNER_CODE, DEMO_PASSWORD } from '@fundus/contract/demo';
import { learnerSession } from '@fundus/contract/classes/learner-session';
import { request as playwright, type APIRequestContext, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { pathOf } from './browser.ts';
import { portalOf } from './contexts.ts';
import { settled } from './settled.ts';
import { text } from './texts.ts';

export type PersonName = (typeof DEMO_ACCOUNTS)[number]['kind'];

export const PEOPLE: readonly PersonName[] = DEMO_ACCOUNTS.map(({ kind }) => kind);

const accountOf = (name: PersonName): string => DEMO_ACCOUNTS.find(({ kind }) => kind === name)?.login ?? '';

/** Signs in on the sign-in page, in German. Leaves the page open that the portal redirects to. */
export async function signIn(page: Page, name: PersonName): Promise<void> {
  if (pathOf(page) !== '/login') await page.goto('/login');
  await page.getByLabel(text('login.name')).fill(accountOf(name));
  await page.getByRole('textbox', { name: text('login.password'), exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: text('login.action'), exact: true }).click();
  await expect.poll(() => pathOf(page)).not.toBe('/login');
  await profile(page).waitFor();
  // The next page replaces the header's menus, so wait for it.
  await settled(page);
}

/** The user menu's button with the initials. */
export const profile = (page: Page) => page.getByRole('button', { name: new RegExp(`^${text('profile.menu', { name: '' })}`) });

const sessions = new Map<string, APIRequestContext>();

/** Returns a request context signed in as a user: one session for all tests of this process, renewed if it was ended. */
export async function callsAs(url: string, name: PersonName): Promise<APIRequestContext> {
  const key = `${url} ${name}`;
  const session = sessions.get(key) ?? (await playwright.newContext({ baseURL: url }));
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

/** Signs in without the sign-in page, with the session of `callsAs`, for tests of something else. */
export async function signInByCall(page: Page, name: PersonName): Promise<void> {
  await leavePage(page);
  const session = await callsAs(portalOf(page.context()), name);
  await page.context().addCookies((await session.storageState()).cookies);
}

/** Leaves the page of the previous user, whose history entries would redirect others to home. */
const leavePage = async (page: Page): Promise<unknown> => page.url() !== 'about:blank' && page.goto('about:blank');

/** Signs in with the demo's learner code. */
export async function signInByCode(page: Page): Promise<void> {
  await leavePage(page);
  const token = (await page.request.get('/api/v1/user/userinfo')).headers()['x-csrf-token'] ?? '';
  const headers = { 'X-CSRF-Token': token };
  const reply = await page.request.post(learnerSession.byCode.path, { headers, data: { code: DEMO_LEARNER_CODE } });
  expect(reply.status(), await reply.text()).toBe(200);
}

/** Sets a school administrator's view by a call. It persists, so do not use it on a portal where other tests need the view. */
export async function setAdvancedView(page: Page, advanced: boolean): Promise<void> {
  const token = (await page.request.get('/api/v1/user/userinfo')).headers()['x-csrf-token'] ?? '';
  const { method, path } = accounts.advancedView;
  const reply = await page.request.fetch(path, { method, headers: { 'X-CSRF-Token': token }, data: { advanced } });
  expect(reply.status(), await reply.text()).toBe(200);
}
