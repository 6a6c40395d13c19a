/** `journey`: a test with a visitor of its own that fails on everything the browser complains about. */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launch, visit, type Visitor } from './browser.ts';

const pictures = resolve(import.meta.dirname, '../../.cache/journeys');
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

export const portalUrl = (): string => inject('portal');
export const openBrowser = (): Browser => browser;

/** A person's way through the portal, or through another one; `timeout` in milliseconds for long ones, `skip` where this machine lacks what it needs. After a failure its last page lies in `.cache/journeys`. */
export function journey(
  name: string,
  walk: (visitor: Visitor) => Promise<void>,
  {
    timeout,
    skip = false,
    portal = portalUrl,
    ...options
  }: BrowserContextOptions & { timeout?: number; skip?: boolean; portal?: () => string } = {},
): void {
  test(name, { timeout, skip }, async () => {
    const visitor = await visit(browser, portal(), options);
    try {
      await walk(visitor);
      expect(visitor.problems).toEqual([]);
    } catch (error) {
      await mkdir(pictures, { recursive: true });
      const file = join(pictures, `${name.replaceAll(/[^\p{L}\d]+/gu, '-').slice(0, 80)}.png`);
      await visitor.page.screenshot({ path: file, fullPage: true }).catch(() => undefined);
      if (visitor.problems.length > 0 && error instanceof Error) error.message += `\n${visitor.problems.join('\n')}`;
      throw error;
    } finally {
      await visitor.context.close();
    }
  });
}
