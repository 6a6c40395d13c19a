/** Opening a medium: every playable file of the demo really plays or shows. */
import type { MediaDetail, MediaItem } from '@fundus/contract/catalogue/catalogue';
import { href } from '@fundus/contract/screens';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { journey } from '../src/journey.ts';
import { signInByCall } from '../src/people.ts';
import { text } from '../src/texts.ts';

/** All media of the demo that have a file of their own. */
async function playable(page: Page, viewers: readonly string[]): Promise<MediaDetail[]> {
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

const position = (page: Page) => page.getByRole('slider', { name: text('player.position') });

/** Presses play and sees time move on. */
async function plays(page: Page, medium: MediaDetail): Promise<void> {
  await page.goto(href('media', { id: medium.identifier }));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page
    .getByRole('button', { name: text('player.play'), exact: true })
    .first()
    .click();
  const value = async () => Number(await position(page).inputValue());
  await expect.poll(value, { timeout: 15_000, message: `${medium.identifier} plays` }).toBeGreaterThanOrEqual(1);
  const first = await value();
  await expect.poll(value, { timeout: 10_000, message: `${medium.identifier} goes on` }).toBeGreaterThan(first);
}

type Cue = { start: number; text: string };

const seconds = (clock: string): number => clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

/** The cues of a WebVTT file, without marks in their texts. */
async function cues(page: Page, medium: MediaDetail, role: 'caption' | 'chapters', language?: string): Promise<Cue[]> {
  const file = medium.files.find((each) => each.role === role && (!language || each.language === language));
  if (!file) return [];
  const blocks = (await (await page.request.get(file.href)).text()).split(/\r?\n\r?\n/).filter((block) => block.includes('-->'));
  return blocks.map((block) => {
    const [, start = '0', text = ''] = /([\d:.]+) --> [^\n]*\n([\s\S]*)/.exec(block) ?? [];
    return {
      start: seconds(start),
      text: text
        .replaceAll(/<[^>]+>/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    };
  });
}

describe('a medium', () => {
  journey('a film plays, with captions, chapters and the place kept', async ({ page }) => {
    await signInByCall(page, 'teacher');
    const films = await playable(page, ['video']);
    const film = films.find(({ files }) => ['caption', 'chapters'].every((role) => files.some((file) => file.role === role)));
    if (!film) throw new Error('the demo has no film with captions and chapters');
    await plays(page, film);

    const spoken = await cues(page, film, 'caption', 'de');
    expect(spoken.length).toBeGreaterThan(5);
    const captions = page.getByRole('button', { name: text('player.captions'), exact: true });
    if ((await captions.getAttribute('aria-pressed')) !== 'true') await captions.click();
    const player = page.getByRole('region', { name: text('player.film', { title: film.fn_titel }) });
    const shown = async () => {
      const words = ((await player.textContent()) ?? '').replaceAll(/\s+/g, ' ');
      return spoken.some((cue) => words.includes(cue.text));
    };
    await expect.poll(shown, { message: 'a caption is shown' }).toBe(true);

    const second = (await cues(page, film, 'chapters'))[1];
    if (!second) throw new Error(`${film.identifier} has one chapter only`);
    await page
      .getByRole('region', { name: text('player.chapters') })
      .getByText(second.text)
      .click();
    const value = async () => Number(await position(page).inputValue());
    await expect.poll(value, { message: 'the chapter is played' }).toBeGreaterThanOrEqual(Math.floor(second.start));

    await page
      .getByRole('button', { name: text('player.pause'), exact: true })
      .first()
      .click();
    const stopped = await value();
    const history = async () => {
      const { items } = (await (await page.request.get('/api/v1/history')).json()) as { items: { medium: MediaItem; position: number }[] };
      return items.find(({ medium }) => medium.identifier === film.identifier)?.position ?? 0;
    };
    await expect.poll(history, { message: 'the place is kept' }).toBeGreaterThanOrEqual(stopped - 1);
  });

  journey(
    'every film and every sound of the demo plays',
    async ({ page }) => {
      await signInByCall(page, 'teacher');
      const media = await playable(page, ['video', 'audio']);
      expect(media.length).toBeGreaterThan(10);
      for (const medium of media) await plays(page, medium);
    },
    { timeout: 300_000 },
  );

  journey(
    'pictures, documents, exercises and packages open',
    async ({ page, problems }) => {
      await signInByCall(page, 'teacher');
      const media = await playable(page, ['picture', 'pdf', 'epub', 'h5p', 'package']);
      expect(new Set(media.map(({ viewer }) => viewer)).size).toBe(5);
      for (const medium of media) {
        await page.goto(href('media', { id: medium.identifier }));
        await page.getByRole('heading', { level: 1 }).waitFor();
        await opened[medium.viewer]?.(page, medium);
        expect(problems, `${medium.identifier} (${medium.viewer})`).toEqual([]);
      }
    },
    { timeout: 180_000 },
  );
});

/** The frame in which a package of files runs, away from the page. */
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

/** For each viewer: what is on the page once the file is open. */
const opened: Record<string, (page: Page, medium: MediaDetail) => Promise<void>> = {
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

/** Whether anything but one colour is on a canvas. Runs in the page. */
function drawn(element: Element): boolean {
  const canvas = element as HTMLCanvasElement;
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
  const colours = new Uint32Array(pixels.buffer);
  return colours.length > 0 && colours.some((colour) => colour !== colours[0]);
}
