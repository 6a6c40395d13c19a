/**
 * Checks every screen with axe: WCAG 2.2 AA and best practice, as every user who has it, light on a desktop and dark on a phone. Those of a teacher
 * are in `accessibility-classes` and `accessibility-teacher`. `accessibility.screens.txt` lists the checked screens; a new screen fails until it is
 * listed (`npm run journeys -- accessibility -u`).
 */
import { describe, expect } from 'vitest';
import { LOOK_ENTRIES, looksAt, checkScreens, portalOf, WHO } from '../src/accessible.ts';
import { rulesOf, violations } from '../src/axe.ts';
import { journey } from '../src/journey.ts';
import { becomeDesktop, becomePhone } from '../src/emulation.ts';
import { settled } from '../src/settled.ts';
import { shots } from '../src/pictures/shots.ts';
import type { Shot } from '../src/pictures/shot.ts';

const portal = portalOf('accessibility');

describe('accessibility', () => {
  journey(
    'checks every screen of the table that has a user',
    async ({ page }) => {
      await page.goto('/login');
      await settled(page);
      const rules = await rulesOf(page);
      const all = await shots(page);
      expect(all.filter(({ as }) => !WHO.some((who) => who === as)).map(({ name }) => name)).toEqual([]);
      const columns = (...cells: string[]) =>
        cells
          .map((cell, i) => cell.padEnd([22, 24, 14, 16][i] ?? 0))
          .join(' ')
          .trimEnd();
      const sets = (shot: Shot) =>
        LOOK_ENTRIES.map(([look, { but }]) => (!looksAt(shot).includes(look) ? '-' : but.length > 0 ? `all but ${but.join(', ')}` : 'all'));
      const table = [
        `${rules.length} rules, ${all.length} screens, ${all.flatMap((shot) => looksAt(shot)).length} runs`,
        '',
        columns('screen', 'as it is looked at', 'person', ...LOOK_ENTRIES.map(([look]) => look)),
        ...all.map((shot) => columns(shot.screen, shot.name, shot.as ?? 'guest', ...sets(shot))),
        '',
      ];
      await expect(table.join('\n')).toMatchFileSnapshot('accessibility.screens.txt');
    },
    { portal },
  );

  journey(
    'reports a violation, also if it exists in one look only',
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

  for (const person of WHO) if (person !== 'teacher') checkScreens('accessibility', person);
});
