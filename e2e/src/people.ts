/** The demo school's people, and signing in as one of them. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export const PASSWORD = 'demo-schule-2026';

export const PEOPLE = {
  teacher: 'lehrkraft@demo.example',
  pupil: 'schueler@demo.example',
  schoolAdmin: 'schuladmin@demo.example',
  districtAdmin: 'kreisadmin@demo.example',
  lending: 'verleih@demo.example',
} as const;
export type PersonName = keyof typeof PEOPLE;

/** Signs in by the login screen and waits for the bar of a signed-in person. Leaves the page where the portal sends the person. */
export async function signIn(page: Page, name: PersonName): Promise<void> {
  if (new URL(page.url(), 'http://x').pathname !== '/login') await page.goto('/login');
  await page.getByLabel(/E-Mail oder Benutzername|Email or user name/i).fill(PEOPLE[name]);
  await page.getByRole('textbox', { name: /^(Passwort|Password)$/ }).fill(PASSWORD);
  await page.getByRole('button', { name: /^(Anmelden|Sign in)$/, exact: true }).click();
  await expect.poll(() => new URL(page.url()).pathname).not.toBe('/login');
  await page.getByRole('button', { name: /^(Konto|Account)/ }).waitFor();
}

/** Signs in by the call, where the login screen is not what is tested. */
export async function signInByCall(page: Page, name: PersonName): Promise<void> {
  const token = (await page.request.get('/api/v1/user/userinfo')).headers()['x-csrf-token'] ?? '';
  const reply = await page.request.post('/api/v1/user/login', {
    headers: { 'X-CSRF-Token': token },
    data: { login: PEOPLE[name], password: PASSWORD },
  });
  expect(reply.status(), await reply.text()).toBe(200);
}
