/** Own material for a class: a teacher shares a draft, learners open it, and the teacher withdraws it. */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { demoPortal, journey } from '../../src/journey.ts';
import { openSearchFor } from '../../src/open-media.ts';
import { callsAs, signInByCall, type PersonName } from '../../src/people.ts';
import { text } from '../../src/texts.ts';

async function as(page: Page, name: PersonName): Promise<void> {
  await page.context().clearCookies();
  await signInByCall(page, name);
}
const statusFor = async (name: PersonName, identifier: string): Promise<number> =>
  (await (await callsAs(await demoPortal(), name)).get(`/api/v1/media/${identifier}`)).status();

describe('own material', () => {
  journey('is shared with a class until the teacher withdraws it', async ({ page }) => {
    const title = `Regenwurmbogen ${Date.now()}`;
    await signInByCall(page, 'teacher');
    await page.goto('/library/own/new');
    await page.getByRole('textbox', { name: text('list.item.url') }).fill('https://medien.example/regenwurm');
    await page.getByRole('textbox', { name: text('list.item.title') }).fill(title);
    await page.getByRole('button', { name: text('list.add.here') }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    const identifier = new URL(page.url()).pathname.split('/').at(-1)!;
    await page.getByRole('radio', { name: new RegExp(`^${text('material.rights.own')}`) }).check();
    await page.getByRole('button', { name: text('app.save'), exact: true }).click();
    const pass = page.getByRole('button', { name: text('material.pass') });
    await pass.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(text('share.limited')).waitFor();
    expect(await dialog.getByRole('button', { name: text('share.target.school'), exact: true }).count()).toBe(0);
    await dialog.getByRole('checkbox', { name: /^8b \d/ }).check();
    await dialog.getByRole('button', { name: text('share.send.classes'), exact: true }).click();
    await page.getByText(text('material.limited')).waitFor();
    await page.getByRole('link', { name: '8b', exact: true }).waitFor();
    expect([await statusFor('student', identifier), await statusFor('schoolAdmin', identifier)]).toEqual([200, 404]);

    await as(page, 'student');
    await openSearchFor(page, title);
    await page.getByRole('link', { name: title }).first().click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();

    await as(page, 'teacher');
    await page.goto('/library/own');
    const row = page.getByRole('listitem').filter({ hasText: title });
    await row.getByText(text('material.state.given')).waitFor();
    await row.getByRole('button', { name: text('material.menu', { title }) }).click();
    await page.getByRole('menuitem', { name: text('material.withdraw.all') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('material.withdraw'), exact: true })
      .click();
    await row.getByText(text('material.state.draft')).waitFor();
    expect(await statusFor('student', identifier)).toBe(404);
  });
});
