/** What every page must pass: WCAG 2.2 AA and best practice. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds wrong on the page, with the elements and the reasons; empty when all is well. */
export async function violations(page: Page): Promise<string[]> {
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).withTags(TAGS);
  // The other way opens a page of its own for each answer, which takes longer than the looking; only frames need it.
  if (page.frames().length === 1) builder.setLegacyMode(true);
  const { violations: found } = await builder.analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`);
}
