/** Actions before a screenshot, such as opening dialogs and filling in forms. They work in both languages. */
import type { Page } from 'playwright-core';
import { either } from '../texts.ts';

/** Stops between password and second factor. The replies are simulated, because demo accounts have no second factor. */
export async function halfSignedIn(page: Page, methods: string[]): Promise<void> {
  await page.route('**/api/v1/user/login', (route) => route.fulfill({ json: { second_factor: { token: 'A'.repeat(43), methods } } }));
  await page.locator('[name=login]').fill('amt@kreis.example');
  await page.locator('[name=password]').fill('rostiger Anker singt');
  await page.locator('form.login-form button[type=submit]').click();
  await page.locator('.account-form').waitFor();
}

/** Opens the list of schools below the school field. */
export async function searchSchool(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: /^(Schule|School)/ }).fill('schule');
  await page.locator('.school-list [role=option]').first().waitFor();
}

/** Submits an empty form to show its errors. */
export async function sendEmpty(page: Page): Promise<void> {
  await page.locator('form.account-form button[type=submit]').click();
  await page.locator('[aria-invalid=true]').first().waitFor();
}

/** Types an incomplete new password. */
export async function typePassword(page: Page): Promise<void> {
  await page.locator('form.account-form button[type=submit]').click();
  await page.locator('.password-rules').waitFor();
  await page.locator('[name=password]').fill('rostiger Anker');
}

/** Opens the invitation dialog. */
export async function openInviting(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Einladen|Invite)$/ }).click();
  await page.getByRole('dialog').waitFor();
}

/** Opens the dialog of the AI search from the app bar. */
export async function openQuestion(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(KI-Suche|AI search)/ }).click();
  await page.getByRole('dialog').getByRole('textbox').waitFor();
}

/** Opens the licence of a book with seats for individual users. */
export async function openLicence(page: Page): Promise<void> {
  await page.getByRole('rowheader').getByRole('link').first().click();
  await page.getByRole('rowheader').first().waitFor();
  await page.waitForURL('**/school/**');
}

export async function openLinking(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Bildungsserver Nord verknüpfen|Link Bildungsserver Nord)$/ }).click();
  await page.getByRole('dialog').getByRole('textbox').waitFor();
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

/** Selects two media and opens the bulk actions. */
export async function changeMany(page: Page): Promise<void> {
  const boxes = page.getByRole('checkbox');
  await boxes.first().check();
  await boxes.nth(1).check();
  await page.getByRole('button', { name: /^(Ändern|Change) …$/ }).click();
  await page.getByRole('dialog').getByRole('combobox').first().waitFor();
}

export async function newLicence(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Lizenz eintragen|Add licence)/ }).click();
  await page.getByRole('dialog').getByRole('searchbox').first().waitFor();
}

export async function redeemCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Code einlösen|Redeem)/ }).click();
  await page.getByRole('dialog').getByRole('textbox').waitFor();
}

/** Opens the first filter on a desktop, or the filter sheet on a phone. */
export async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^(Filter|Fach|Filters|Subject)\b/ });
  await button.filter({ visible: true }).first().click();
}

/** Selects two media in the search results. */
export async function chooseMedia(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Mehrere auswählen|Select several)$/ }).click();
  for (const i of [0, 1]) await page.getByRole('article').nth(i).getByRole('checkbox').check();
}

/** Opens the excerpt panel next to a film. */
export async function beginExcerpt(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Ausschnitt|Excerpt)$/ }).click();
  await page.getByRole('slider', { name: /^(Anfang|Start)$/ }).waitFor();
}

/** Edits the text of a mail and shows its plain-text preview, because axe does not check frames. */
export async function openMailText(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /mail\.accountMade\.text/ })
    .first()
    .click();
  const preview = page.getByRole('region', { name: either('texts.preview'), exact: true });
  await preview.getByRole('button', { name: either('texts.preview.format.text'), exact: true }).click();
  await preview.locator('pre').waitFor();
}

/** Opens the preview of what is lost when a licence ends. */
export async function openLossPreview(page: Page): Promise<void> {
  await page
    .locator('button', { hasText: either('schools.calendar.loss') })
    .first()
    .click();
  await page.locator('.calendar-loss:not(:empty)').waitFor();
}
