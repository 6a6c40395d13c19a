/** Every portal type with its example configuration: axe, 320 px, 200 % zoom, both languages, and the features of the type. */
import { readFile } from 'node:fs/promises';
import { href } from '@fundus/contract/screens';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { violations } from '../../src/axe.ts';
import { horizontalOverflow, cutTexts } from '../../src/geometry.ts';
import { goInside } from '../../src/inside.ts';
import { journey } from '../../src/journey.ts';
import { MODES, modePortal, type Mode } from '../../src/modes.ts';
import { signInByCall, type PersonName } from '../../src/people.ts';
import { settled } from '../../src/settled.ts';
import { text } from '../../src/texts.ts';

/** Widths in px of a window of 1280 px at 400 % and 200 % zoom (WCAG 1.4.4, 1.4.10). */
const WIDTHS = [320, 640];

const search = href('search', {}, { q: 'Wasser' });
const PAGES: Record<'guest' | 'teacher' | 'districtAdmin', (mode: Mode, medium: string) => string[]> = {
  guest: (mode) => [
    href('login'),
    href('csearch', {}, { q: 'Wasser' }),
    ...(mode === 'standalone' ? [href('imprint'), href('privacy'), href('contact')] : [href('homepage')]),
    ...(mode === 'hueber' ? [href('accessibility'), href('hueber-app-download')] : []),
    '/no/such/place',
  ],
  teacher: (_, medium) => [href('homepage'), search, href('search', {}, { q: 'Xyzzyplugh' }), href('media', { id: medium })],
  districtAdmin: () => [href('theme'), href('translation')],
};

/** Returns elements that are cut off or wider than a narrow window. */
async function findOverflowing(page: Page): Promise<string[]> {
  const wrong: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 640 });
    wrong.push(...(await cutTexts(page)).map((words) => `cut at ${width} px: ${words}`));
    const wider = await horizontalOverflow(page);
    if (wider > 0) wrong.push(`at ${width} px scrolls sideways by ${wider} px`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  return wrong;
}

/** Opens every page as every user and returns the problems by page. */
async function findProblemsByPage(page: Page, mode: Mode, look: (page: Page) => Promise<string[]>): Promise<Record<string, string[]>> {
  const reply = await page.request.get('/api/v1/media/catalogue/search?q=Wasserkreislauf&limit=1');
  const { items } = (await reply.json()) as { items: { identifier: string }[] };
  const found: Record<string, string[]> = {};
  for (const who of ['guest', 'teacher', 'districtAdmin'] as const) {
    if (who !== 'guest') await signInByCall(page, who satisfies PersonName);
    for (const [i, path] of PAGES[who](mode, items[0]?.identifier ?? '').entries()) {
      await (i === 0 ? page.goto(path) : goInside(page, path));
      await settled(page);
      const wrong = await look(page);
      if (wrong.length > 0) found[`${who} ${path}`] = wrong;
    }
  }
  return found;
}

describe.each(MODES)('%s', (mode) => {
  const portal = () => modePortal(mode);

  journey(
    // The standalone portal's accessibility is checked by accessibility.e2e.ts.
    `fits every German page at 320 px and at 200 % zoom${mode === 'standalone' ? '' : ' and passes axe'}`,
    async ({ page }) => {
      const look = async () => [...(mode === 'standalone' ? [] : await violations(page)), ...(await findOverflowing(page))];
      expect(await findProblemsByPage(page, mode, look)).toEqual({});
    },
    { portal },
  );

  // English is only checked in the standalone portal, which has all pages, because German texts are longer.
  if (mode === 'standalone')
    journey(
      'fits every English page at 320 px and at 200 % zoom',
      async ({ page }) => {
        expect(await findProblemsByPage(page, mode, findOverflowing)).toEqual({});
      },
      { locale: 'en-GB', portal },
    );

  journey(
    'shows the home page, footer and features of its type',
    async ({ page }) => {
      const footer = page.getByRole('contentinfo');
      const link = (name: string) => footer.getByRole('link', { name, exact: true });
      if (mode === 'standalone') {
        await page.goto(href('imprint'));
        expect(await link(text('legal.title.imprint')).getAttribute('href')).toBe('/imprint');
      } else {
        await page.goto('/');
        await page.getByRole('heading', { level: 1, name: text(`home.guest.title.${mode}`) }).waitFor();
        await footer.getByText(text(`footer.claim.${mode}`)).waitFor();
        expect(await link(text('legal.title.imprint')).getAttribute('href')).toBe('https://www.example.org/impressum');
        await page.getByRole('link', { name: text('home.links.register') }).waitFor();
      }
      // Minimum heights of docs/specification.md#constants; longer texts may need more.
      const least = await footer.evaluate((element) => getComputedStyle(element).minHeight);
      expect(least).toBe(mode === 'standalone' ? '233.59px' : '163.2px');

      await signInByCall(page, 'teacher');
      await page.goto(search);
      await settled(page);
      const hueber = mode === 'hueber';
      expect(await page.getByRole('combobox', { name: text('search.type') }).count()).toBe(hueber ? 0 : 1);
      expect((await page.getByRole('button', { name: /^Fach/ }).count()) > 0).toBe(!hueber);
      await page.getByRole('article').first().getByRole('link').first().click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await settled(page);
      if (hueber) expect(await page.getByRole('button', { name: text('media.download') }).count()).toBe(0);
      const similar = page.getByRole('heading', { name: text('media.similar') });
      if (hueber) expect(await similar.count()).toBe(0);
      else await similar.waitFor();
      expect(await link(text('nav.app')).count()).toBe(hueber ? 1 : 0);

      const more = new RegExp(`^${text('card.menu', { title: '' }).trim()}`);
      await page.getByRole('main').getByRole('button', { name: more }).filter({ visible: true }).first().click();
      const moodle = page.getByRole('menuitem', { name: text('media.moodle') });
      expect(await moodle.count()).toBe(hueber ? 1 : 0);
      if (!hueber) return;
      await moodle.click();
      const save = page.getByRole('dialog').getByRole('button', { name: text('media.moodle.save') });
      await save.waitFor();
      expect(await violations(page)).toEqual([]);
      const [saved] = await Promise.all([page.waitForEvent('download'), save.click()]);
      expect(saved.suggestedFilename()).toMatch(/^[a-z0-9-]+\.imscc$/);
      const bytes = await readFile(await saved.path());
      expect(bytes.subarray(0, 2).toString()).toBe('PK');
      expect(bytes.includes('imsmanifest.xml')).toBe(true);
    },
    { portal },
  );

  // Guests can open films only in this portal type.
  if (mode === 'bawue')
    journey(
      'displays the poster of a film at the position of the player',
      async ({ page }) => {
        const film = href('media', { id: 'FU-wasserkreislauf' });
        const placeOf = async (selector: string) => {
          const { x, y, width, height } = (await page.locator(selector).boundingBox())!;
          return [x, y, width, height].map(Math.round);
        };
        for (const width of [360, 700, 900, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          await page.route('**/assets/index-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
          await page.goto(film);
          await page.locator('.first-sight img').evaluate((img: HTMLImageElement) => img.decode());
          const before = await placeOf('.first-sight img');
          await page.unroute('**/assets/index-*.js');
          await page.goto(film);
          await settled(page);
          await page.locator('video.player-media').waitFor();
          expect([width, ...before]).toEqual([width, ...(await placeOf('video.player-media'))]);
          await page.locator('.first-sight').waitFor({ state: 'detached' });
        }
      },
      { portal },
    );
});
