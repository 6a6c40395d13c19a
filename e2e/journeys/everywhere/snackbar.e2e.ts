/** Snackbar at the bottom of the page: short texts on one line, above dialogs, reachable by pointer and keyboard. */
import { href } from '@fundus/contract/screens';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { violations } from '../../src/axe.ts';
import { measureSnackbar } from '../../src/geometry.ts';
import { journey } from '../../src/journey.ts';
import { signInByCall } from '../../src/people.ts';
import { settled } from '../../src/settled.ts';
import { text } from '../../src/texts.ts';

/** The message "saved" in each language, which is the shortest one. */
const WORD = { de: 'Gespeichert.', en: 'Saved.' };
const ONE_LINE = 53;

const bookmarked = (page: Page) => page.getByRole('status').getByRole('button', { name: either(page, 'app.undo') });
const languages = new WeakMap<Page, string>();
const either = (page: Page, key: Parameters<typeof text>[0]) => text(key, {}, languages.get(page));

/** Bookmarks a medium and hovers over the snackbar, so that it stays. */
async function bookmark(page: Page, language: string): Promise<void> {
  languages.set(page, language);
  await page.addInitScript((chosen) => {
    localStorage.setItem('language', chosen);
    // Shows snackbars for a minute, so that slow machines can open the dialog in time.
    const wait = window.setTimeout;
    window.setTimeout = ((act: () => void, ms?: number) => wait(act, ms === 5000 ? 60_000 : ms)) as typeof window.setTimeout;
  }, language);
  await signInByCall(page, 'teacher');
  const reply = await page.request.get('/api/v1/media/search?q=Wasser&limit=1');
  const { items } = (await reply.json()) as { items: { identifier: string }[] };
  await page.goto(href('media', { id: items[0]!.identifier }));
  await settled(page);
  await page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^(${either(page, 'card.bookmark.add')}|${either(page, 'card.bookmark.remove')})`) })
    .first()
    .click();
  await bookmarked(page).hover();
}

describe.each(['de', 'en'] as const)('snackbar in %s', (language) => {
  for (const width of [1280, 390])
    journey(
      `is one line high at ${width} px and displayed above dialogs`,
      async ({ page }) => {
        await bookmark(page, language);
        for (const withAction of [true, false]) {
          const { lines, height, inView, onTop } = await measureSnackbar(page, WORD[language], withAction);
          expect({ lines, inView, onTop, oneLine: height <= ONE_LINE }, `${height} px`).toEqual({
            lines: 1,
            inView: true,
            onTop: true,
            oneLine: true,
          });
        }
        await page.keyboard.press('F8');
        await page
          .getByRole('main')
          .getByRole('button', { name: either(page, 'share.action') })
          .first()
          .click();
        const dialog = page.getByRole('dialog');
        await dialog.waitFor();
        const undo = dialog.getByRole('status').getByRole('button', { name: either(page, 'app.undo') });
        await undo.hover();
        expect(await violations(page)).toEqual([]);
        const { lines, inView, onTop } = await measureSnackbar(page, WORD[language], true);
        expect({ lines, inView, onTop }).toEqual({ lines: 1, inView: true, onTop: true });
        await page.keyboard.press('F8');
        await expect.poll(() => undo.evaluate((button) => button.closest('.snackbar')!.contains(document.activeElement))).toBe(true);
        await undo.click();
        await undo.waitFor({ state: 'detached' });
        expect(await dialog.isVisible()).toBe(true);
      },
      { viewport: { width, height: 800 } },
    );
});
