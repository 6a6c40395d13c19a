/** Shared media: a teacher shares a medium with a colleague and the school; recipients open and archive it; sharing is revoked. */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { pathOf } from '../../src/browser.ts';
import { journey } from '../../src/journey.ts';
import { tabTo } from '../../src/keyboard.ts';
import { signInByCall } from '../../src/people.ts';
import { text } from '../../src/texts.ts';

/** Opens the sharing dialog on the card of a medium. */
async function openDialog(page: Page, title: string) {
  await page.goto(`/search?wide=1&q=${encodeURIComponent(title)}`);
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: title, exact: true }) });
  await card
    .first()
    .getByRole('button', { name: text('card.menu', { title }) })
    .click();
  await page.getByRole('menuitem', { name: text('share.action'), exact: true }).click();
  return page.getByRole('dialog');
}

const row = (page: Page, title: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
const list = (page: Page, name: 'by_me' | 'school') => page.getByRole('button', { name: text(`shared.list.${name}`), exact: true }).click();

async function as(page: Page, name: Parameters<typeof signInByCall>[1]): Promise<void> {
  await page.context().clearCookies();
  await signInByCall(page, name);
}

/** Waits for a successful reply to a call and returns it. */
const answered = (page: Page, method: string, part: string) =>
  page.waitForResponse((reply) => reply.request().method() === method && reply.url().includes(part) && reply.ok());

describe('media sharing', () => {
  journey("keeps the dialog's buttons in place while classes load", async ({ page }) => {
    const come = Promise.withResolvers<void>();
    await signInByCall(page, 'teacher');
    await page.route(/\/api\/v1\/classes\?/, async (route) => {
      await come.promise;
      // Other journeys create classes of this teacher. The dialog reserves space for four.
      const response = await route.fetch();
      const reply = (await response.json()) as { items: unknown[] };
      await route.fulfill({ response, json: { ...reply, items: reply.items.slice(0, 4) } });
    });
    const dialog = await openDialog(page, 'At the Market');
    const colleagues = dialog.getByRole('button', { name: text('share.target.people') });
    const cancel = dialog.getByRole('button', { name: text('app.cancel') });
    const places = async () => [(await colleagues.boundingBox())!.y, (await cancel.boundingBox())!.y] as const;
    await colleagues.waitFor();
    // Waits until the dialog has slid in.
    await dialog.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
    const before = await places();
    come.resolve();
    await dialog.getByRole('checkbox').first().waitFor();
    const after = await places();
    expect(after[0]).toBe(before[0]);
    // The button moves so little that it stays under the pointer.
    expect(Math.abs(after[1] - before[1])).toBeLessThan(20);
  });

  journey('lets a colleague open and archive a shared medium', async ({ page }) => {
    const [title, message] = ['At the Market', 'Für die Vertretung am Dienstag'];
    await signInByCall(page, 'teacher');
    const dialog = await openDialog(page, title);
    await dialog.getByRole('button', { name: text('share.target.people'), exact: true }).click();
    await dialog.getByRole('searchbox').fill('brandt');
    await dialog.getByRole('checkbox', { name: /^Thomas Brandt/ }).check();
    await dialog.getByText(text('share.terms.message'), { exact: true }).click();
    await dialog.getByLabel(text('share.message.people'), { exact: true }).fill(message);
    await dialog.getByRole('button', { name: text('share.send.people'), exact: true }).click();
    await page.getByText(text('share.done.people', { count: 1, title, names: 'Thomas Brandt' })).waitFor();

    await as(page, 'schoolAdmin');
    await page.goto('/');
    const fresh = page.getByRole('region', { name: text('home.shared'), exact: true });
    await fresh.getByText(message).waitFor();
    await fresh.getByRole('link', { name: text('home.shared.all') }).click();
    await row(page, title).getByText(text('shared.new'), { exact: true }).waitFor();
    const marked = answered(page, 'POST', '/mark');
    await row(page, title).getByRole('link', { name: title }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await marked;
    await page.goBack();
    await row(page, title).waitFor();
    await expect.poll(() => row(page, title).getByText(text('shared.new'), { exact: true }).count()).toBe(0);
    await row(page, title)
      .getByRole('button', { name: text('shared.archive', { title }) })
      .click();
    await expect.poll(() => row(page, title).count()).toBe(0);
    await page.getByRole('checkbox', { name: text('shared.archived.to_me') }).click();
    await row(page, title).waitFor();

    await as(page, 'teacher');
    await page.goto('/library/shared');
    await list(page, 'by_me');
    await row(page, title)
      .getByText(text('shared.one.opened', { name: 'Thomas Brandt' }))
      .waitFor();
    const menu = () => row(page, title).getByRole('button', { name: text('card.menu', { title }) });
    await menu().click();
    await page.getByRole('menuitem', { name: text('shared.revoke'), exact: true }).click();
    await expect.poll(() => row(page, title).count()).toBe(0);
    // Undoes the end of the sharing.
    await page.getByRole('button', { name: text('app.undo') }).click();
    await row(page, title)
      .getByText(text('shared.one.opened', { name: 'Thomas Brandt' }))
      .waitFor();
    await menu().click();
    const gone = answered(page, 'DELETE', '/shared-media/');
    await page.getByRole('menuitem', { name: text('shared.revoke'), exact: true }).click();
    await gone;
    await as(page, 'schoolAdmin');
    const listed = answered(page, 'GET', 'archived=true');
    await page.goto('/library/shared?archived=true');
    await listed;
    // Waits until the list is loaded. It is empty or contains rows of other tests.
    await page
      .getByText(text('shared.none.to_me.archived'))
      .or(page.getByRole('main').getByRole('listitem').getByRole('heading').first())
      .first()
      .waitFor();
    expect(await row(page, title).count()).toBe(0);
  });

  journey('shows media shared with the school to learners until the share is revoked', async ({ page }) => {
    const [title, message] = ['Die Gitarre stimmen', 'Für alle im Chor'];
    await signInByCall(page, 'teacher');
    const dialog = await openDialog(page, title);
    await dialog.getByRole('button', { name: text('share.target.school'), exact: true }).click();
    await dialog.getByText('Gymnasium am Lindenhof').waitFor();
    await dialog.getByText(text('share.terms.message'), { exact: true }).click();
    await dialog.getByLabel(text('share.message.school'), { exact: true }).fill(message);
    await dialog.getByRole('button', { name: text('share.send.school'), exact: true }).click();
    await page.getByText(text('share.done.people', { count: 1, title, names: text('share.school.all') })).waitFor();

    await as(page, 'student');
    await page.goto('/library/shared');
    await list(page, 'school');
    await row(page, title).getByText(message).waitFor();
    expect(await row(page, title).getByText('Falkner').count()).toBe(0);
    expect(await page.getByRole('button', { name: text('shared.list.by_me') }).count()).toBe(0);
    await row(page, title).getByRole('link', { name: title }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();

    await as(page, 'schoolAdmin');
    await page.goto('/school?tab=shared');
    await row(page, title).getByText('Falkner').waitFor();
    await row(page, title)
      .getByRole('button', { name: text('card.menu', { title }) })
      .click();
    await page.getByRole('menuitem', { name: text('shared.revoke'), exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('shared.revoke'), exact: true })
      .click();
    await expect.poll(() => row(page, title).count()).toBe(0);
    await as(page, 'student');
    await page.goto('/school?tab=shared');
    await page.getByText(text('schools.shared.hint.pupil')).waitFor();
    expect(await row(page, title).count()).toBe(0);
  });

  journey('shares a medium with the keyboard alone', async ({ page }) => {
    const title = 'Was ist Schall?';
    await signInByCall(page, 'teacher');
    // Waits for the loaded dialog, because Escape would have no effect before, and the dialog would open later.
    await (await openDialog(page, title)).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page
      .getByRole('button', { name: text('card.menu', { title }) })
      .first()
      .focus();
    await page.keyboard.press('Enter');
    const item = page.getByRole('menuitem', { name: text('share.action'), exact: true });
    await item.waitFor();
    // The menu responds to keys once an item has the focus.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('menuitem');
    await page.keyboard.press('f');
    await expect.poll(() => item.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo(page, (name) => name === text('share.target.people'));
    await page.keyboard.press('Enter');
    await tabTo(page, (name) => name === text('share.people.find'));
    await page.keyboard.type('albers');
    await page.getByText(text('share.people.none')).waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('hoffm');
    await page.getByRole('checkbox', { name: /^Anke Hoffmann/ }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: text('share.people.remove', { name: 'Anke Hoffmann' }) }).waitFor();
    await tabTo(page, (name) => name === text('share.send.people'));
    await page.keyboard.press('Enter');
    await page.getByText(text('share.done.people', { count: 1, title, names: 'Anke Hoffmann' })).waitFor();
    expect(pathOf(page)).toBe('/search');
  });
});
