/** Defines browser tests. Each test has its own visitor and fails on any problem that the browser reports. */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { visit, type Visitor } from './browser.ts';
import { latestLogProblems } from './complaints.ts';
import { sharedPortal } from './portals.ts';

const pictures = resolve(import.meta.dirname, '../../.cache/journeys');

const MAX_COMPLAINT = 600;

/** Returns the address of the shared portal with the demo school. */
export const demoPortal = async (): Promise<string> => (await sharedPortal('demo')).url;

/**
 * Defines a browser test. `timeout` is in milliseconds; `skip` omits the test, for example if the machine lacks a program. After a failure, a
 * screenshot of the last page is in `.cache/journeys`.
 */
export function journey(
  name: string,
  walk: (visitor: Visitor) => Promise<void>,
  {
    timeout,
    skip = false,
    portal = demoPortal,
    ...options
  }: BrowserContextOptions & { timeout?: number; skip?: boolean; portal?: () => string | Promise<string> } = {},
): void {
  // Starts the portal outside the test, because it may take longer than the timeout of a test.
  beforeAll(async () => void (await portal()));
  test(name, { timeout, skip }, async () => {
    const visitor = await visit(await portal(), options);
    let broken = false;
    try {
      await walk(visitor);
      expect(visitor.problems).toEqual([]);
    } catch (error) {
      broken = true;
      await mkdir(pictures, { recursive: true });
      const file = join(pictures, `${name.replaceAll(/[^\p{L}\d]+/gu, '-').slice(0, 80)}.png`);
      await visitor.page.screenshot({ path: file, fullPage: true }).catch(() => undefined);
      // Adds server errors, which are rarely visible on the page.
      const complaints = latestLogProblems().map((line) => `a portal of this run: ${line.slice(0, MAX_COMPLAINT)}`);
      if (error instanceof Error) error.message = [error.message, ...visitor.problems, ...complaints].join('\n');
      throw error;
    } finally {
      await visitor.leave({ broken });
    }
  });
}
