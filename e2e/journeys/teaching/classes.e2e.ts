/** Classes: a teacher creates one, admits a learner, shares and reorders media; the learner opens a medium by keyboard. */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { pathOf } from '../../src/browser.ts';
import { ensureClass } from '../../src/steps/class-steps.ts';
import { journey } from '../../src/journey.ts';
import { focused, tabTo } from '../../src/keyboard.ts';
import { signInByCall } from '../../src/people.ts';
import { text } from '../../src/texts.ts';

const tab = (page: Page, name: 'media' | 'learners' | 'groups' | 'settings') =>
  page
    .getByRole('navigation', { name: text('class.tabs') })
    .getByRole('link', { name: text(`class.tab.${name}`) })
    .click();

describe('classes', () => {
  journey('let a teacher admit a learner and share a medium', async ({ page }) => {
    const name = '1c Wetterkunde';
    await signInByCall(page, 'teacher');
    await page.goto('/classes');
    await page
      .getByRole('button', { name: text('classes.new') })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(text('class.name'), { exact: true }).fill(name);
    await dialog.getByLabel(text('class.grade')).selectOption('7');
    await dialog.getByRole('button', { name: text('classes.make') }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await tab(page, 'learners');
    await page.getByRole('button', { name: text('class.add.student') }).click();
    await dialog.getByRole('searchbox').fill('emil');
    await dialog.getByRole('checkbox', { name: /^Emil/ }).check();
    await dialog.getByRole('button', { name: text('class.add'), exact: true }).click();
    await page.getByRole('row', { name: /^Emil/ }).waitFor();

    await page.getByRole('link', { name: text('class.media.give') }).click();
    await page.goto('/search?q=Wetter');
    const card = page.getByRole('article').filter({ visible: true }).first();
    const title = (await card.getByRole('heading').innerText()).trim();
    await card.getByRole('button', { name: new RegExp(`^${text('card.menu', { title: '' }).trim()}`) }).click();
    await page.getByRole('menuitem', { name: text('share.action') }).click();
    await dialog.getByRole('checkbox', { name: new RegExp(`^${name}`) }).check();
    await dialog.getByText(text('share.terms.note'), { exact: true }).click();
    await dialog.getByLabel(text('share.note')).fill('Bis Minute 2');
    await dialog.getByRole('button', { name: text('share.send.classes'), exact: true }).click();
    await page.getByText(new RegExp(`${name}.*freigegeben`)).waitFor();

    await page.context().clearCookies();
    await signInByCall(page, 'student');
    await page.goto('/');
    const given = page.getByRole('region', { name: text('home.given', { name }) });
    await given.getByRole('link', { name: title }).waitFor();
    await given.getByRole('link', { name: text('home.given.all') }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(await page.getByRole('link', { name: text('class.tab.learners') }).count()).toBe(0);
    await page.getByText('Bis Minute 2').waitFor();
    await page
      .getByRole('region', { name: text('class.tab.media') })
      .getByRole('link', { name: title })
      .click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(pathOf(page)).toMatch(/^\/class\/[0-9a-f-]{36}\/(media|app|book)\//);
    await page.getByText('Bis Minute 2').waitFor();
    await page
      .getByRole('navigation', { name: text('media.back') })
      .getByRole('link', { name })
      .click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  });

  journey('let a learner open a shared medium with the keyboard alone', async ({ page }) => {
    const name = '6a Tastenkunde';
    await page.goto('/login');
    await ensureClass(page, name);
    await signInByCall(page, 'student');
    await page.goto('/classes');
    await page.getByRole('link', { name }).waitFor();
    await tabTo(page, (now) => now === name);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    // The heading has the focus; the first medium is the next Tab stop.
    await expect.poll(() => focused(page)).toBe(name);
    const first = page
      .getByRole('region', { name: text('class.tab.media') })
      .getByRole('link')
      .first();
    const title = (await first.innerText()).replaceAll('\u00ad', '').trim();
    await tabTo(page, (now) => now === title, 10);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByRole('heading', { name: text('media.class.note') }).waitFor();
  });

  journey('let a teacher reorder, remove and restore media', async ({ page }) => {
    const name = '9d Ordnungskunde';
    await page.goto('/login');
    const id = await ensureClass(page, name);
    await signInByCall(page, 'teacher');
    await page.goto(`/class/${id}`);
    const rows = page.getByRole('region', { name: text('class.tab.media') }).getByRole('listitem');
    const titles = async () => (await rows.getByRole('heading').allInnerTexts()).map((title) => title.replaceAll('\u00ad', '').trim());
    await rows.nth(2).waitFor();
    const [first, second, third] = (await titles()) as [string, string, string];
    await page.getByRole('button', { name: text('class.media.down', { title: first }) }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(titles).toEqual([second, first, third]);
    // The button keeps the focus at the new position of the medium.
    expect(await focused(page)).toBe(text('class.media.down', { title: first }));
    await page.keyboard.press('Enter');
    await expect.poll(titles).toEqual([second, third, first]);
    // Polls, because the page updates optimistically before the server stores the change.
    const kept = async () => {
      const { items } = (await (await page.request.get(`/api/v1/classes/${id}/media`)).json()) as { items: { title: string }[] };
      return items.map((item) => item.title);
    };
    await expect.poll(kept).toEqual([second, third, first]);
    await page.reload();
    await expect.poll(titles).toEqual([second, third, first]);
    await page.getByRole('button', { name: text('card.menu', { title: third }) }).click();
    await page.getByRole('menuitem', { name: text('class.media.remove') }).click();
    await expect.poll(titles).toEqual([second, first]);
    await page.getByRole('button', { name: text('app.undo') }).click();
    await expect.poll(async () => (await titles()).toSorted()).toEqual([first, second, third].toSorted());

    await tab(page, 'settings');
    await page.getByRole('button', { name: text('class.archive') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('class.archive') })
      .click();
    await page.getByText(text('class.archived')).waitFor();
    await page.getByRole('button', { name: text('class.restore') }).click();
    await page.getByRole('button', { name: text('class.archive') }).waitFor();
  });
});
