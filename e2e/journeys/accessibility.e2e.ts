/**
 * Every built screen under axe: WCAG 2.2 AA and best practice, as everybody who has it, on a desktop, light, and on a phone, dark.
 * `accessibility.screens.txt` says what is run where; a new screen fails until it stands there (`npm run journeys -- accessibility -u`).
 */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { rulesOf, violations } from '../src/axe.ts';
import { beyond } from '../src/geometry.ts';
import { goInside } from '../src/inside.ts';
import { journey } from '../src/journey.ts';
import { becomeDesktop, becomePhone } from '../src/looks.ts';
import { signInByCall, type PersonName } from '../src/people.ts';
import { sharedPortal } from '../src/portals.ts';
import { settled } from '../src/settled.ts';
import { openShot, shots, type Shot } from '../src/shots.ts';

/** A page is opened once for both. `but`: rules that judge what is written in the page, which is the same in every look. */
const LOOKS = {
  'desktop, light': { device: 'desktop', become: becomeDesktop, but: [] },
  'phone, dark': { device: 'phone', become: becomePhone, but: ['avoid-inline-spacing'] },
} as const;
type Look = keyof typeof LOOKS;
const entries = Object.entries(LOOKS) as [Look, (typeof LOOKS)[Look]][];

/** The looks of a screen, beginning with the one the page has already. */
const looksAt = ({ only }: Shot, first?: Look): Look[] =>
  entries
    .filter(([, { device }]) => !only || only === device)
    .map(([look]) => look)
    .sort((a, b) => Number(b === first) - Number(a === first));

/** Everybody who has a screen of their own; `satisfies` holds the list to the people there are. */
const WHO = [null, 'teacher', 'student', 'schoolAdmin', 'districtAdmin'] as const satisfies readonly (PersonName | null)[];

/** Its own: some screens need things to show, and other journeys count theirs. */
const portal = async () => (await sharedPortal('accessibility')).url;

/** Whether it can be gone to inside the page, where nobody has done anything on the screen before. What comes after `#` is read once. */
const isInside = ({ path }: Shot): boolean => typeof path === 'string' && !path.includes('#');

/** Those in front that can be gone to one after the other. */
const inOrder = (mine: readonly Shot[]): Shot[] => {
  const rank = (shot: Shot) => (!isInside(shot) ? 2 : shot.before ? 1 : 0);
  return [...mine].sort((a, b) => rank(a) - rank(b));
};

describe('accessibility', () => {
  journey(
    'the table says what is run: nobody’s screens are left out',
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
        entries.map(([look, { but }]) => (!looksAt(shot).includes(look) ? '-' : but.length > 0 ? `all but ${but.join(', ')}` : 'all'));
      const table = [
        `${rules.length} rules, ${all.length} screens, ${all.flatMap((shot) => looksAt(shot)).length} runs`,
        '',
        columns('screen', 'as it is looked at', 'person', ...entries.map(([look]) => look)),
        ...all.map((shot) => columns(shot.screen, shot.name, shot.as ?? 'guest', ...sets(shot))),
        '',
      ];
      await expect(table.join('\n')).toMatchFileSnapshot('accessibility.screens.txt');
    },
    { portal },
  );

  journey(
    'what is wrong is found, and what is wrong in one look alone is found there',
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

  for (const person of WHO)
    journey(
      `${person ?? 'guest'}`,
      async ({ page }) => {
        if (person) await signInByCall(page, person);
        const mine = (await shots(page)).filter(({ as }) => as === person);
        expect(mine.length).toBeGreaterThan(0);
        const found: Record<string, string[]> = {};
        let [inside, look]: [boolean, Look] = [false, 'desktop, light'];
        const become = async (next: Look) => {
          if (next === look) return;
          await LOOKS[next].become(page);
          look = next;
        };
        for (const shot of inOrder(mine)) {
          const [start = look, ...others] = looksAt(shot, look);
          await become(start);
          if (inside && isInside(shot)) await goInside(page, shot.path as string);
          else await openShot(page, shot);
          await settled(page);
          await shot.before?.(page);
          for (const next of [start, ...others]) {
            await become(next);
            if (next !== start || shot.before) await settled(page);
            const wrong = await wrongWith(page, next);
            if (wrong.length > 0) found[`${shot.name} (${next})`] = wrong;
          }
          inside = !shot.before;
        }
        expect(found).toEqual({});
      },
      { timeout: 600_000, portal },
    );
});

async function wrongWith(page: Page, look: Look): Promise<string[]> {
  const wrong = await violations(page, LOOKS[look].but);
  const wider = await beyond(page);
  return wider > 0 ? [...wrong, `scrolls sideways by ${wider} px`] : wrong;
}
