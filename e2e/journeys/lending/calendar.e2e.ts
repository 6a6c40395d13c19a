/** Calendar of the desk: details of a booking, and changed opening hours with their effects on orders. */
import { shiftDay, today } from '@fundus/contract/days';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { violations } from '../../src/axe.ts';
import { portalUrlFor } from '../../src/contexts.ts';
import { journey } from '../../src/journey.ts';
import { callsAs, signInByCall } from '../../src/people.ts';
import { settled } from '../../src/settled.ts';
import { openBranch } from '../../src/steps/branch-steps.ts';
import { openOrder } from '../../src/steps/desk-steps.ts';
import { text } from '../../src/texts.ts';

/** Number of orders. They begin tomorrow, in two days and in three days. */
const ORDERS = 3;
const inDays = (days: number): string => shiftDay(today(new Date()), days);
/** Returns a day as displayed, without the weekday: *3. Dezember*. */
const spoken = (day: string): string =>
  new Intl.DateTimeFormat('de-DE', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(day));

async function openCalendar(page: Page, point: string): Promise<void> {
  await page.goto(`/tech-rental?tab=timeline&point=${point}&week=${inDays(1)}&span=month`);
  await page.getByRole('region', { name: text('lending.timeline.all'), exact: true }).waitFor();
}

describe('calendar of the lending desk', () => {
  journey('moves a booking by keyboard', async ({ page }) => {
    const request = await callsAs(portalUrlFor(page.context()), 'districtAdmin');
    const point = await openBranch(request, { name: 'Zweigstelle West', code: 'WEST', orders: ORDERS });
    await signInByCall(page, 'districtAdmin');
    await openCalendar(page, point);
    const grid = page.getByRole('region', { name: text('lending.timeline.all'), exact: true });
    const bar = grid.getByRole('button', { name: /Falkner.*Projekt 1/ });
    await bar.focus();
    await page.keyboard.press('Enter');
    const details = page.getByRole('complementary', { name: /Kamera/ });
    await details.getByRole('article').filter({ hasText: 'Projekt 1' }).waitFor();
    await settled(page);
    const [wideGrid, wideDetails] = [(await grid.boundingBox())!, (await details.boundingBox())!];
    expect(wideDetails.x).toBeGreaterThanOrEqual(wideGrid.x + wideGrid.width);
    expect(wideDetails.y).toBeLessThan(wideGrid.y + wideGrid.height);
    expect(await violations(page)).toEqual([]);

    await page.setViewportSize({ width: 390, height: 844 });
    await settled(page);
    const [narrowGrid, narrowDetails] = [(await grid.boundingBox())!, (await details.boundingBox())!];
    expect(narrowDetails.y).toBeGreaterThanOrEqual(narrowGrid.y + narrowGrid.height);
    expect(narrowDetails.x + narrowDetails.width).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1280, height: 900 });

    await details.getByRole('button', { name: text('lending.timeline.detail.close') }).click();
    await details.waitFor({ state: 'detached' });
    await expect.poll(() => bar.evaluate((button) => button === document.activeElement)).toBe(true);
    const moved = page.waitForResponse((reply) => reply.url().endsWith('/move'));
    for (const key of ['Space', 'ArrowDown', 'Space']) await page.keyboard.press(key);
    expect((await moved).status()).toBe(200);
    await page.getByRole('status').filter({ hasText: 'WEST-02' }).waitFor();
    await details.waitFor({ state: 'detached' });
  });

  journey('moves the orders affected by closed days', async ({ page }) => {
    const request = await callsAs(portalUrlFor(page.context()), 'districtAdmin');
    const point = await openBranch(request, { name: 'Zweigstelle Ost', code: 'OST', orders: ORDERS });
    await signInByCall(page, 'districtAdmin');
    await page.goto(`/tech-rental?tab=stock&point=${point}`);
    const change = page.getByRole('button', { name: text('lending.point.change'), exact: true });
    const dialog = page.getByRole('dialog');
    const effects = dialog.getByRole('list', { name: text('lending.effects'), exact: true });
    const save = dialog.getByRole('button', { name: text('app.save'), exact: true });

    // Closes the desk tomorrow and the day after, so that the first two orders are collected on the third day.
    await change.click();
    await dialog.getByRole('button', { name: text('lending.closure.add'), exact: true }).click();
    const closures = dialog.getByRole('group', { name: text('lending.closures'), exact: true });
    await closures.getByRole('textbox', { name: text('lending.closure.name'), exact: true }).fill('Umbau');
    await closures.getByLabel(text('lending.from'), { exact: true }).fill(inDays(1));
    await closures.getByLabel(text('lending.until'), { exact: true }).fill(inDays(2));
    await save.click();
    await effects.getByRole('listitem').first().waitFor();
    const shown = (await effects.getByRole('listitem').allInnerTexts()).join('\n');
    expect(shown).toContain('Falkner');
    expect(shown).toMatch(new RegExp(`abholen ab [^;]*${spoken(inDays(3))}[^)]*bisher ab [^;]*${spoken(inDays(1))}`));
    await settled(page);
    const [box, view] = [(await effects.boundingBox())!, (await dialog.boundingBox())!];
    expect(box.y).toBeGreaterThanOrEqual(view.y);
    expect(box.y).toBeLessThan(view.y + view.height);
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: text('lending.effects.save'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });

    // The desk shows the new day.
    await page.goto(`/tech-rental?tab=desk&point=${point}`);
    await openOrder(page, 'Projekt 1');
    await page
      .getByRole('article')
      .filter({ hasText: 'Projekt 1' })
      .getByText(spoken(inDays(3)))
      .first()
      .waitFor();

    // Closes the desk on the weekday of the third day, so that the first order is collected on the fourth day.
    await page.goto(`/tech-rental?tab=stock&point=${point}`);
    await change.click();
    const weekday = new Intl.DateTimeFormat('de-DE', { weekday: 'long', timeZone: 'UTC' }).format(new Date(inDays(3)));
    await dialog.getByRole('checkbox', { name: weekday, exact: true }).uncheck();
    await save.click();
    await effects
      .getByText(spoken(inDays(4)))
      .first()
      .waitFor();
    // Any other change hides the list of effects, because it belongs to the previous change.
    await dialog.getByRole('checkbox', { name: weekday, exact: true }).check();
    await effects.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    // The borrower sees the new day.
    const found = await request.get(`/api/v1/lending/desk/orders?point=${point}&q=${encodeURIComponent('Projekt 1')}`);
    const { items } = (await found.json()) as { items: { id: string }[] };
    const own = await (await callsAs(portalUrlFor(page.context()), 'teacher')).get(`/api/v1/lending/orders/${items[0]!.id}`);
    expect(await own.json()).toMatchObject({ lines: [{ pickup_on: inDays(3) }] });
  });
});
