/** A teacher asks the school to buy a medium, and an administrator decides. */
import { describe } from 'vitest';
import { journey } from '../../src/journey.ts';
import { signInByCall } from '../../src/people.ts';
import { text } from '../../src/texts.ts';

describe('wishes', () => {
  journey('are declined by the administrator with a reason', async ({ page, context }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/catalogue/search/FU-55381289');
    await page.getByRole('button', { name: text('wish.make.school') }).click();
    await page.getByText(text('wish.is.school.open')).waitFor();

    await context.clearCookies();
    await signInByCall(page, 'schoolAdmin');
    await page.goto('/library/wishes');
    await page.getByRole('button', { name: text('wish.view.school') }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Zahlwerk 6' });
    await row.getByRole('button', { name: text('wish.decide') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(text('wish.state')).selectOption('declined');
    await dialog.getByLabel(text('report.answer')).fill('Erst im neuen Jahr');
    await dialog.getByRole('button', { name: text('app.save') }).click();
    await row.getByText(text('report.answered', { answer: 'Erst im neuen Jahr' })).waitFor();

    await context.clearCookies();
    await signInByCall(page, 'teacher');
    await page.goto('/library/wishes');
    await page.getByText(text('wish.state.declined')).waitFor();
    await page.getByRole('button', { name: text('wish.withdraw') }).click();
    await page.getByText(text('wish.none')).waitFor();
  });
});
