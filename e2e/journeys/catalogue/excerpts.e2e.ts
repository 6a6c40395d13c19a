/** Excerpts of films: created while the film plays, shared with a class, played by its learners, deleted and restored. */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { violations } from '../../src/axe.ts';
import { pathOf, PHONE } from '../../src/browser.ts';
import { journey } from '../../src/journey.ts';
import { tabTo } from '../../src/keyboard.ts';
import { signInByCall, signInByCode } from '../../src/people.ts';
import { text } from '../../src/texts.ts';

const film = (page: Page) => page.locator('video');
/** The player including its control bar, which is below the picture on phones. */
const player = (page: Page) => page.getByRole('region', { name: new RegExp(`^${text('player.film', { title: '' }).slice(0, 4)}`) });
const at = (page: Page): Promise<number> => film(page).evaluate((video: HTMLVideoElement) => video.currentTime);
const stands = (page: Page): Promise<boolean> => film(page).evaluate((video: HTMLVideoElement) => video.paused);
const editor = (page: Page) => page.getByRole('region', { name: text('excerpts.add') });
const row = (page: Page, title: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });

async function openFilm(page: Page): Promise<void> {
  const reply = await page.request.get('/api/v1/media/search?q=Vulkan&limit=50');
  const { items } = (await reply.json()) as { items: { identifier: string; viewer: string }[] };
  await page.goto(`/media/${items.find((item) => item.viewer === 'video')!.identifier}`);
}

async function becomes(page: Page, name: 'teacher' | 'code'): Promise<void> {
  await page.context().clearCookies();
  await (name === 'code' ? signInByCode(page) : signInByCall(page, name));
}

describe('excerpts', () => {
  journey('can be created and shared with a class in six clicks', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await openFilm(page);
    const main = page.getByRole('button', { name: text('player.play'), exact: true }).first();
    await main.waitFor();
    await page.getByRole('slider', { name: text('player.position') }).fill('20');
    await expect.poll(() => at(page)).toBeGreaterThanOrEqual(20);
    let clicks = 0;
    const click = async (name: string, within: ReturnType<typeof editor> | Page = page): Promise<void> => {
      await within.getByRole('button', { name, exact: true }).first().click();
      clicks++;
    };
    await click(text('excerpts.make'));
    await editor(page)
      .getByRole('textbox', { name: text('edit.chapter.start') })
      .waitFor();
    expect(
      await editor(page)
        .getByRole('textbox', { name: text('edit.chapter.start') })
        .inputValue(),
    ).toBe('0:20');
    await page.getByRole('slider', { name: text('player.position') }).fill('22');
    await expect.poll(() => at(page)).toBeGreaterThanOrEqual(22);
    await click(text('excerpts.end.here'), editor(page));
    expect(await violations(page)).toEqual([]);
    const title = `Magma ${Date.now()}`;
    await editor(page)
      .getByRole('textbox', { name: text('excerpts.title') })
      .fill(title);
    await click(text('share.action'), editor(page));
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: /^8b \d/ }).check();
    clicks++;
    await dialog.getByRole('button', { name: text('share.send.classes'), exact: true }).click();
    clicks++;
    await page.getByText(text('share.done', { count: 1, title, names: '8b' })).waitFor();
    expect(clicks).toBeLessThanOrEqual(6);

    await becomes(page, 'code');
    await page.goto('/classes');
    await page.getByRole('link', { name: '8b', exact: true }).click();
    await row(page, title).getByRole('link', { name: title }).click();
    await page.getByRole('button', { name: new RegExp(`^${title}`) }).waitFor();
    expect(pathOf(page)).toMatch(/^\/class\//);
    await expect.poll(() => at(page)).toBeGreaterThanOrEqual(19.9);
    expect(await stands(page)).toBe(true);
    await page
      .getByRole('button', { name: text('player.play'), exact: true })
      .first()
      .click();
    await expect.poll(async () => (await at(page)) > 21 && (await stands(page))).toBe(true);
    expect(await at(page)).toBeLessThan(23);
    await page.getByRole('button', { name: text('media.excerpt.whole') }).click();
    await page
      .getByRole('button', { name: text('player.play'), exact: true })
      .first()
      .click();
    await expect.poll(() => at(page)).toBeGreaterThan(23);

    // Deleting the excerpt removes it from the class; undoing restores it.
    await becomes(page, 'teacher');
    await page.goto('/library/excerpts');
    await row(page, title)
      .getByRole('button', { name: text('excerpts.menu', { title }) })
      .click();
    await page.getByRole('menuitem', { name: text('excerpts.remove') }).click();
    await page.getByRole('button', { name: text('app.undo') }).waitFor();
    await expect.poll(() => row(page, title).count()).toBe(0);
    await page.getByRole('button', { name: text('app.undo') }).click();
    await row(page, title).waitFor();
    await page.goto('/classes');
    await page.getByRole('link', { name: '8b', exact: true }).click();
    await row(page, title)
      .getByRole('button', { name: text('card.menu', { title }) })
      .click();
    await page.getByRole('menuitem', { name: text('class.media.remove') }).click();
    await page.getByText(text('class.media.removed', { title, name: '8b' })).waitFor();
  });

  journey('can be created with the keyboard alone', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await openFilm(page);
    await page.getByRole('button', { name: text('excerpts.make'), exact: true }).waitFor();
    await tabTo(page, (name) => name === text('excerpts.make'));
    await page.keyboard.press('Enter');
    await editor(page).waitFor();
    const handle = (name: 'start' | 'end') => editor(page).getByRole('slider', { name: text(`edit.chapter.${name}`) });
    // The excerpt initially starts at the current position, which an earlier playback may have set, and ends some seconds later.
    const [start, end] = [Number(await handle('start').inputValue()), Number(await handle('end').inputValue())];
    const said = (count: number): string => `${count} Sekunden`;
    const clock = (count: number): string => `0:${String(count).padStart(2, '0')}`;
    await tabTo(page, (name) => name === text('edit.chapter.start'));
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
    await tabTo(page, (name) => name === text('edit.chapter.end'));
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => handle('start').getAttribute('aria-valuetext')).toBe(said(start + 3));
    expect(await handle('end').getAttribute('aria-valuetext')).toBe(said(end - 1));
    await tabTo(page, (name) => name === text('excerpts.preview'));
    await page.keyboard.press('Tab');
    const name = `Tasten ${Date.now()}`;
    await page.keyboard.press('Control+a');
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await page.getByText(text('excerpts.saved', { title: name })).waitFor();
    await page.getByRole('button', { name: new RegExp(`^${name}.*${clock(start + 3)}–${clock(end - 1)}`) }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(text('excerpts.make'));
  });

  journey(
    'are edited directly below the film on a phone',
    async ({ page }) => {
      await signInByCall(page, 'teacher');
      await openFilm(page);
      await page.getByRole('button', { name: text('excerpts.make'), exact: true }).click();
      const [panel, above] = [await editor(page).boundingBox(), await player(page).boundingBox()];
      expect(panel!.y - (above!.y + above!.height)).toBeLessThan(60);
      await page.setViewportSize({ width: 320, height: 700 });
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      expect(await violations(page)).toEqual([]);
    },
    PHONE,
  );
});
