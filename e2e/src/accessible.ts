/** Checks screens with axe in all looks (`journeys/accessibility*.e2e.ts`). */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from './axe.ts';
import { horizontalOverflow, unstyledButtons } from './geometry.ts';
import { goInside } from './inside.ts';
import { journey } from './journey.ts';
import { becomeDesktop, becomePhone } from './emulation.ts';
import { signInByCall, type PersonName } from './people.ts';
import { sharedPortal } from './portals.ts';
import { settled } from './settled.ts';
import { openShot, shots } from './pictures/shots.ts';
import type { Shot } from './pictures/shot.ts';

/** Looks of a page, which is opened only once. `but` excludes rules about content, which is the same in all looks. */
const LOOKS = {
  'desktop, light': { device: 'desktop', become: becomeDesktop, but: [] },
  'phone, dark': { device: 'phone', become: becomePhone, but: ['avoid-inline-spacing'] },
} as const;
type Look = keyof typeof LOOKS;
export const SCREEN_MODES = Object.entries(LOOKS) as [Look, (typeof LOOKS)[Look]][];

/** Returns the looks in which a screen can be checked. */
export const listScreenLooks = ({ only }: Shot): Look[] =>
  SCREEN_MODES.filter(([, { device }]) => !only || only === device).map(([look]) => look);

/**
 * Returns the looks in which a run checks a screen, starting with the current one. With `TEST_LOOKS=one`, which a complete
 * `npm test` sets, the screens alternate between the looks, because a second look of each doubles the slowest tests. All other runs check both looks
 * of every screen, and so does the release run.
 */
function looksOfRun(shot: Shot, index: number, current: Look): Look[] {
  const looks = listScreenLooks(shot);
  if (process.env.TEST_LOOKS === 'one') return [looks[index % looks.length]!];
  return looks.sort((a, b) => Number(b === current) - Number(a === current));
}

/** Users as whom screens are opened; null is a guest. */
export const CHECKED_USERS = [null, 'teacher', 'student', 'schoolAdmin', 'districtAdmin'] as const satisfies readonly (PersonName | null)[];

/** Screens of classes, lists and devices, which are half of a teacher's screens. */
const CLASSES = /^(class|classes|medialist|tech-rental)$/;

type Screens = Awaited<ReturnType<typeof shots>>;

/** Parts of the screens. Each part has its own test file and portal, so that they run in parallel. */
const PARTS = {
  accessibility: ({ as }: Screens[number]) => as !== 'teacher',
  'accessibility-classes': ({ as, screen }: Screens[number]) => as === 'teacher' && CLASSES.test(screen),
  'accessibility-teacher': ({ as, screen }: Screens[number]) => as === 'teacher' && !CLASSES.test(screen),
};
export type Part = keyof typeof PARTS;

/** Returns the address of the part's own portal, because some screens need extra data that would disturb other tests. */
export const startPartPortal = (part: Part) => async (): Promise<string> => (await sharedPortal(part)).url;

/** Returns whether a screen can be opened by navigating within the page. A path with `#` cannot, because it is read only once. */
const isInside = ({ path }: Shot): boolean => typeof path === 'string' && !path.includes('#');

/** Sorts screens so that those opened within the page come first. */
const inOrder = (mine: readonly Shot[]): Shot[] => {
  const rank = (shot: Shot) => (!isInside(shot) ? 2 : shot.before ? 1 : 0);
  return [...mine].sort((a, b) => rank(a) - rank(b));
};

/** Defines a test that checks all screens of a part as one user. */
export function checkScreens(part: Part, person: (typeof CHECKED_USERS)[number]): void {
  journey(
    person ?? 'guest',
    async ({ page }) => {
      if (person) await signInByCall(page, person);
      const mine = (await shots(page)).filter((shot) => shot.as === person && PARTS[part](shot));
      expect(mine.length).toBeGreaterThan(0);
      const found: Record<string, string[]> = {};
      let [inside, look]: [boolean, Look] = [false, 'desktop, light'];
      const become = async (next: Look) => {
        if (next === look) return;
        await LOOKS[next].become(page);
        look = next;
      };
      for (const [index, shot] of inOrder(mine).entries()) {
        const [start = look, ...others] = looksOfRun(shot, index, look);
        await become(start);
        if (inside && isInside(shot)) await goInside(page, shot.path as string);
        else await openShot(page, shot);
        await settled(page);
        await shot.before?.(page);
        for (const next of [start, ...others]) {
          await become(next);
          if (next !== start || shot.before) await settled(page);
          const wrong = await findViolations(page, next);
          if (wrong.length > 0) found[`${shot.name} (${next})`] = wrong;
        }
        inside = !shot.before;
      }
      expect(found).toEqual({});
    },
    { timeout: 600_000, portal: startPartPortal(part) },
  );
}

async function findViolations(page: Page, look: Look): Promise<string[]> {
  // Scrolls up, because at another position the page's bars can cover the edge of a field.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await releaseFoot(page, true);
  const wrong = await violations(page, LOOKS[look].but);
  await releaseFoot(page, false);
  const wider = await horizontalOverflow(page);
  if (wider > 0) wrong.push(`scrolls sideways by ${wider} px`);
  return [...wrong, ...(await unstyledButtons(page)).map((name) => `unstyled button: ${name}`)];
}

/** Makes sticky bars at the bottom static or sticky again. axe reports a field as too small if a bar covers part of it. */
const releaseFoot = (page: Page, released: boolean): Promise<void> =>
  page.evaluate((isReleased) => {
    const bars = document.querySelectorAll<HTMLElement>(isReleased ? 'main *' : '[data-released]');
    for (const bar of bars) {
      if (!isReleased) bar.style.removeProperty('position');
      else if (getComputedStyle(bar).position !== 'sticky' || getComputedStyle(bar).bottom === 'auto') continue;
      else bar.style.position = 'static';
      bar.toggleAttribute('data-released', isReleased);
    }
  }, released);
