/** Records what a screen reader announces during a journey: the element that receives the focus, and the texts of live regions. */
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { settled } from './settled.ts';

const folder = resolve(import.meta.dirname, '../../.cache/journeys');

export type Announced = {
  /** Role, name and state of the focused element, such as `heading "Vulkan" [level=1]`, or an empty string for the page itself. */
  focus: string;
  /** Texts of live regions in the order of their appearance. */
  live: string[];
};

/** Collects the texts of live regions in `window.announced`. Runs in the page before its scripts. */
function collectAnnouncements(): void {
  const announced: string[] = [];
  Object.assign(globalThis, { announced });
  const said = new WeakMap<Element, string>();
  const live = '[role="status"], [role="alert"], [role="log"], [aria-live="polite"], [aria-live="assertive"]';
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      const regions = new Set([element?.closest(live), ...(element?.querySelectorAll(live) ?? [])]);
      for (const region of regions) {
        if (!(region instanceof HTMLElement)) continue;
        const text = region.innerText.replaceAll('\u00ad', '').replace(/\s+/g, ' ').trim();
        if (text !== '' && said.get(region) !== text) announced.push(text);
        said.set(region, text);
      }
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/**
 * Starts recording before the first page opens. Returns a function that performs an act and returns what was announced after it. The trees of all
 * steps are written to `.cache/journeys/reading-TASK.txt`.
 */
export async function recordAnnouncements(
  page: Page,
  task: string,
): Promise<(name: string, act: () => Promise<unknown>) => Promise<Announced>> {
  await page.addInitScript(collectAnnouncements);
  await mkdir(folder, { recursive: true });
  const file = join(folder, `reading-${task}.txt`);
  await writeFile(file, '');
  const clear = () => page.evaluate(() => (globalThis as unknown as { announced?: string[] }).announced?.splice(0) ?? []).catch(() => []);
  return async (name, act) => {
    await clear();
    await page.evaluate(() => Object.assign(globalThis, { recorded: true })).catch(() => undefined);
    await act();
    await settled(page);
    const sameDocument = await page.evaluate(() => 'recorded' in globalThis);
    const focused = page.locator(':focus');
    // Waits until the client has moved the focus of an element that disappeared (client/src/ui/keep-focus.ts). A new document has no focus.
    if (sameDocument) await focused.waitFor().catch(() => undefined);
    const [line = ''] = (await focused.count()) > 0 ? (await focused.first().ariaSnapshot()).split('\n') : [];
    const focus = line.replace(/^- /, '').replace(/:$/, '').replaceAll('\u00ad', '');
    const live = await clear();
    const dialog = page.getByRole('dialog');
    const tree = await ((await dialog.count()) > 0 ? dialog.last() : page.locator('body')).ariaSnapshot();
    await appendFile(file, `# ${name}\nfocus: ${focus}\nannounced: ${live.join(' | ')}\n\n${tree}\n\n`);
    return { focus, live };
  };
}
