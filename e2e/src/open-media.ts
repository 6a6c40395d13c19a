/** Opens demo media like a user and checks that they play or are displayed. */
import type { MediaDetail, MediaItem } from '@fundus/contract/catalogue/catalogue';
import { href } from '@fundus/contract/screens';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { text } from './texts.ts';

/** Returns all demo media that have a file for one of the viewers. */
export async function playable(page: Page, viewers: readonly string[]): Promise<MediaDetail[]> {
  const found: MediaItem[] = [];
  for (let offset = 0; ; offset += 100) {
    const reply = await page.request.get(`/api/v1/media/search?limit=100&offset=${offset}`);
    const { items, total } = (await reply.json()) as { items: MediaItem[]; total: number };
    found.push(...items.filter(({ viewer }) => viewers.includes(viewer)));
    if (offset + items.length >= total || items.length === 0) break;
  }
  const details = await Promise.all(
    found.map(
      async ({ identifier }) => (await (await page.request.get(`/api/v1/media/${encodeURIComponent(identifier)}`)).json()) as MediaDetail,
    ),
  );
  return details.filter(({ files }) => files.some(({ role }) => role === 'main'));
}

export const position = (page: Page) => page.getByRole('slider', { name: text('player.position') });

/** Starts playback and waits until the current time advances. */
export async function plays(page: Page, medium: MediaDetail): Promise<void> {
  await page.goto(href('media', { id: medium.identifier }));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page
    .getByRole('button', { name: text('player.play'), exact: true })
    .first()
    .click();
  const value = async () => Number(await position(page).inputValue());
  await expect.poll(value, { message: `${medium.identifier} plays` }).toBeGreaterThanOrEqual(1);
  const first = await value();
  await expect.poll(value, { message: `${medium.identifier} goes on` }).toBeGreaterThan(first);
}

/** Waits for the sandboxed frame of an exercise or package. */
async function framed(page: Page, medium: MediaDetail): Promise<void> {
  await page.getByRole('button', { name: text(`media.open.${medium.viewer as 'h5p' | 'package'}`) }).click();
  const words = async () => {
    const inner = page.frames().filter((frame) => frame !== page.mainFrame());
    const texts = await Promise.all(inner.map((frame) => frame.evaluate(() => document.body.innerText).catch(() => '')));
    return texts.join('').trim().length;
  };
  await expect.poll(words, { message: `${medium.identifier} shows something` }).toBeGreaterThan(10);
  const outer = page.locator('iframe').first();
  expect((await outer.getAttribute('sandbox')) ?? '', 'an origin of its own').not.toContain('allow-same-origin');
}

/** Functions by viewer that open a file and check its content. */
export const openChecks: Record<string, (page: Page, medium: MediaDetail) => Promise<void>> = {
  picture: async (page, { fn_titel }) => {
    const picture = page.getByRole('group', { name: text('player.picture', { title: fn_titel }) }).locator('img');
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(100);
  },
  pdf: async (page) => {
    await page.getByRole('button', { name: text('media.open.pdf') }).click();
    const pages = page.getByRole('group', { name: /^Seite 1 von \d+$/ });
    await pages.waitFor();
    await expect.poll(() => pages.locator('canvas').first().evaluate(drawn)).toBe(true);
  },
  epub: async (page) => {
    await page.getByRole('button', { name: text('media.open.epub') }).click();
    await page.getByRole('button', { name: text('player.epub.contents') }).waitFor();
    const chapter = page.getByRole('region', { name: /^Buch/ });
    await expect.poll(async () => ((await chapter.innerText()) ?? '').length).toBeGreaterThan(20);
    const first = await chapter.innerText();
    await page.getByRole('button', { name: new RegExp(text('player.epub.next')) }).click();
    await expect.poll(() => chapter.innerText()).not.toBe(first);
  },
  h5p: framed,
  package: framed,
};

/** Returns whether a canvas contains more than one colour. Runs in the page. */
function drawn(element: Element): boolean {
  const canvas = element as HTMLCanvasElement;
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
  const colours = new Uint32Array(pixels.buffer);
  return colours.length > 0 && colours.some((colour) => colour !== colours[0]);
}

/** Opens the search for a new medium in the wide scope. Waits until the search finds it, because a results page does not update itself. */
export async function openSearchFor(page: Page, title: string): Promise<void> {
  const q = encodeURIComponent(`"${title}"`);
  const total = async () => ((await (await page.request.get(`/api/v1/media/search?q=${q}&limit=1`)).json()) as { total: number }).total;
  await expect.poll(total, { message: `${title} is found` }).toBeGreaterThan(0);
  await page.goto(href('search', {}, { wide: '1', q: `"${title}"` }));
}
