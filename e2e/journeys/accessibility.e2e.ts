/** Every built screen under axe: WCAG 2.2 AA and best practice, on a desktop and a phone, light and dark. */
import AxeBuilder from '@axe-core/playwright';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { AXE_TAGS } from '../src/axe-tags.ts';
import { PHONE } from '../src/browser.ts';
import { journey } from '../src/journey.ts';
import { signInByCall } from '../src/people.ts';
import { settled, shots } from '../src/shots.ts';

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).withTags(AXE_TAGS).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`);
}

const LOOKS: Record<string, BrowserContextOptions> = {
  'on a desktop, light': {},
  'on a phone, dark': { ...PHONE, colorScheme: 'dark' },
};

describe('accessibility', () => {
  for (const [look, options] of Object.entries(LOOKS))
    for (const person of [null, 'teacher', 'student', 'districtAdmin'] as const)
      journey(
        `${person ?? 'guest'}, ${look}`,
        async ({ page }) => {
          if (person) await signInByCall(page, person);
          const mine = (await shots(page)).filter(({ as }) => as === person);
          expect(mine.length).toBeGreaterThan(0);
          const found: Record<string, string[]> = {};
          for (const { name, path, before } of mine) {
            await page.goto(path);
            await settled(page);
            await before?.(page);
            await settled(page);
            const wrong = await violations(page);
            const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
            if (beyond > 0) wrong.push(`scrolls sideways by ${beyond} px`);
            if (wrong.length > 0) found[name] = wrong;
          }
          expect(found).toEqual({});
        },
        { ...options, timeout: 240_000 },
      );
});
