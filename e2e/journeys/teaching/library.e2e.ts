/** Library of a teacher: bookmarks with notes and folders, saved searches, history. */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { pathOf } from '../../src/browser.ts';
import { journey } from '../../src/journey.ts';
import { signInByCall } from '../../src/people.ts';
import { text } from '../../src/texts.ts';

const rows = (page: Page, tab: 'bookmarks' | 'searches' | 'history') =>
  page.getByRole('region', { name: text(`library.${tab}`) }).getByRole('listitem');
const GROUPS = { bookmarks: 'collection', searches: 'history', history: 'history' } as const;
const tab = async (page: Page, name: keyof typeof GROUPS) => {
  const group = text(`library.group.${GROUPS[name]}`);
  await page
    .getByRole('navigation', { name: text('library.tabs') })
    .getByRole('link', { name: group })
    .click();
  await page
    .getByRole('navigation', { name: text('library.parts', { group }) })
    .getByRole('link', { name: text(`library.${name}`), exact: true })
    .click();
};

describe('library', () => {
  journey('keeps a note on a bookmark', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/search?wide=1&q=Klima');
    const card = page.getByRole('article').filter({ visible: true }).first();
    const title = (await card.getByRole('heading').innerText()).trim();
    await card.getByRole('button', { name: new RegExp(`^${text('card.bookmark', { title: '' }).trim()}`) }).click();
    await page
      .getByRole('navigation')
      .getByRole('link', { name: text('nav.library') })
      .filter({ visible: true })
      .first()
      .click();
    await tab(page, 'bookmarks');
    await expect.poll(() => pathOf(page)).toBe('/library/bookmarks');
    const row = rows(page, 'bookmarks').filter({ hasText: title });
    await row.getByRole('button').click();
    await page.getByRole('menuitem', { name: text('library.note.add') }).click();
    await page.getByRole('textbox', { name: text('library.note') }).fill('Einstieg in Stunde 3');
    await page.getByRole('button', { name: text('app.save') }).click();
    await row.getByText('Einstieg in Stunde 3').waitFor();
    await row.getByRole('link').click();
    await expect.poll(() => pathOf(page)).toMatch(/^\/library\/(media|book|app)\//);
    await page
      .getByRole('main')
      .getByRole('link', { name: text('library.title') })
      .filter({ visible: true })
      .click();
    await row.getByText('Einstieg in Stunde 3').waitFor();
  });

  journey('restores a deleted folder with its bookmark', async ({ page }) => {
    await signInByCall(page, 'districtAdmin');
    await page.goto('/search?wide=1&q=Wald');
    const card = page.getByRole('article').filter({ visible: true }).first();
    const title = (await card.getByRole('heading').innerText()).trim();
    await card.getByRole('button', { name: new RegExp(`^${text('card.bookmark', { title: '' }).trim()}`) }).click();
    // Moves the bookmark into a new folder with the button in the snackbar.
    await page
      .getByRole('status')
      .getByRole('button', { name: text('library.folders.move') })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: text('library.folders') }).selectOption({ label: text('library.folders.new') });
    await dialog.getByRole('textbox', { name: text('library.folders.name') }).fill('Waldtage');
    await dialog.getByRole('button', { name: text('library.folders.move') }).click();
    await page.getByText(text('library.folders.moved', { name: 'Waldtage' })).waitFor();
    // Renames, deletes and restores the folder in the list of bookmarks.
    await page.goto('/library/bookmarks');
    const folders = page.getByRole('combobox', { name: text('library.folders') });
    await folders.selectOption({ label: text('library.folders.one', { name: 'Waldtage', count: 1 }) });
    const row = rows(page, 'bookmarks').filter({ hasText: title });
    await row.waitFor();
    await page.getByRole('button', { name: text('library.folders.menu', { name: 'Waldtage' }) }).click();
    await page.getByRole('menuitem', { name: text('library.folders.rename') }).click();
    await dialog.getByRole('textbox', { name: text('library.folders.name') }).fill('Wald im Herbst');
    await dialog.getByRole('button', { name: text('app.save') }).click();
    await page.getByRole('button', { name: text('library.folders.menu', { name: 'Wald im Herbst' }) }).click();
    await page.getByRole('menuitem', { name: text('library.folders.remove') }).click();
    await page.getByRole('button', { name: text('app.undo') }).click();
    await page.getByRole('button', { name: text('library.folders.menu', { name: 'Wald im Herbst' }) }).waitFor();
    await row.waitFor();
    // Moves the bookmark out of the folder.
    await page.getByRole('checkbox', { name: text('rows.choose', { name: title }) }).check();
    await page.getByRole('button', { name: text('library.folders.move') }).click();
    await dialog.getByRole('combobox', { name: text('library.folders') }).selectOption({ label: text('library.folders.none') });
    await dialog.getByRole('button', { name: text('library.folders.move') }).click();
    await page.getByText(text('library.folders.empty')).waitFor();
  });

  journey("imports a guest's bookmarks after the user agrees", async ({ page }) => {
    await page.goto('/catalogue/search?q=Vulkan');
    const card = page.getByRole('article').filter({ visible: true }).first();
    const mark = card.getByRole('button', { name: new RegExp(`^${text('card.bookmark', { title: '' }).trim()}`) });
    await mark.click();
    await expect.poll(() => mark.getAttribute('aria-pressed')).toBe('true');
    await signInByCall(page, 'schoolAdmin');
    await page.goto('/library/bookmarks');
    const dialog = page.getByRole('dialog', { name: text('library.take.title') });
    await dialog.getByRole('button', { name: text('library.take.accept') }).click();
    await rows(page, 'bookmarks').first().waitFor();
    await page.reload();
    await rows(page, 'bookmarks').first().waitFor();
    expect(await dialog.count()).toBe(0);
  });

  journey('repeats a saved search with its filters', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/search?q=Wasser&filter_fn_geb=080*');
    await page.getByRole('button', { name: text('search.keep') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('Wasser in Biologie');
    await dialog.getByRole('button', { name: text('app.save') }).click();
    await page.getByRole('button', { name: text('search.kept.show') }).click();
    await rows(page, 'searches').getByRole('link', { name: 'Wasser in Biologie' }).click();
    await expect.poll(() => decodeURIComponent(page.url())).toContain('/search?q=Wasser&filter_fn_geb=080*');
  });

  journey('lets a learner disable the history', async ({ page }) => {
    await signInByCall(page, 'student');
    await page.goto('/library/history');
    const box = page.getByRole('checkbox', { name: new RegExp(`^${text('library.history.keep')}`) });
    await page.getByText(text('library.history.off')).waitFor();
    expect(await box.isChecked()).toBe(false);
    await box.click();
    await page.getByText(text('library.history.empty'), { exact: true }).waitFor();
    await page.reload();
    await expect.poll(() => box.isChecked()).toBe(true);
  });
});
