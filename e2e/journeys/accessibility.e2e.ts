/**
 * Checks every screen with axe (WCAG 2.2 AA and best practices) as every user who can open it. Light colours are checked on a desktop, dark colours on
 * a phone. The screens of a teacher are in `accessibility-classes` and `accessibility-teacher`. The test fails for a screen missing in
 * `accessibility.screens.txt` (update: `npm run journeys -- accessibility -u`).
 */
import { describe, expect } from 'vitest';
import { SCREEN_MODES, listScreenLooks, checkScreens, startPartPortal, CHECKED_USERS } from '../src/accessible.ts';
import { rulesOf, violations } from '../src/axe.ts';
import { journey } from '../src/journey.ts';
import { becomeDesktop, becomePhone } from '../src/emulation.ts';
import { settled } from '../src/settled.ts';
import { shots } from '../src/pictures/shots.ts';
import type { Shot } from '../src/pictures/shot.ts';

const portal = startPartPortal('accessibility');

describe('accessibility check', () => {
  journey(
    'covers every screen that a user can open',
    async ({ page }) => {
      await page.goto('/login');
      await settled(page);
      const rules = await rulesOf(page);
      const all = await shots(page);
      expect(all.filter(({ as }) => !CHECKED_USERS.some((who) => who === as)).map(({ name }) => name)).toEqual([]);
      const columns = (...cells: string[]) =>
        cells
          .map((cell, i) => cell.padEnd([22, 24, 14, 16][i] ?? 0))
          .join(' ')
          .trimEnd();
      const sets = (shot: Shot) =>
        SCREEN_MODES.map(([look, { but }]) =>
          !listScreenLooks(shot).includes(look) ? '-' : but.length > 0 ? `all but ${but.join(', ')}` : 'all',
        );
      const table = [
        `${rules.length} rules, ${all.length} screens, ${all.flatMap((shot) => listScreenLooks(shot)).length} runs`,
        '',
        columns('screen', 'as it is looked at', 'person', ...SCREEN_MODES.map(([look]) => look)),
        ...all.map((shot) => columns(shot.screen, shot.name, shot.as ?? 'guest', ...sets(shot))),
        '',
      ];
      await expect(table.join('\n')).toMatchFileSnapshot('accessibility.screens.txt');
    },
    { portal },
  );

  journey(
    'reports violations in the light and the dark theme',
    async ({ page }) => {
      await page.goto('/imprint');
      await settled(page);
      await page.evaluate(() => {
        const picture = document.createElement('img');
        const words = document.createElement('p');
        words.textContent = 'Dunkel auf dunkel';
        words.style.color = 'light-dark(black, #333)';
        document.querySelector('main')?.append(picture, words);
      });
      const found = async () => (await violations(page)).map((violation) => violation.split(':')[0]);
      expect(await found()).toEqual(['image-alt']);
      await becomePhone(page);
      expect(await found()).toEqual(['color-contrast', 'image-alt']);
      await becomeDesktop(page);
      expect(await found()).toEqual(['image-alt']);
    },
    { portal },
  );

  for (const person of CHECKED_USERS) if (person !== 'teacher') checkScreens('accessibility', person);
});
