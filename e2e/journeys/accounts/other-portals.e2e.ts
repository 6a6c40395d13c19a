/** Sign-in through a real OpenID provider with pseudonyms like those of VIDIS: first sign-in, linking an account, later sign-ins, and sign-out. */
import { DEVICE_STORAGE } from '@fundus/contract/device-storage';
import { href } from '@fundus/contract/screens';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { violations } from '../../src/axe.ts';
import { PHONE, addressOf, pathOf, visit } from '../../src/browser.ts';
import { horizontalOverflow } from '../../src/geometry.ts';
import { journey } from '../../src/journey.ts';
import { asVidis, freePort, VIDIS_USERS, startOtherPortal, type OtherPortal } from '../../src/other-portal.ts';
import { profile, signInByCall } from '../../src/people.ts';
import type { Portal } from '../../src/portal.ts';
import { ownPortal } from '../../src/portals.ts';
import { settled } from '../../src/settled.ts';
import { text } from '../../src/texts.ts';

let portal: Portal;
let land: OtherPortal;
beforeAll(async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  land = await startOtherPortal(url, VIDIS_USERS);
  portal = await ownPortal({
    config: { Type: 'hueber', LegalPages: 'generic' },
    env: { PORT: String(port), PUBLIC_URL: url, OIDC_CONFIG: JSON.stringify([asVidis(land.settings)]) },
  });
});
afterAll(async () => {
  await portal?.stop();
  await land?.stop();
});

const button = (page: Page, key: Parameters<typeof text>[0], values = {}) =>
  page.getByRole('button', { name: text(key, values), exact: true });
const heading = (page: Page, key: Parameters<typeof text>[0]) => page.getByRole('heading', { name: text(key), exact: true });
const withLand = (page: Page) => button(page, 'provider.with', { name: 'Landesportal' });

const axe = async (page: Page): Promise<void> => {
  await settled(page);
  expect(await violations(page)).toEqual([]);
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
};

/** Opens the provider from the portal's sign-in page, selects a user there, and returns. */
async function signInByProvider(page: Page, sub: string): Promise<void> {
  if (pathOf(page) !== '/login') await page.goto('/login');
  await withLand(page).click();
  await page.getByRole('button', { name: sub, exact: true }).click();
  await expect.poll(() => new URL(page.url()).origin).toBe(portal.url);
}

const ours = { portal: () => portal.url };

journey(
  'creates an account on the first sign-in',
  async ({ page }) => {
    await page.goto('/login');
    await withLand(page).waitFor();
    await axe(page);
    await signInByProvider(page, 'a1f0-neu');
    await heading(page, 'provider.new.title').waitFor();
    await axe(page);
    // The provider's response is removed from the address and from storage.
    expect(addressOf(page)).toBe('/login');
    expect(await page.evaluate(() => sessionStorage.getItem('visit'))).toBeNull();
    await button(page, 'provider.new.create').click();
    await profile(page).waitFor();
    expect(await profile(page).getAttribute('aria-label')).toMatch(/Lehrkraft \d{4}$/);

    const again = await visit(portal.url, PHONE);
    await again.page.goto('/library/bookmarks');
    await expect.poll(() => pathOf(again.page)).toBe('/login');
    await signInByProvider(again.page, 'a1f0-neu');
    await expect.poll(() => addressOf(again.page)).toBe('/library/bookmarks');
    expect(again.problems).toEqual([]);
    await again.leave();
  },
  ours,
);

journey(
  'requires users to resolve an ambiguous or unknown school',
  async ({ page, context, problems }) => {
    await signInByProvider(page, 'b2e1-zwei-schulen');
    await page.getByLabel(text('register.school')).waitFor();
    await axe(page);
    const names = await page.getByLabel(text('register.school')).locator('option').allTextContents();
    expect(names).toHaveLength(2);
    await page.getByLabel(text('register.school')).selectOption({ label: names[1]! });
    await button(page, 'provider.new.create').click();
    await profile(page).waitFor();
    const user = (await (await page.request.get('/api/v1/user/userinfo')).json()) as { schulname: string };
    expect(user.schulname).toBe(names[1]);
    // The user switches to the other school.
    await page.goto('/account');
    await page.getByLabel(text('register.school')).selectOption({ label: names[0]! });
    await axe(page);
    await button(page, 'account.school.action').click();
    await page.getByText(text('account.saved')).waitFor();
    const moved = (await (await page.request.get('/api/v1/user/userinfo')).json()) as { schulname: string };
    expect(moved.schulname).toBe(names[0]);

    await context.clearCookies();
    await signInByProvider(page, 'd4c3-fern');
    await button(page, 'provider.new.create').click();
    await heading(page, 'provider.waiting.title').waitFor();
    await axe(page);

    await context.clearCookies();
    await page.goto('/login');
    await signInByProvider(page, 'e5b4-stumm');
    await heading(page, 'provider.failed.title').waitFor();
    await page.getByText(text('provider.missing', { names: 'rolle, schulkennung' })).waitFor();
    await axe(page);
    await button(page, 'register.toLogin').click();
    await withLand(page).waitFor();
    // Ignores the expected rejection of the sign-in without a role and a school.
    expect(problems.filter((problem) => !/status of 400.*oidc\/finish/.test(problem))).toEqual([]);
    problems.length = 0;
  },
  ours,
);

journey(
  'ends the session after sign-out at the provider',
  async ({ page, open, context }) => {
    await signInByProvider(page, 'c3d2-mit-konto');
    await button(page, 'provider.new.have').click();
    await page.getByLabel(text('login.name')).fill('lehrkraft@demo.example');
    await page.getByRole('textbox', { name: text('login.password'), exact: true }).fill('falsch, ganz falsch');
    await button(page, 'provider.new.link').click();
    await page.getByRole('alert').waitFor();
    await axe(page);
    await page.getByRole('textbox', { name: text('login.password'), exact: true }).fill('demo-schule-2026');
    await button(page, 'provider.new.link').click();
    await profile(page).waitFor();
    const name = await profile(page).getAttribute('aria-label');

    // A sign-in that starts at the provider replaces the session of another user on the same device.
    const shared = await visit(portal.url, PHONE);
    await signInByCall(shared.page, 'student');
    const tile = new URLSearchParams({ iss: land.issuer, target_link_uri: `${portal.url}/library/bookmarks` });
    await shared.page.goto(`/login?${tile}`);
    await shared.page.getByRole('button', { name: 'c3d2-mit-konto', exact: true }).click();
    await expect.poll(() => addressOf(shared.page)).toBe('/library/bookmarks');
    expect(await shared.page.request.get('/api/v1/user/userinfo').then((reply) => reply.json())).toMatchObject({
      email: 'lehrkraft@demo.example',
    });
    expect(shared.problems).toEqual([]);
    await shared.leave();

    // Signs out at the provider in a separate window.
    const other = await open();
    await other.goto(`${land.issuer}/session/end`);
    await other.getByRole('button', { name: 'Abmelden' }).click();
    await other.getByRole('heading', { name: 'Abgemeldet' }).waitFor();
    await expect.poll(async () => (await page.request.get('/api/v1/user/userinfo')).json()).toBe(false);
    await page.goto('/account/security');
    await expect.poll(() => pathOf(page)).toBe('/login');

    // After linking, the user signs in without a password and returns to the requested page.
    await signInByProvider(page, 'c3d2-mit-konto');
    await expect.poll(() => addressOf(page)).toBe('/account/security');
    expect(await profile(page).getAttribute('aria-label')).toBe(name);
    await page.getByRole('heading', { name: text('provider.heading') }).waitFor();
    await axe(page);
    await button(page, 'provider.unlink.label', { name: 'Landesportal' }).click();
    await button(page, 'provider.link.label', { name: 'Landesportal' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: text('account.password.present'), exact: true }).fill('demo-schule-2026');
    await dialog.getByRole('button', { name: text('provider.link'), exact: true }).click();
    // The provider redirects back at once, because the user is still signed in there.
    await button(page, 'provider.unlink.label', { name: 'Landesportal' }).waitFor();
    expect(addressOf(page)).toBe('/account/security');
    await context.clearCookies();
  },
  ours,
);

journey(
  'rejects the response to a sign-in that another browser started',
  async ({ page, context }) => {
    await page.goto('/login');
    await withLand(page).click();
    await page.getByRole('button', { name: 'a1f0-neu', exact: true }).waitFor();
    let answer = '';
    page.on('request', (request) => {
      if (request.url().startsWith(`${portal.url}/api/v1/auth/oidc/callback?`)) answer = new URL(request.url()).search.slice(1);
    });
    // The attacker captures the provider's response and does not complete the sign-in.
    await page.route('**/api/v1/auth/oidc/finish', (route) => route.abort('aborted'));
    await page.getByRole('button', { name: 'a1f0-neu', exact: true }).click();
    await expect.poll(() => answer).toContain('code=');
    const victim = await visit(portal.url);
    await signInByCall(victim.page, 'teacher');
    await victim.page.goto(`/login#${new URLSearchParams({ answer }).toString()}`);
    await settled(victim.page);
    // The captured link changes neither an existing session nor a signed-out browser.
    const user = (await (await victim.page.request.get('/api/v1/user/userinfo')).json()) as { email: string };
    expect(user.email).toBe('lehrkraft@demo.example');
    await victim.context.clearCookies();
    await victim.page.goto(`/login?x#${new URLSearchParams({ answer }).toString()}`);
    await heading(victim.page, 'provider.failed.title').waitFor();
    expect(await (await victim.page.request.get('/api/v1/user/userinfo')).json()).toBe(false);
    await victim.leave();
    await context.clearCookies();
  },
  ours,
);

journey(
  'lets a user with several roles change the role later',
  async ({ page, context }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signInByProvider(page, 'f6a5-vieles');
    const choice = page.getByLabel(text('provider.schoolAndRole'));
    await choice.waitFor();
    const lines = await choice.locator('option').allTextContents();
    const roleOf = (line: string): string => line.split(' – ')[1] ?? '';
    expect(lines.map(roleOf).toSorted()).toEqual([text('provider.role.L'), text('provider.role.S')].toSorted());
    const lineOf = (role: 'L' | 'S'): string => lines.find((line) => roleOf(line) === text(`provider.role.${role}`))!;
    await choice.selectOption({ label: lineOf('S') });
    await button(page, 'provider.new.create').click();
    await profile(page).waitFor();
    const user = async () => (await (await page.request.get('/api/v1/user/userinfo')).json()) as { role: string; schulname: string };
    expect((await user()).role).toBe('S');
    await page.goto('/account');
    await page.getByLabel(text('provider.schoolAndRole')).selectOption({ label: lineOf('L') });
    await button(page, 'provider.switch').click();
    await page.getByText(text('account.saved')).waitFor();
    expect((await user()).role).toBe('L');
    await context.clearCookies();
  },
  ours,
);

/**
 * Covers the criteria of the VIDIS acceptance test that can be automated (RDS-CUC-371 to 377 and 453, RDS-CDN-379, RDS-DSO-383, RDS-IPF-364 to 367,
 * RDS-WER-384 and 385, ITS-ENC-359 and 360). Every test checks that no other host is contacted.
 */
journey(
  'meets the requirements of VIDIS for a pupil',
  async ({ page, context, problems }) => {
    await signInByProvider(page, 'f7b6-kind');
    await button(page, 'provider.new.create').click();
    await profile(page).waitFor();
    // The portal stores only a pseudonym, the role and the school of the learner.
    const kind = (await (await page.request.get('/api/v1/user/userinfo')).json()) as Record<string, unknown>;
    expect(kind).toMatchObject({ role: 'S', email: '', vorname: 'Schüler/in', name: expect.stringMatching(/^\d{4}$/) });

    const described = new Set(DEVICE_STORAGE.map(({ key }) => key));
    const isDescribed = (key: string): boolean =>
      [...described].some((each) => key === each || (/[…*]$/.test(each) && key.startsWith(each.slice(0, -1))));
    for (const path of ['/', '/search?q=Wasser', '/account']) {
      await page.goto(path);
      await settled(page);
      // Criteria 364 to 367: imprint and privacy notice are one click away on every page.
      for (const key of ['legal.title.imprint', 'legal.title.privacy'] as const)
        await page
          .getByRole('link', { name: new RegExp(`^${text(key)}`) })
          .first()
          .waitFor();
      // Criteria 373, 376, 377 and 384: the page loads nothing from third parties, so it contains neither trackers nor advertising.
      const foreign = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement & { src?: string }>('img, script, iframe, video, audio')]
          .map((each) => each.src ?? '')
          .filter((src) => src !== '' && !/^(data|blob):/.test(src) && new URL(src).origin !== location.origin),
      );
      expect(foreign, path).toEqual([]);
    }
    // Criteria 371, 372, 374, 375 and 453: all data stored on the device is necessary and documented.
    const kept = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    const cookies = (await context.cookies(portal.url)).map(({ name }) => name.replace(/^__(Host|Secure)-/, ''));
    expect([...kept, ...cookies].filter((key) => !isDescribed(key))).toEqual([]);
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of await context.cookies(portal.url)) expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    // Criterion 383: the page shows a contact for questions once an administrator has entered it.
    const office = await visit(portal.url);
    await signInByCall(office.page, 'districtAdmin');
    const read = await office.page.request.get('/api/v1/legal/operator');
    const { version, operator } = (await read.json()) as { version: number; operator: object };
    const saved = await office.page.request.put('/api/v1/legal/operator', {
      headers: { 'x-csrf-token': read.headers()['x-csrf-token'] ?? '' },
      data: { version, operator: { ...operator, dpo_name: 'Dr. Ida Frey', dpo_email: 'datenschutz@kreis.example' } },
    });
    expect(saved.status()).toBe(200);
    await office.leave();
    await page.goto(href('privacy'));
    await page.getByRole('heading', { name: text('legal.privacy.dpo'), exact: true }).waitFor();
    await page.getByRole('link', { name: 'datenschutz@kreis.example' }).first().waitFor();
    await page.getByRole('table').first().waitFor();
    expect(problems).toEqual([]);
    await context.clearCookies();
  },
  ours,
);
