/** Reviews by teachers, problem reports by learners, and recommendations by editors. */
import { describe, expect } from 'vitest';
import { journey } from '../../src/journey.ts';
import { signInByCall } from '../../src/people.ts';
import { text, textForPupil } from '../../src/texts.ts';

const book = '/media/FU-55081323';
const title = 'Lebenslinien 7/8';

describe('reviews', () => {
  journey('can be created, changed and deleted by teachers', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto(book);
    await page.getByRole('button', { name: text('review.write'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    const overall = dialog.getByRole('group', { name: text('review.overall') });
    await overall.getByRole('radio', { name: text('review.stars', { count: 4 }) }).check({ force: true });
    await dialog.getByLabel(text('review.text'), { exact: true }).fill('Versuche gut erklärt');
    await dialog.getByRole('button', { name: text('review.publish') }).click();
    await page.getByText(text('review.few', { count: 1 })).waitFor();
    await page.getByRole('button', { name: text('review.change') }).click();
    expect(await dialog.getByLabel(text('review.text'), { exact: true }).inputValue()).toBe('Versuche gut erklärt');
    await dialog.getByRole('button', { name: text('review.remove') }).click();
    await page.getByText(text('review.none')).waitFor();
  });

  journey('let editors respond to reports of learners', async ({ page, context }) => {
    await signInByCall(page, 'student');
    await page.goto(book);
    await page.getByRole('button', { name: text('card.menu', { title }) }).click();
    await page.getByRole('menuitem', { name: text('report.action') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(text('report.text')).fill('Seite 12 fehlt');
    await dialog.getByRole('button', { name: text('report.send') }).click();
    await page.getByText(textForPupil('report.sent')).waitFor();

    await context.clearCookies();
    await signInByCall(page, 'districtAdmin');
    await page.goto('/library/licences');
    await page.getByRole('link', { name: text('library.reports') }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Seite 12 fehlt' });
    await row.getByRole('button', { name: text('report.settle') }).click();
    await page.getByRole('dialog').getByLabel(text('report.answer')).fill('Wir haben die Datei ersetzt.');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('report.to.fixed') })
      .click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: text('report.view.settled') }).click();
    await row.getByText(text('report.answered', { answer: 'Wir haben die Datei ersetzt.' })).waitFor();
  });

  journey('show recommendations of editors to learners', async ({ page, context }) => {
    await signInByCall(page, 'districtAdmin');
    // Opens the medium in the catalogue, because only the school has a licence.
    await page.goto('/catalogue/search/FU-55081323');
    await page.getByRole('button', { name: text('review.recommend'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(text('review.recommend.text')).fill('Ein Buch für den Einstieg');
    await dialog.getByRole('button', { name: text('app.save') }).click();
    await page.getByRole('group', { name: text('review.recommended') }).waitFor();
    await context.clearCookies();
    await signInByCall(page, 'student');
    await page.goto(book);
    await page
      .getByRole('group', { name: text('review.recommended') })
      .getByText('Ein Buch für den Einstieg')
      .waitFor();
  });
});
