/** What is done on a page before its picture is taken: dialogs opened, things made that are to be seen. Either language. */
import { href } from '@fundus/contract/screens';
import type { Page } from 'playwright-core';

/** The sign-in page of a portal people may come to from others. */
export async function withPortals(page: Page): Promise<void> {
  const items = [{ id: 'land', name: 'Landesportal', hints: [] }];
  await page.route('**/api/v1/auth/providers', (route) => route.fulfill({ json: { items } }));
  await page.reload();
  await page.locator('.login-providers').waitFor();
}

/** Somebody who works at two schools. */
export async function withSchools(page: Page): Promise<void> {
  const items = [
    { id: 'a', name: 'Schule am Deich' },
    { id: 'b', name: 'Waldschule' },
  ];
  await page.route('**/api/v1/user/schools', (route) => route.fulfill({ json: { items, current: 'a' } }));
  await page.reload();
  await page.locator('form.account-part select').last().scrollIntoViewIfNeeded();
}

/** The account page where one portal is linked and another could be. */
export async function withLinked(page: Page): Promise<void> {
  const item = { provider: 'land', name: 'Landesportal', created_at: '2026-09-01T08:00:00Z', last_used_at: '2026-11-20T08:00:00Z' };
  const json = { items: [item], others: [{ provider: 'bund', name: 'Bildungsserver Nord' }] };
  await page.route('**/api/v1/user/identities', (route) => route.fulfill({ json }));
  await page.reload();
  await page.getByText('Bildungsserver Nord').first().scrollIntoViewIfNeeded();
}

/** Somebody who comes from there for the first time. */
export async function asNewcomer(page: Page): Promise<void> {
  const schools = [
    { id: 'a', name: 'Schule am Deich' },
    { id: 'b', name: 'Waldschule' },
  ];
  const json = { kind: 'unknown', token: 'A'.repeat(43), provider: 'Landesportal', schools };
  await page.route('**/api/v1/auth/oidc/finish', (route) => route.fulfill({ json }));
  await page.evaluate(() => sessionStorage.setItem('visit', 'A'.repeat(43)));
  await page.goto('/login#answer=code%3Dc');
  await page.locator('form.account-form select').first().waitFor();
}

/** Between the password and the second factor; the answer is made here, since the accounts of the demo need none. */
export async function halfSignedIn(page: Page, methods: string[]): Promise<void> {
  await page.route('**/api/v1/user/login', (route) => route.fulfill({ json: { second_factor: { token: 'A'.repeat(43), methods } } }));
  await page.locator('[name=login]').fill('amt@kreis.example');
  await page.locator('[name=password]').fill('rostiger Anker singt');
  await page.locator('form.login-form button[type=submit]').click();
  await page.locator('.account-form').waitFor();
}

/** Somebody the school has invited; the invitation is made here, since each is for one person. */
export async function asInvited(page: Page): Promise<void> {
  const json = {
    ...{ id: 'A'.repeat(22), kind: 'personal', target: 'school', role: 'teacher', visitor: 'guest', from: null },
    school: { id: 'a', name: 'Schule am Deich', city: 'Nordhafen' },
    ...{ email: 'ada@schule.example', vorname: 'Ada', name: 'Lindner', message: '', expires_on: '2027-07-31', needs_confirmation: false },
  };
  await page.route('**/api/v1/invitations/*', (route) => route.fulfill({ json }));
  await page.goto(href('register', {}, { invitation: json.id }));
  await page.getByText('Schule am Deich').first().waitFor();
}

/** The list of schools under its field. */
export async function searchSchool(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: /^(Schule|School)/ }).fill('schule');
  await page.locator('.school-list [role=option]').first().waitFor();
}

/** What a form says about its gaps. */
export async function sendEmpty(page: Page): Promise<void> {
  await page.locator('form.account-form button[type=submit]').click();
  await page.locator('[aria-invalid=true]').first().waitFor();
}

/** The page behind a link of a mail; the answers are made here, since there is no mail to open. */
export async function followLink(page: Page): Promise<void> {
  const fulfil = (part: string, json: object) => page.route(`**/api/v1/user/password/${part}`, (route) => route.fulfill({ json }));
  await fulfil('check', { account: 'm•••@lindenhof.example', factors: [] });
  await fulfil('confirm', { ok: true });
  await page.goto(`/login/password-reset#${'A'.repeat(43)}`);
  await page.locator('form.account-form').waitFor();
}

export async function confirmLink(page: Page): Promise<void> {
  await followLink(page);
  await page.locator('form.account-form button[type=submit]').click();
  await page.locator('.password-rules').waitFor();
  await page.locator('[name=password]').fill('rostiger Anker');
}

/** The dialog with which people are invited. */
export async function openInviting(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Einladen|Invite)$/ }).click();
  await page.getByRole('dialog').waitFor();
}

/** Makes a link and opens it. */
export async function openInvitation(page: Page): Promise<void> {
  const token = (await page.request.get('/api/v1/user/userinfo')).headers()['x-csrf-token'] ?? '';
  const reply = await page.request.post('/api/v1/invitations', {
    headers: { 'x-csrf-token': token },
    data: { kind: 'link', role: 'teacher', message: 'Schön, dass Sie bei uns anfangen!' },
  });
  await page.goto(href('invitation', { id: ((await reply.json()) as { id: string }).id }));
}

/** The dialog of the AI search, from the bar. */
export async function openQuestion(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(KI-Suche|AI search)/ }).click();
  await page.getByRole('dialog').getByRole('textbox').waitFor();
}

/** The licence of a book whose seats are given one by one. */
export async function openLicence(page: Page): Promise<void> {
  await page.getByRole('rowheader').getByRole('link').first().click();
  await page.getByRole('rowheader').first().waitFor();
  await page.waitForURL('**/school/**');
}

export async function reviewMedium(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Bewerten|Review)$/ }).click();
  await page.getByRole('dialog').getByRole('textbox').first().waitFor();
}

export async function reportMedium(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /Lebenslinien 7\/8$/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: /^(Problem melden|Report a problem)$/ }).click();
  await page.getByRole('dialog').waitFor();
}

export async function citeMedium(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /Lebenslinien 7\/8$/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: /^(Zitieren|Cite)$/ }).click();
  await page.getByRole('dialog').waitFor();
}

/** Two chosen, and what can be done with them. */
export async function changeMany(page: Page): Promise<void> {
  const boxes = page.getByRole('checkbox');
  await boxes.first().check();
  await boxes.nth(1).check();
  await page.getByRole('button', { name: /^(Ändern|Change) …$/ }).click();
  await page.getByRole('dialog').getByRole('combobox').first().waitFor();
}

export async function newLicence(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Lizenz eintragen|Enter a licence)/ }).click();
  await page.getByRole('dialog').getByRole('searchbox').first().waitFor();
}

export async function redeemCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Code einlösen|Redeem)/ }).click();
  await page.getByRole('dialog').getByRole('textbox').waitFor();
}

/** A medium the school has no licence for, so that there is something to see. */
export async function wishSome(page: Page): Promise<void> {
  const token = (await page.request.get('/api/v1/user/userinfo')).headers()['x-csrf-token'] ?? '';
  await page.request.put('/api/v1/wishes/FU-55381289', { headers: { 'x-csrf-token': token }, data: { note: 'Für die 5b' } });
  await page.reload();
}

/** Two media on the list, so that there is something to see. */
export async function bookmarkSome(page: Page): Promise<void> {
  const reply = await page.request.get('/api/v1/media/search?q=Wasser&limit=2');
  const token = reply.headers()['x-csrf-token'] ?? '';
  const { items } = (await reply.json()) as { items: { identifier: string }[] };
  for (const { identifier } of items)
    await page.request.put(`/api/v1/bookmarks/${encodeURIComponent(identifier)}`, { headers: { 'x-csrf-token': token } });
  await page.reload();
}

/** On a desktop the first filter, on a phone the sheet with all of them. */
export async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^(Filter|Fach|Filters|Subject)\b/ });
  await button.filter({ visible: true }).first().click();
}

/** Two media are chosen. */
export async function chooseMedia(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Mehrere auswählen|Choose several)$/ }).click();
  for (const i of [0, 1]) await page.getByRole('article').nth(i).getByRole('checkbox').check();
}
