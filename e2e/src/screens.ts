/**
 * Takes screenshots of every screen in two widths, two colour schemes and two languages, such as `screens/search-1280-dark-de.png`. `--only
 * search,home` selects screens, `--looks 1280-light-de,390-dark-en` selects looks, and `--base http://…` uses a running portal with the demo school.
 * `--readme` only takes `docs/screenshot.png`. `--help-pictures` only takes the screenshots of the help in both languages, optionally of some topics
 * (`--only search,lending`).
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { href } from '@fundus/contract/screens';
import type { BrowserContextOptions } from 'playwright-core';
import { closeBrowser, PHONE, visit } from './browser.ts';
import { HELP_PICTURES } from './pictures/help-pictures.ts';
import { signInByCall } from './people.ts';
import { startPortal } from './portal.ts';
import { withPictures } from './settled.ts';
import { openShot, shots } from './pictures/shots.ts';
import type { Shot } from './pictures/shot.ts';

const WIDTHS: Record<string, BrowserContextOptions> = { 1280: { viewport: { width: 1280, height: 900 } }, 390: PHONE };
const HELP_SIZE = { width: 960, height: 600 };
const MODES = ['light', 'dark'] as const;
const LANGUAGES = { de: 'de-DE', en: 'en-GB' };

const { values: wishes } = parseArgs({
  options: {
    only: { type: 'string' },
    looks: { type: 'string' },
    base: { type: 'string' },
    readme: { type: 'boolean' },
    'help-pictures': { type: 'boolean' },
  },
});
const only = wishes.only?.split(',');
const looks = wishes.looks?.split(',');
const root = resolve(import.meta.dirname, '../..');
const folder = resolve(root, 'screens');
const portal = wishes.base ? null : await startPortal();
const url = (wishes.base ?? portal?.url ?? '').replace(/\/$/, '');
try {
  await (wishes.readme ? readmePicture() : wishes['help-pictures'] ? helpPictures() : allPictures());
} finally {
  await closeBrowser();
  await portal?.stop();
}

async function readmePicture(): Promise<void> {
  const { page } = await visit(url, { viewport: { width: 1280, height: 860 } });
  await signInByCall(page, 'teacher');
  await page.goto(href('search', {}, { q: 'Wasser' }));
  await withPictures(page);
  await page.screenshot({ path: resolve(root, 'docs/screenshot.png') });
}

async function helpPictures(): Promise<void> {
  const made = resolve(root, 'client/src/screens/help/pictures');
  await mkdir(made, { recursive: true });
  const topics = Object.entries(HELP_PICTURES).filter(([topic]) => !only || only.includes(topic));
  if (topics.length === 0) throw new Error(`Unknown topic: ${wishes.only}. Topics: ${Object.keys(HELP_PICTURES).join(', ')}.`);
  for (const [language, locale] of Object.entries(LANGUAGES))
    for (const [topic, { shot: wanted, show }] of topics) {
      const { page, leave } = await visit(url, { viewport: HELP_SIZE, locale, colorScheme: 'light' });
      const shot = (await shots(page)).find(({ name }) => name === wanted);
      if (!shot) throw new Error(`There is no screen ${wanted} for ${topic}.`);
      if (shot.as) await signInByCall(page, shot.as);
      await openShot(page, shot);
      await withPictures(page);
      await shot.before?.(page);
      await withPictures(page);
      await show?.(page);
      const devtools = await page.context().newCDPSession(page);
      const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 62 });
      await writeFile(resolve(made, `${topic}.${language}.webp`), Buffer.from(data, 'base64'));
      await leave();
    }
}

async function allPictures(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { page, leave } = await visit(url);
  const all = await shots(page);
  await leave();
  const wanted = all.filter(({ name }) => !only || only.some((wish) => name === wish || name.startsWith(`${wish}-`)));
  if (wanted.length === 0) throw new Error(`Unknown screen: ${wishes.only}. Screens: ${all.map(({ name }) => name).join(', ')}.`);
  let [made, problems] = [0, 0];
  for (const [width, size] of Object.entries(WIDTHS))
    for (const mode of MODES)
      for (const [language, locale] of Object.entries(LANGUAGES)) {
        const look = `${width}-${mode}-${language}`;
        if (looks && !looks.includes(look)) continue;
        const device = size === PHONE ? 'phone' : 'desktop';
        const here = wanted.filter(({ only }) => !only || only === device);
        const complaints = await pictures(here, look, { ...size, locale, colorScheme: mode });
        for (const complaint of complaints) process.stderr.write(`${width} ${mode} ${language}: ${complaint}\n`);
        made += here.length;
        problems += complaints.length;
      }
  process.stderr.write(`${made} pictures in screens/${problems ? `, ${problems} browser errors` : ''}\n`);
}

/** Takes the screenshots of one look, with a separate visitor for each user. Returns the problems that the browser reported. */
async function pictures(wanted: readonly Shot[], look: string, options: BrowserContextOptions): Promise<string[]> {
  const complaints: string[] = [];
  for (const person of new Set(wanted.map(({ as }) => as))) {
    const visitor = await visit(url, options);
    if (person) await signInByCall(visitor.page, person);
    for (const shot of wanted.filter(({ as }) => as === person)) {
      const { name, before } = shot;
      const { page } = visitor;
      await openShot(page, shot);
      await withPictures(page);
      await before?.(page);
      await withPictures(page);
      // Captures only the window if a dialog is open, because it covers the page.
      await page.screenshot({ path: resolve(folder, `${name}-${look}.png`), fullPage: !before });
    }
    complaints.push(...visitor.problems);
    await visitor.leave();
  }
  return complaints;
}
