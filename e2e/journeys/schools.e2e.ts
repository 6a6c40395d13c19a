/** Managing a school: somebody who waits is let in, another one declined, people come from a file; the district adds a school. */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { pathOf } from '../src/browser.ts';
import { journey } from '../src/journey.ts';
import { signInByCall } from '../src/people.ts';
import { text } from '../src/texts.ts';

const tab = (page: Page, name: 'people' | 'media' | 'schools') =>
  page
    .getByRole('navigation', { name: text('schools.tabs') })
    .getByRole('link', { name: text(`schools.tab.${name}`) })
    .click();

describe('the page of a school', () => {
  journey('an administrator lets in who waits and takes people over from a file', async ({ page }) => {
    await signInByCall(page, 'schoolAdmin');
    await page.goto('/');
    await page
      .getByRole('navigation')
      .getByRole('link', { name: text('nav.school') })
      .filter({ visible: true })
      .first()
      .click();
    expect(pathOf(page)).toBe('/school');
    await tab(page, 'people');
    await page.getByRole('combobox', { name: text('people.state') }).selectOption('pending_approval');
    await page.getByRole('button', { name: text('people.approve.name', { name: 'Hauke Albers' }) }).click();
    await page.getByText(text('people.done.approve', { name: 'Hauke Albers' })).waitFor();
    await expect.poll(() => page.getByRole('row').filter({ hasText: 'Hauke Albers' }).count()).toBe(0);
    await page.getByRole('button', { name: text('people.import') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'leute.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Vorname;Nachname;E-Mail;Rolle\nJürgen;Großmann;j.grossmann@lindenhof.example;Lehrkraft\n', 'latin1'),
    });
    await dialog.getByText('Jürgen Großmann').waitFor();
    await dialog.getByRole('button', { name: text('people.import.take', { count: 1 }) }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: text('people.state') }).selectOption('all');
    await page.getByRole('searchbox', { name: text('people.find') }).fill('grossm');
    await page.getByRole('row').filter({ hasText: 'Jürgen Großmann' }).waitFor();
    await expect.poll(() => page.url()).toContain('q=grossm');
  });

  journey('the district adds a school, suspends it and opens it again', async ({ page }) => {
    await signInByCall(page, 'districtAdmin');
    await page.goto('/school');
    await page.getByRole('button', { name: text('schools.new') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(text('schools.field.name')).fill('Realschule am Mühlbach');
    await dialog.getByLabel(text('schools.field.number')).fill('904399');
    await dialog.getByRole('button', { name: text('schools.new') }).click();
    await page.getByRole('link', { name: 'Realschule am Mühlbach' }).click();
    await page.getByRole('button', { name: text('schools.suspend') }).click();
    await dialog.getByLabel(text('schools.reason')).fill('Vertrag ruht');
    await dialog.getByRole('button', { name: text('schools.suspend') }).click();
    await page.getByText(/Vertrag ruht/).waitFor();
    await page.getByRole('button', { name: text('schools.resume') }).click();
    await dialog.getByRole('button', { name: text('schools.resume') }).click();
    await expect.poll(() => page.getByText(/Vertrag ruht/).count()).toBe(0);
  });
});
