/** First visit: sign-in page, demo accounts and home. */
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@fundus/contract/demo';
import { href } from '@fundus/contract/screens';
import { describe, expect } from 'vitest';
import { addressOf, pathOf } from '../../src/browser.ts';
import { journey } from '../../src/journey.ts';
import { profile, signIn, signInByCall } from '../../src/people.ts';
import { settled } from '../../src/settled.ts';
import { text } from '../../src/texts.ts';

describe('first visit', () => {
  journey('redirects a guest from home to sign-in and back', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('heading', { level: 1, name: text('login.title') }).waitFor();
    expect(pathOf(page)).toBe('/login');
    for (const { login } of DEMO_ACCOUNTS) expect(await page.getByRole('button', { name: login }).isVisible(), login).toBe(true);
    expect(await page.getByText(DEMO_PASSWORD).isVisible()).toBe(true);
    await signIn(page, 'teacher');
    expect(pathOf(page)).toBe('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page
      .getByRole('combobox', { name: text('search.label') })
      .filter({ visible: true })
      .first()
      .waitFor();
  });

  journey('sends each preloaded request exactly once', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url().slice(new URL(request.url()).origin.length)));
    await page.goto(href('csearch', {}, { q: 'Eis & Öl', filter_fn_geb: '080*' }));
    await settled(page);
    const links = page.locator('link[rel="preload"][as="fetch"]');
    const named = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!));
    expect(named.map((address) => asked.filter((other) => other === address).length)).toEqual(named.map(() => 1));
    const search = catalogue.catalogueSearch.path;
    expect(asked.filter((address) => address.startsWith(`${search}?`))).toEqual(named.filter((address) => address.startsWith(search)));
  });

  journey('prefills the login of a clicked demo account', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'schueler@demo.example' }).click();
    expect(await page.getByLabel(text('login.name')).inputValue()).toBe('schueler@demo.example');
    await page.keyboard.press('Enter');
    await profile(page).waitFor();
    expect(pathOf(page)).toBe('/');
  });

  journey('returns to the requested page after signing in', async ({ page }) => {
    await page.goto('/search?q=Wasser');
    await page.getByRole('heading', { level: 1, name: text('login.title') }).waitFor();
    await signIn(page, 'teacher');
    expect(addressOf(page)).toBe('/search?q=Wasser');
    expect(await page.evaluate(() => localStorage.getItem('redirectUrl'))).toBeNull();
  });

  journey('keeps the user name after wrong credentials', async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel(text('login.name')).fill('niemand@demo.example');
    await page.getByRole('textbox', { name: text('login.password'), exact: true }).fill('falsches-passwort');
    await page.getByRole('button', { name: text('login.action'), exact: true }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: text('error.wrong_credentials') })
      .waitFor();
    expect(await page.getByLabel(text('login.name')).inputValue()).toBe('niemand@demo.example');
    expect(pathOf(page)).toBe('/login');
  });

  journey('requires a new sign-in after sign-out', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/search?q=Wasser');
    await profile(page).click();
    await page.getByRole('menuitem', { name: text('profile.signOut') }).click();
    await profile(page).waitFor({ state: 'detached' });
    expect(await (await page.request.get('/api/v1/user/userinfo')).json()).toBe(false);
    await page.goto('/search?q=Wasser');
    await page.getByRole('heading', { level: 1, name: text('login.title') }).waitFor();
  });
});
