/** Every built screen under axe: WCAG 2.2 AA and best practice, on a desktop and a phone, light and dark. */
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { violations } from '../src/axe.ts';
import { PHONE } from '../src/browser.ts';
import { journey } from '../src/journey.ts';
import { signInByCall, type PersonName } from '../src/people.ts';
import { startPortal, type Portal } from '../src/portal.ts';
import { settled } from '../src/settled.ts';
import { shots } from '../src/shots.ts';

const LOOKS: Record<string, BrowserContextOptions> = {
  'on a desktop, light': {},
  'on a phone, dark': { ...PHONE, colorScheme: 'dark' },
};

/** Everybody who has a screen of their own; `satisfies` holds the list to the people there are. */
const WHO = [null, 'teacher', 'student', 'schoolAdmin', 'districtAdmin'] as const satisfies readonly (PersonName | null)[];

/** Its own: some screens need things to show, and other journeys count theirs. */
let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal?.stop());

describe('accessibility', () => {
  journey(
    'nobody’s screens are left out',
    async ({ page }) => {
      const all = await shots(page);
      expect(all.filter(({ as }) => !WHO.some((who) => who === as)).map(({ name }) => name)).toEqual([]);
    },
    { portal: () => portal.url },
  );

  for (const [look, options] of Object.entries(LOOKS))
    for (const person of WHO)
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
        { ...options, timeout: 240_000, portal: () => portal.url },
      );
});
