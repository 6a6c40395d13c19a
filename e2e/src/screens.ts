/**
 * Pictures of every built screen in two widths, two modes and two languages, into `screens/` (ignored by git): `search-1280-dark-de.png`.
 * `--only search,home` makes some of them, `--base http://…` looks at a running portal with the demo school.
 */
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { BrowserContextOptions } from 'playwright-core';
import { launch, PHONE, visit } from './browser.ts';
import { signInByCall } from './people.ts';
import { startPortal } from './portal.ts';
import { settled, shots } from './shots.ts';

const WIDTHS: Record<string, BrowserContextOptions> = { 1280: { viewport: { width: 1280, height: 900 } }, 390: PHONE };
const MODES = ['light', 'dark'] as const;
const LANGUAGES = { de: 'de-DE', en: 'en-GB' };

const { values: wishes } = parseArgs({ options: { only: { type: 'string' }, base: { type: 'string' } } });
const folder = resolve(import.meta.dirname, '../../screens');
const portal = wishes.base ? null : await startPortal();
const url = (wishes.base ?? portal?.url ?? '').replace(/\/$/, '');
const browser = await launch();
try {
  await mkdir(folder, { recursive: true });
  const first = await visit(browser, url);
  await signInByCall(first.page, 'teacher');
  const all = await shots(first.page);
  await first.context.close();
  const only = wishes.only?.split(',');
  const wanted = all.filter(({ name }) => !only || only.some((wish) => name === wish || name.startsWith(`${wish}-`)));
  if (wanted.length === 0) throw new Error(`There is no screen ${wishes.only}; there are ${all.map(({ name }) => name).join(', ')}.`);
  let problems = 0;
  for (const [width, size] of Object.entries(WIDTHS))
    for (const mode of MODES)
      for (const [language, locale] of Object.entries(LANGUAGES))
        for (const person of [null, 'teacher', 'student'] as const) {
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
