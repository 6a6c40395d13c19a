/**
 * Pictures of every built screen in two widths, two modes and two languages, into `screens/` (ignored by git): `search-1280-dark-de.png`.
 * `--only search,home` makes some of them, `--base http://…` looks at a running portal with the demo school.
 */
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { screens, href } from '@fundus/contract/screens';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { launch, PHONE, visit } from './browser.ts';
import { signInByCall, type PersonName } from './people.ts';
import { startPortal } from './portal.ts';

type Shot = {
  name: string;
  as: PersonName | null;
  path: string;
  /** What a person does before the picture. */
  before?: (page: Page) => Promise<void>;
};

const WIDTHS: Record<string, BrowserContextOptions> = { 1280: { viewport: { width: 1280, height: 900 } }, 390: PHONE };
const MODES = ['light', 'dark'] as const;
const LANGUAGES = { de: 'de-DE', en: 'en-GB' };

/** A demo medium of each way of opening one. */
async function media(page: Page): Promise<{ identifier: string; viewer: string }[]> {
  const reply = await page.request.get('/api/v1/media/search?limit=100&c=all');
  const { items } = (await reply.json()) as { items: { identifier: string; viewer: string }[] };
  return [...new Map(items.map((item) => [item.viewer, item])).values()];
}

async function shots(page: Page): Promise<Shot[]> {
  await signInByCall(page, 'teacher');
  const media_ = await media(page);
  return [
    { name: 'login', as: null, path: href('login') },
    { name: 'home', as: 'teacher', path: href('homepage') },
    { name: 'home-pupil', as: 'pupil', path: href('homepage') },
    { name: 'search', as: 'teacher', path: href('search', {}, { q: 'Wasser' }) },
    { name: 'search-filtered', as: 'teacher', path: href('search', {}, { filter_fn_geb: ['080*', '220*'], filter_fn_sprache: ['de*'] }) },
    { name: 'search-filter-open', as: 'teacher', path: href('search'), before: openFilters },
    { name: 'search-none', as: 'teacher', path: href('search', {}, { q: 'Xyzzyplugh' }) },
    { name: 'csearch', as: null, path: href('csearch', {}, { q: 'Wasser' }) },
    ...media_.map(({ identifier, viewer }): Shot => ({ name: `media-${viewer}`, as: 'teacher', path: href('media', { id: identifier }) })),
    { name: 'planned', as: 'teacher', path: screens.classes.path },
    { name: 'error', as: 'teacher', path: '/no/such/place' },
  ];
}

/** On a desktop the first filter, on a phone the sheet with all of them. */
async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^(Filter|Fach|Filters|Subject)\b/ });
  await button.filter({ visible: true }).first().click();
}

const { values: wishes } = parseArgs({ options: { only: { type: 'string' }, base: { type: 'string' } } });
const folder = resolve(import.meta.dirname, '../../screens');
const portal = wishes.base ? null : await startPortal();
const url = (wishes.base ?? portal?.url ?? '').replace(/\/$/, '');
const browser = await launch();
try {
  await mkdir(folder, { recursive: true });
  const first = await visit(browser, url);
  const all = await shots(first.page);
  await first.context.close();
  const only = wishes.only?.split(',');
  const wanted = all.filter(({ name }) => !only || only.some((wish) => name === wish || name.startsWith(`${wish}-`)));
  if (wanted.length === 0) throw new Error(`There is no screen ${wishes.only}; there are ${all.map(({ name }) => name).join(', ')}.`);
  let problems = 0;
  for (const [width, size] of Object.entries(WIDTHS))
    for (const mode of MODES)
      for (const [language, locale] of Object.entries(LANGUAGES))
        for (const person of [null, 'teacher', 'pupil'] as const) {
          const mine = wanted.filter(({ as }) => as === person);
          if (mine.length === 0) continue;
          const visitor = await visit(browser, url, { ...size, locale, colorScheme: mode });
          if (person) await signInByCall(visitor.page, person);
          for (const { name, path, before } of mine) {
            await visitor.page.goto(path);
            await settled(visitor.page);
            await before?.(visitor.page);
            await settled(visitor.page);
            await visitor.page.screenshot({ path: resolve(folder, `${name}-${width}-${mode}-${language}.png`), fullPage: true });
          }
          for (const problem of visitor.problems) process.stderr.write(`${width} ${mode} ${language}: ${problem}\n`);
          problems += visitor.problems.length;
          await visitor.context.close();
        }
  process.stderr.write(`${wanted.length * 8} pictures in screens/${problems ? `, ${problems} complaints of the browser` : ''}\n`);
} finally {
  await browser.close();
  await portal?.stop();
}

/** The heading is there, nothing is loading, pictures and fonts have arrived. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(
      [...document.images]
        .filter((image) => !image.complete && image.loading !== 'lazy')
        .map((image) => image.decode().catch(() => undefined)),
    );
  });
}
