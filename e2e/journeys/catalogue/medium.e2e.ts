/** Opens every playable file of the demo and checks that it plays or is displayed. */
import type { MediaDetail, MediaItem } from '@fundus/contract/catalogue/catalogue';
import { href } from '@fundus/contract/screens';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { journey } from '../../src/journey.ts';
import { openChecks, playable, plays, position } from '../../src/open-media.ts';
import { signInByCall } from '../../src/people.ts';
import { text } from '../../src/texts.ts';

type Cue = { start: number; text: string };

const seconds = (clock: string): number => clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

/** Returns the cues of a medium's WebVTT file, without markup. */
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

describe('player', () => {
  journey('plays a film with captions and chapters', async ({ page }) => {
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

  journey('plays every film and audio file of the demo', async ({ page, open }) => {
    await signInByCall(page, 'teacher');
    const media = await playable(page, ['video', 'audio']);
    expect(media.length).toBeGreaterThan(10);
    // Uses three pages in parallel, because playing takes time but little CPU.
    const pages = [page, await open(), await open()];
    await Promise.all(
      pages.map(async (one, nth) => {
        for (const medium of media.filter((_, i) => i % pages.length === nth)) await plays(one, medium);
      }),
    );
  });

  journey('opens pictures, documents, exercises and packages', async ({ page, problems }) => {
    await signInByCall(page, 'teacher');
    const media = await playable(page, ['picture', 'pdf', 'epub', 'h5p', 'package']);
    expect(new Set(media.map(({ viewer }) => viewer)).size).toBe(5);
    for (const medium of media) {
      await page.goto(href('media', { id: medium.identifier }));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await openChecks[medium.viewer]?.(page, medium);
      expect(problems, `${medium.identifier} (${medium.viewer})`).toEqual([]);
    }
  });
});
