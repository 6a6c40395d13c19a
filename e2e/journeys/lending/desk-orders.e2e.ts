/** The list of orders at the desk with sixty orders: search, filters, keyboard and actions for several orders. */
import { shiftDay, today } from '@fundus/contract/days';
import type { Endpoint } from '@fundus/contract/endpoint';
import { lendingDesk } from '@fundus/contract/lending/desk/desk';
import { lending } from '@fundus/contract/lending/lending';
import type { LendingPoint } from '@fundus/contract/lending/points/points';
import type { APIRequestContext, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { violations } from '../../src/axe.ts';
import { portalOf } from '../../src/contexts.ts';
import { journey } from '../../src/journey.ts';
import { callsAs, signInByCall } from '../../src/people.ts';
import { settled } from '../../src/settled.ts';
import { ask } from '../../src/steps/class-steps.ts';
import { text } from '../../src/texts.ts';

const ORDERS = 60;
const NAME = 'Zweigstelle Nord';
type Ids = { items: { id: string }[] };

const withQuery = (endpoint: Endpoint, query: string): Endpoint => ({ ...endpoint, path: `${endpoint.path}?${query}` }) as Endpoint;

/** Creates a lending point of the district with an order for each device. Returns its ID. */
async function openBranch(request: APIRequestContext): Promise<string> {
  const { items } = await ask<{ items: LendingPoint[] }>(request, lending.points, {});
  const known = items.find(({ name }) => name === NAME);
  if (known) return known.id;
  const week = Array.from({ length: 7 }, () => ({ open: true, processed: true, words: '' }));
  const rules = { advance_days: 0, visits_max: null, most_lines: 100, closures: [], max_days_on: [], terms: '', purpose_required: false };
  const { id } = await ask<LendingPoint>(
    request,
    lendingDesk.createPoint,
    {},
    { ...items[0], ...rules, name: NAME, week, signature: false },
  );
  const fields = { maker: '', category: 'Film', description: '', parts: [], max_days: null, buffer_after: null, needs_briefing: false };
  const more = { teachers_only: false, self_service: false, fits: [], identifier: null, manual: '', replacement_cents: null };
  const model = await ask<{ id: string }>(request, lendingDesk.createModel, {}, { ...fields, ...more, name: 'Kamera', point: id });
  const [borrower] = (await ask<Ids>(request, withQuery(lendingDesk.borrowers, `point=${id}&q=Falkner`), {})).items;
  const item = { serial: '', shelf: 'A1', not_lendable: false, next_check_on: null, note: '', model: model.id };
  for (let i = 1; i <= ORDERS; i++) {
    await ask(request, lendingDesk.createItem, {}, { ...item, code: `NORD-${String(i).padStart(2, '0')}` });
    const start = shiftDay(today(new Date()), i % 10);
    const order = {
      point: id,
      person: borrower!.id,
      models: [{ model: model.id, quantity: 1 }],
      start,
      end: shiftDay(start, 2),
      lessons: null,
    };
    await ask(request, lendingDesk.orderFor, {}, { ...order, title: `Projekt ${i}` });
  }
  return id;
}

const rowsOf = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox') });

describe('the list of orders', () => {
  journey(
    'shows sixty orders in less than two screens, finds one and prepares two at once',
    async ({ page }) => {
      const point = await openBranch(await callsAs(portalOf(page.context()), 'districtAdmin'));
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

      // The pages together contain all orders.
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

      // The search finds an order by its title; the keyboard opens and closes it.
      await page.getByRole('searchbox', { name: text('desk.find') }).fill('Projekt 60');
      await expect.poll(() => rows.count()).toBe(1);
      await rows.first().getByRole('button', { expanded: false }).focus();
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
    },
    { timeout: 300_000 },
  );
});
