/** Invitation link to a school with approval: a guest opens it, a user without a school requests membership, the school approves. */
import { describe, expect } from 'vitest';
import { pathOf } from '../../src/browser.ts';
import { journey } from '../../src/journey.ts';
import { signIn, signInByCall } from '../../src/people.ts';
import { text } from '../../src/texts.ts';

describe('invitation to a school', () => {
  journey('lets a user join the school after approval', async ({ page, open, context }) => {
    await signInByCall(page, 'schoolAdmin');
    await page.goto('/school?tab=invitations');
    await page.getByRole('button', { name: text('invitations.new'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: text('invitations.kind.link') }).click();
    await dialog.getByRole('checkbox', { name: new RegExp(`^${text('invitations.confirmFirst')}`) }).click();
    await dialog.getByLabel(text('invitations.message')).fill('Bis bald in der Mediathek');
    await dialog.getByRole('button', { name: text('invitations.make') }).click();
    const address = await dialog.getByLabel(text('invitations.address'), { exact: true }).inputValue();
    expect(address).toMatch(/\/invitation\/[\w-]{22}$/);

    await context.clearCookies();
    const guest = await open();
    await guest.goto(new URL(address).pathname);
    await guest.getByText('Bis bald in der Mediathek').waitFor();
    await guest
      .getByRole('article')
      .getByRole('link', { name: text('login.action') })
      .click();
    await signIn(guest, 'lending');
    await expect.poll(() => pathOf(guest)).toBe(new URL(address).pathname);
    await guest.getByRole('button', { name: text('invitation.ask') }).click();
    await guest
      .getByRole('status')
      .getByText(text('invitation.waiting', { name: 'Gymnasium am Lindenhof' }))
      .waitFor();

    await context.clearCookies();
    const school = await open();
    await signInByCall(school, 'schoolAdmin');
    await school.goto('/school?tab=invitations');
    await school.getByRole('button', { name: text('invitations.confirm.name', { name: 'Jörg Petersen' }) }).click();
    await school.getByText(text('invitations.confirmed.done', { name: 'Jörg Petersen' })).waitFor();
    await school.goto('/school?tab=people&q=petersen');
    await school.getByRole('row').filter({ hasText: 'Jörg Petersen' }).waitFor();
  });
});
