/** Two users of one browser: after a sign-out, the next user starts on the home page. */
import { describe, expect } from 'vitest';
import { pathOf } from '../../src/browser.ts';
import { journey } from '../../src/journey.ts';
import { profile, signIn } from '../../src/people.ts';
import { settled } from '../../src/settled.ts';
import { text } from '../../src/texts.ts';

describe('signing out', () => {
  journey('ends the session in all tabs', async ({ page, open }) => {
    await signIn(page, 'teacher');
    await page.goto('/library/bookmarks');
    await settled(page);
    const other = await open();
    await other.goto('/classes');
    await settled(other);

    await profile(page).click();
    await page.getByRole('menuitem', { name: text('profile.signOut') }).click();
    for (const tab of [page, other]) await tab.getByRole('heading', { level: 1, name: text('login.title') }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: text('login.title') }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);

    await signIn(page, 'schoolAdmin');
    expect(pathOf(page)).toBe('/');
    await page.goBack();
    await profile(page).waitFor();
    expect(pathOf(page)).toBe('/');
  });

  journey('restores the previous page after session expiry only for the same user', async ({ context, page }) => {
    for (const [next, path] of [
      ['teacher', '/classes'],
      ['schoolAdmin', '/'],
    ] as const) {
      await page.goto('/login');
      await signIn(page, 'teacher');
      await page.goto('/classes');
      await settled(page);
      await context.clearCookies();
      await page.reload();
      await page.getByRole('heading', { level: 1, name: text('login.title') }).waitFor();
      await signIn(page, next);
      await expect.poll(() => pathOf(page)).toBe(path);
      await context.clearCookies();
    }
  });
});
