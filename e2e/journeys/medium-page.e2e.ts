/** The page of a medium besides its player: from one result to the next, citing, and the licence with its seat. */
import { describe, expect } from 'vitest';
import { pathOf } from '../src/browser.ts';
import { journey } from '../src/journey.ts';
import { signInByCall } from '../src/people.ts';
import { text } from '../src/texts.ts';

describe('the page of a medium', () => {
  journey('leads through the results and back to them', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/search?q=Wasser');
    const cards = page.getByRole('article').filter({ visible: true });
    const first = (await cards.nth(0).getByRole('heading').textContent()) ?? '';
    const second = (await cards.nth(1).getByRole('heading').textContent()) ?? '';
    await cards.nth(0).getByRole('heading').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: first }).waitFor();
    await page.getByRole('link', { name: text('media.trail.after.named', { title: '' }) }).click();
    await page.getByRole('heading', { level: 1, name: second }).waitFor();
    await page.getByRole('link', { name: text('media.trail.before.named', { title: '' }) }).click();
    await page.getByRole('heading', { level: 1, name: first }).waitFor();
    await page
      .getByRole('navigation', { name: text('media.back') })
      .getByRole('link', { name: /^\d+ Medien zu/ })
      .click();
    await expect.poll(() => pathOf(page)).toBe('/search');
  });

  journey('is cited, and the citation saved', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/media/FU-55081323');
    await page.getByRole('button', { name: text('card.menu', { title: 'Lebenslinien 7/8' }) }).click();
    await page.getByRole('menuitem', { name: text('media.cite') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Amselweg Schulbuchverlag. (2024).').waitFor();
    await dialog.getByRole('button', { name: text('media.cite.ris') }).click();
    const [saved] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('link', { name: text('media.cite.save') }).click()]);
    expect(saved.suggestedFilename()).toBe('amselweg2024lebenslinien.ris');
  });

  journey('a teacher takes a seat there, and the rights change at once', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/media/FU-55121153');
    const may = page.getByRole('region', { name: text('media.may') });
    await may.getByText(text('media.may.why.seat')).first().waitFor();
    await page.getByRole('button', { name: text('licence.take') }).click();
    await page.getByText(text('licence.own.assigned')).waitFor();
    await expect.poll(() => may.getByText(text('media.may.why.seat')).count()).toBe(0);
    await page.getByRole('button', { name: text('licence.giveBack') }).click();
    await may.getByText(text('media.may.why.seat')).first().waitFor();
  });
});
