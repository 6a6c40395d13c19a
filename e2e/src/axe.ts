/** Checks pages with axe: WCAG 2.2 AA and best practices. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type WithAxe = typeof globalThis & { axe: typeof axe };

/** Injects axe into a page unless it is already there. */
async function inject(page: Page): Promise<void> {
  // Throws, because axe would skip frames without a warning.
  if (page.frames().length > 1) throw new Error('axe checks only the page, and this one has frames');
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(`${script};undefined`);
}

/** Returns the rules that apply to a page. */
export async function rulesOf(page: Page): Promise<string[]> {
  await inject(page);
  return page.evaluate((tags) => (globalThis as WithAxe).axe.getRules(tags).map(({ ruleId }) => ruleId), TAGS);
}

/**
 * Returns the violations on the page with elements and reasons, except for the rules in `but`. If a modal dialog is open, only the dialog is checked.
 */
export async function violations(page: Page, but: readonly string[] = []): Promise<string[]> {
  await inject(page);
  return page.evaluate(
    async ([tags, leftOut]) => {
      const inFront = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
      const { violations: found } = await (globalThis as WithAxe).axe.run(inFront, {
        runOnly: { type: 'tag', values: tags },
        rules: Object.fromEntries(leftOut.map((rule) => [rule, { enabled: false }])),
        resultTypes: ['violations'],
        // Skips fetching style sheets, which only the rule css-orientation-lock needs. The portal has no transforms by orientation.
        preload: false,
      });
      return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`);
    },
    [TAGS, [...but]] as const,
  );
}
