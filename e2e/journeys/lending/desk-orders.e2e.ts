/** List of sixty orders at the desk: search, filters, keyboard, and actions on several orders. */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { violations } from '../../src/axe.ts';
import { portalUrlFor } from '../../src/contexts.ts';
import { journey } from '../../src/journey.ts';
import { callsAs, signInByCall } from '../../src/people.ts';
import { settled } from '../../src/settled.ts';
import { openBranch } from '../../src/steps/branch-steps.ts';
import { text } from '../../src/texts.ts';

const ORDERS = 60;

const rowsOf = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox') });

describe('order list of the lending desk', () => {
  journey('finds one of sixty orders and prepares two orders together', async ({ page }) => {
    const request = await callsAs(portalUrlFor(page.context()), 'districtAdmin');
    const point = await openBranch(request, { name: 'Zweigstelle Nord', code: 'NORD', orders: ORDERS });
    await signInByCall(page, 'districtAdmin');
    await page.goto(`/tech-rental?tab=desk&point=${point}`);
    await page.getByRole('heading', { name: text('lending.scan'), exact: true }).waitFor();
    const rows = rowsOf(page);
    await rows.first().waitFor();
    await settled(page);
    const parts = page.getByRole('navigation', { name: text('desk.parts'), exact: true }).first();
    await parts.getByRole('link', { name: `${text('desk.all')} ${ORDERS}` }).waitFor();

    const { height } = page.viewportSize()!;
    const pager = (await page.getByRole('button', { name: text('pager.next'), exact: true }).boundingBox())!;
    expect(pager.y + pager.height).toBeLessThan(2 * height);
    for (const row of await rows.all()) expect((await row.boundingBox())!.height).toBeLessThanOrEqual(48);
    expect(await violations(page)).toEqual([]);

    // All pages together contain all orders.
    const titles = new Set<string>();
    for (let at = 1; ; at++) {
      for (const words of await rows.allInnerTexts()) titles.add(/Projekt \d+/.exec(words)![0]);
      const next = page.getByRole('button', { name: text('pager.next'), exact: true });
      if (await next.isDisabled()) break;
      const turned = page.waitForResponse((reply) => reply.url().includes(`offset=${at * 20}`));
      await next.click();
      await turned;
      await settled(page);
    }
    expect(titles.size).toBe(ORDERS);

    // Finds an order by its title, opens it and closes it by keyboard.
    await page.getByRole('searchbox', { name: text('desk.find') }).fill('Projekt 60');
    // An order for the device NORD-60 matches as well.
    await expect.poll(() => rows.count()).toBeLessThanOrEqual(2);
    await rows.filter({ hasText: 'Projekt 60' }).getByRole('button', { expanded: false }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('article').filter({ hasText: 'Projekt 60' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('article').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: text('desk.clear'), exact: true }).click();
    await expect.poll(() => rows.count()).toBe(20);
    await rows.nth(0).getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');

    const list = await page.getByRole('link', { name: text('desk.print.shelf') }).getAttribute('href');
    const printed = await page.request.get(list!);
    expect([printed.status(), printed.headers()['content-type']]).toEqual([200, 'application/pdf']);
    await page.getByRole('button', { name: `${text('desk.prepare')} (2)` }).click();
    await page.getByText(text('rows.answer', { label: text('desk.prepare'), done: '2', all: '2' })).waitFor();
    await page.getByRole('combobox', { name: text('desk.step'), exact: true }).selectOption('ready');
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(2);
    await page.goBack();
  });
});
