/** Purchase of a product: a teacher requests it, the school buys it, the district delivers it. */
import { href } from '@fundus/contract/screens';
import { ONCE_HEADER } from '@fundus/contract/endpoint';
import { orders } from '@fundus/contract/marketplace/orders';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { journey } from '../../src/journey.ts';
import { signInByCall } from '../../src/people.ts';
import { text } from '../../src/texts.ts';

const button = (page: Page, key: Parameters<typeof text>[0]) => page.getByRole('button', { name: text(key), exact: true });
const heading = (page: Page, key: Parameters<typeof text>[0]) => page.getByRole('heading', { level: 1, name: text(key), exact: true });

async function putIntoCart(page: Page, product: string): Promise<void> {
  await page.goto(href('marketplace', {}, { q: product }));
  await page.getByRole('link', { name: product }).first().click();
  await button(page, 'market.order.add').click();
  await button(page, 'market.order.open').click();
  await page.getByRole('link', { name: product }).waitFor();
}

/** Accepts the terms of sale of any seller. */
const agree = (page: Page) => page.getByRole('checkbox', { name: new RegExp(`^${text('market.cart.terms', { seller: '.+' })}`) }).check();

describe('marketplace', () => {
  journey('delivers a product that a teacher requested', async ({ page, context }) => {
    await signInByCall(page, 'teacher');
    await putIntoCart(page, 'Kassenbuch');
    await page.getByRole('textbox', { name: text('market.cart.note') }).fill('Für den Wahlkurs');
    await button(page, 'market.cart.ask').click();
    await heading(page, 'market.order.heading.asked').waitFor();
    const { search } = new URL(page.url());

    await context.clearCookies();
    await signInByCall(page, 'schoolAdmin');
    await page.goto(`/purchase/confirmed${search}`);
    await page.getByText('Für den Wahlkurs').waitFor();
    await agree(page);
    await button(page, 'market.order.approve').click();
    await heading(page, 'market.order.heading.wait').waitFor();

    await context.clearCookies();
    await signInByCall(page, 'districtAdmin');
    await page.goto(`/purchase/confirmed${search}`);
    await heading(page, 'market.order.heading.received').waitFor();
    await button(page, 'market.order.accept').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('market.order.accept'), exact: true })
      .click();
    await heading(page, 'market.order.heading.good').waitFor();

    await context.clearCookies();
    await signInByCall(page, 'teacher');
    await page.goto(`/purchase/cancelled${search}`);
    await heading(page, 'market.order.heading.good').waitFor();
  });

  journey('does not buy twice after a lost response', async ({ page, problems }) => {
    await signInByCall(page, 'schoolAdmin');
    await putIntoCart(page, 'Kassenbuch');
    await agree(page);
    const keys: (string | undefined)[] = [];
    await page.route(`**${orders.buy.path}`, async (route) => {
      keys.push(route.request().headers()[ONCE_HEADER.toLowerCase()]);
      const reply = await route.fetch();
      // Drops the first reply, after the server completed the purchase.
      await (keys.length === 1 ? route.abort() : route.fulfill({ response: reply }));
    });
    await button(page, 'market.cart.buy').click();
    await heading(page, 'market.order.heading.wait').waitFor();
    problems.length = 0;
    expect([keys.length, keys[0]]).toEqual([2, keys[1]]);
    const { items } = (await (await page.request.get(`${orders.orders.path}?limit=100`)).json()) as { items: { titles: string[] }[] };
    expect(items.filter(({ titles }) => titles.includes('Kassenbuch'))).toHaveLength(1);
  });
});
