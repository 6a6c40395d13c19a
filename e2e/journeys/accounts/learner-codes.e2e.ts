/** Signing in without an account, by the code on a card or by pictures, and the limits of that session. */
import { DEMO_LEARNER_CODE } from '@fundus/contract/demo';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { pathOf, PHONE, visit } from '../../src/browser.ts';
import { demoPortal, journey } from '../../src/journey.ts';
import { profile, signInByCall } from '../../src/people.ts';
import { settled } from '../../src/settled.ts';
import { learnersWithCodes, showCodes } from '../../src/steps/class-steps.ts';
import { text } from '../../src/texts.ts';

const signInButton = (page: Page) => page.getByRole('button', { name: text('login.action'), exact: true });

/** Collects all requests of the page that the portal refuses. */
function refusals(page: Page): string[] {
  const found: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) found.push(`${response.status()} ${response.url()}`);
  });
  return found;
}

describe('learner codes', () => {
  journey('let a learner sign in with a card and open shared media', async ({ page }) => {
    const refused = refusals(page);
    await page.goto('/login');
    await page.getByRole('button', { name: text('login.kind.code') }).click();
    await page.getByLabel(text('login.code.label')).fill(DEMO_LEARNER_CODE.toLowerCase().replaceAll('-', ' '));
    await signInButton(page).click();
    const given = page.getByRole('region', { name: text('home.given', { name: '8b' }) });
    await given.getByRole('link', { name: text('home.given.all') }).click();
    await page.getByRole('heading', { level: 1, name: '8b' }).waitFor();
    await page.getByText('Vor der Stunde ansehen.', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'Der Satz des Pythagoras' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Der Satz des Pythagoras' }).waitFor();
    expect(pathOf(page)).toMatch(/^\/class\//);
    expect(await page.getByText(text('media.may')).count()).toBe(0);
    const links = page.getByRole('navigation', { name: text('nav.main') }).getByRole('link');
    expect((await links.allInnerTexts()).map((link) => link.trim())).toEqual([
      text('nav.home'),
      text('nav.search'),
      text('nav.classes'),
      text('nav.news'),
    ]);
    await page.goto('/search?q=Wasser');
    await page.getByRole('article').filter({ visible: true }).first().waitFor();
    expect(await page.getByRole('button', { name: /merken/i }).count()).toBe(0);
    expect(refused).toEqual([]);
    await profile(page).click();
    expect(await page.getByRole('menuitem', { name: text('profile.account') }).count()).toBe(0);
    await page.getByRole('menuitem', { name: text('profile.signOut') }).click();
    await expect.poll(async () => (await page.request.get('/api/v1/user/userinfo')).json()).toBe(false);
  });

  journey('grant no access to library, school and account', async ({ page }) => {
    await page.goto(`/login#code=${DEMO_LEARNER_CODE}`);
    await expect.poll(() => signInButton(page).evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => pathOf(page)).toBe('/');
    for (const path of ['/library', '/school', '/account', '/theme']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name: text('error.screen.blocked.title') }).waitFor();
    }
  });

  journey('let a learner sign in with three pictures', async ({ page }) => {
    await page.goto('/login#class=PKR47W');
    const tap = async (...names: string[]) => {
      for (const name of names) await page.getByRole('button', { name, exact: true }).click();
    };
    await page.getByText('8b', { exact: true }).waitFor();
    await tap('Katze', 'Sonne', 'Auto');
    await page
      .getByRole('alert')
      .filter({ hasText: text('login.pictures.wrong') })
      .waitFor();
    await tap('Katze', 'Sonne', 'Boot');
    await expect.poll(() => pathOf(page)).toBe('/');
    await page.getByRole('region', { name: text('home.given', { name: '8b' }) }).waitFor();
  });

  journey('can be created, printed and disabled by a teacher', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/classes');
    await page.getByRole('link', { name: 'Natur und Technik 7' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Natur und Technik 7' }).waitFor();
    await page
      .getByRole('navigation', { name: text('class.tabs') })
      .getByRole('link', { name: text('class.tab.learners') })
      .click();
    await page.getByRole('button', { name: text('codes.make') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(text('codes.count')).fill('3');
    await dialog.getByLabel(text('codes.label')).fill('NT');
    await dialog.getByRole('button', { name: text('codes.make') }).click();
    await dialog.getByRole('button', { name: text('codes.print.make') }).click();
    const paper = await dialog.getByRole('link', { name: text('codes.print.open') }).getAttribute('href');
    const sheet = await page.request.get(paper!);
    expect([sheet.status(), sheet.headers()['content-type']]).toEqual([200, 'application/pdf']);
    await dialog.getByRole('button', { name: text('app.cancel') }).click();
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'NT-02' }) });
    const lost = await row.locator('code').innerText();

    const other = await visit(await demoPortal());
    try {
      const learner = other.page;
      await learner.goto(`/login#code=${lost}`);
      await signInButton(learner).click();
      await expect.poll(() => pathOf(learner)).toBe('/');
      await row.getByRole('button', { name: text('class.member.menu', { name: 'NT-02' }) }).click();
      await page.getByRole('menuitem', { name: text('codes.renew') }).click();
      await dialog.getByRole('button', { name: text('codes.renew') }).click();
      await expect.poll(() => row.locator('code').innerText()).not.toBe(lost);
      await learner.goto('/classes');
      await expect.poll(() => pathOf(learner)).toBe('/login');
      await learner.goto(`/login#code=${lost}`);
      await signInButton(learner).click();
      await learner
        .getByRole('alert')
        .filter({ hasText: text('login.code.wrong') })
        .waitFor();
    } finally {
      await other.leave();
    }
  });

  journey(
    'keep the menu in its place when a teacher displays them on a phone',
    async ({ page }) => {
      await signInByCall(page, 'teacher');
      await page.goto(await learnersWithCodes(page));
      await settled(page);
      const menu = page.getByRole('button', { name: text('codes.more'), exact: true });
      const { x } = (await menu.boundingBox())!;
      await showCodes(page);
      expect((await menu.boundingBox())!.x).toBe(x);
    },
    PHONE,
  );
});
