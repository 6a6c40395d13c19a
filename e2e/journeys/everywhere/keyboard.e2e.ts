/** Use without a mouse: sign in, search, open media, move the focus. */
import { DEMO_PASSWORD } from '@fundus/contract/demo';
import { href } from '@fundus/contract/screens';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { addressOf, pathOf } from '../../src/browser.ts';
import { journey } from '../../src/journey.ts';
import { focused, tabTo } from '../../src/keyboard.ts';
import { profile, signInByCall } from '../../src/people.ts';
import { settled } from '../../src/settled.ts';
import { text } from '../../src/texts.ts';

describe('keyboard use', () => {
  journey('suffices to sign in, search and open a medium', async ({ page }) => {
    await page.goto('/login');
    await page.getByLabel(text('login.name')).focus();
    await page.keyboard.type('lehrkraft@demo.example');
    await page.keyboard.press('Tab');
    await page
      .getByRole('textbox', { name: text('login.password'), exact: true })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.type(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await profile(page).waitFor();
    // The heading of a new page receives the focus.
    await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor();

    await page.keyboard.press('/');
    await page
      .getByRole('combobox', { name: text('search.label') })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.type('Vulkan');
    const suggestions = page.getByRole('listbox', { name: text('search.suggestions') });
    await suggestions.waitFor();
    await page.keyboard.press('Escape');
    await suggestions.waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await expect.poll(() => addressOf(page)).toBe('/search?q=Vulkan');
    // Waits for the results, because the previous page has cards, too.
    await settled(page);
    const first = page.getByRole('article').first().getByRole('link').first();
    await first.waitFor();
    const title = ((await first.textContent()) ?? '').trim();
    await tabTo(page, (name) => name === title);
    await page.keyboard.press('Enter');
    await expect.poll(() => pathOf(page)).toMatch(/^\/(media|search)\/./);
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  journey('starts with a link that skips the app bar', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/search');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe(text('app.skip'));
    await page.keyboard.press('Enter');
    await page.getByRole('main').and(page.locator(':focus')).waitFor();
  });

  journey('shows a focus ring at every Tab stop', async ({ page }) => {
    await signInByCall(page, 'districtAdmin');
    const reply = await page.request.get('/api/v1/media/search?q=Wasserkreislauf&limit=1');
    const { items } = (await reply.json()) as { items: { identifier: string }[] };
    const hidden: Record<string, string[]> = {};
    for (const path of ['/', '/search?q=Wasser', `/media/${items[0]?.identifier}`, '/theme', '/translation', '/imprint']) {
      await page.goto(path);
      await settled(page);
      // Loads lazy content in advance, because it would later push the focused element out of view.
      for (const top of [1e6, 0]) {
        await page.evaluate((to) => scrollTo(0, to), top);
        await settled(page);
      }
      const stops = new Set<string>();
      for (let i = 0; i < 45; i++) {
        await page.keyboard.press('Tab');
        let { name, visible } = await ringOf(page);
        if (!visible) {
          // Retries, because content that loads below can move the page for a moment.
          await settled(page);
          ({ name, visible } = await ringOf(page));
        }
        if (!visible) (hidden[path] ??= []).push(name);
        stops.add(name);
      }
      expect(stops.size, `stops on ${path}`).toBeGreaterThan(10);
    }
    expect(hidden).toEqual({});
  });

  journey('restores the focus after a dialog or menu is closed', async ({ page }) => {
    await signInByCall(page, 'districtAdmin');
    await page.goto('/translation');
    await page.getByRole('searchbox', { name: text('texts.find') }).focus();
    await page.keyboard.type('nav.home');
    const edit = text('texts.edit.named', { key: text('texts.key.in', { key: 'nav.home', language: 'Deutsch' }) });
    await page.getByRole('button', { name: edit }).waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBeLessThan(5);
    await tabTo(page, (name) => name === edit);
    await page.keyboard.press('Enter');
    const field = page.getByRole('textbox', { name: text('texts.own.named', { key: 'nav.home' }) });
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe(edit);

    for (const name of [text('languages.title'), text('theme.more')]) {
      const button = page.getByRole('button', { name, exact: true });
      await button.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').or(page.getByRole('menu')).first().waitFor();
      expect(await button.and(page.locator(':focus')).count(), name).toBe(0);
      await page.keyboard.press('Escape');
      await button.and(page.locator(':focus')).waitFor();
    }

    // The list of a picker closes on Tab, and the next picker receives the focus.
    await page.goto(href('medium-editing', { id: 'new' }));
    const pickerOf = (field: 'edit.field.fn_geb' | 'edit.field.fn_adressat') =>
      page.getByRole('combobox', { name: text(field), exact: true });
    await pickerOf('edit.field.fn_geb').focus();
    await page.getByRole('listbox', { name: text('edit.field.fn_geb'), exact: true }).waitFor();
    await page.keyboard.press('Tab');
    await pickerOf('edit.field.fn_adressat').and(page.locator(':focus')).waitFor();
  });
});

/** Returns the name of the focused element, and whether a focus ring is drawn around it or a container. */
const ringOf = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const name = (element.getAttribute('aria-label') ?? element.textContent ?? element.tagName).trim().slice(0, 60) || element.tagName;
    if (element === document.body || element instanceof HTMLIFrameElement) return { name, visible: true };
    let visible = false;
    for (let box: Element | null = element, i = 0; box && i < 4; box = box.parentElement, i++) {
      // Checks the containers too, because the ring of a card's title surrounds the card.
      for (const part of [null, '::after']) {
        const { outlineStyle, outlineWidth } = getComputedStyle(box, part);
        visible ||= outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
      }
    }
    const { width, height, top, bottom } = element.getBoundingClientRect();
    // The element must be inside the window.
    return { name, visible: visible && width > 0 && height > 0 && bottom > 0 && top < innerHeight };
  });
