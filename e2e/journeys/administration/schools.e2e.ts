/** Administration of a school: approving and importing users, charts, and adding a school to the district. */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { pathOf } from '../../src/browser.ts';
import { journey } from '../../src/journey.ts';
import { signInByCall } from '../../src/people.ts';
import { text } from '../../src/texts.ts';

const tab = (page: Page, name: 'people' | 'media' | 'schools') =>
  page
    .getByRole('navigation', { name: text('schools.tabs') })
    .getByRole('link', { name: text(`schools.tab.${name}`) })
    .click();

describe('page of a school', () => {
  journey('approves a waiting user', async ({ page }) => {
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
    // The mail is delayed, so that the decision can be undone.
    await page.getByRole('button', { name: text('app.undo'), exact: true }).click();
    await page.getByText(text('app.undone')).waitFor();
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

  journey('announces the values of a chart during keyboard navigation', async ({ page }) => {
    await signInByCall(page, 'schoolAdmin');
    await page.goto('/school?tab=numbers');
    const [name, uses] = [text('schools.numbers.months'), text('schools.numbers.uses')];
    const chart = page.getByRole('application', { name: `${name}: ${uses}` });
    await chart.waitFor();
    const rows = page.getByRole('table', { name }).getByRole('row');
    expect(await rows.count()).toBe(13);
    const statusOf = (row: number) => rows.nth(row).evaluate((tr) => `${tr.children[0]!.textContent}: ${tr.children[1]!.textContent}`);
    await chart.focus();
    await page.getByText(text('app.chart.keys')).first().waitFor();
    await page
      .getByRole('status')
      .getByText(await statusOf(1), { exact: true })
      .waitFor();
    await page.keyboard.press('ArrowRight');
    await page
      .getByRole('status')
      .getByText(await statusOf(2), { exact: true })
      .waitFor();
    for (let i = 0; i < 12; i += 1) await page.keyboard.press('ArrowRight');
    await page
      .getByRole('status')
      .getByText(await statusOf(12), { exact: true })
      .waitFor();
    // In horizontal bar charts, the arrow keys move from top to bottom.
    const [top, grades] = [text('schools.numbers.top'), text('schools.numbers.classGrades')];
    await page.getByRole('application', { name: new RegExp(`^${top}`) }).focus();
    await page.keyboard.press('ArrowDown');
    const second = page.getByRole('table', { name: top }).getByRole('row').nth(2);
    const title = await second.getByRole('link').textContent();
    await page.getByRole('status').getByText(`${title}: `).waitFor();
    await page.getByRole('table', { name: grades }).waitFor();
  });

  journey('suspends and reopens a school', async ({ page }) => {
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
