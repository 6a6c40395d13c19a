/** Uploaded content on a host of its own (`CONTENT_URL`): everything opens as before, and nothing of it comes from the portal's own host. */
import { href } from '@fundus/contract/screens';
import { afterAll, beforeAll, expect } from 'vitest';
import { journey } from '../src/journey.ts';
import { opened, playable, plays } from '../src/open-media.ts';
import { freePort } from '../src/other-portal.ts';
import { signInByCall } from '../src/people.ts';
import type { Portal } from '../src/portal.ts';
import { ownPortal } from '../src/portals.ts';

let portal: Portal;
let content: string;
beforeAll(async () => {
  const port = await freePort();
  content = `http://localhost:${port}`;
  portal = await ownPortal({ env: { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, CONTENT_URL: content } });
});
afterAll(() => portal?.stop());

journey(
  'a film, a document, a book, an exercise and a package open from the host for content',
  async ({ page, problems }) => {
    await signInByCall(page, 'teacher');
    const media = await playable(page, ['video', 'pdf', 'epub', 'h5p', 'package']);
    for (const viewer of ['video', 'pdf', 'epub', 'h5p', 'package']) {
      const medium = media.find((each) => each.viewer === viewer && (viewer !== 'video' || each.captions))!;
      expect(medium.files.every((file) => file.href.startsWith(`${content}/content/`))).toBe(true);
      if (viewer === 'video') {
        await plays(page, medium);
        const cues = () => page.locator('video').evaluate((film: HTMLVideoElement) => film.textTracks[0]?.cues?.length ?? 0);
        await page.locator('video').evaluate((film: HTMLVideoElement) => void (film.textTracks[0]!.mode = 'hidden'));
        await expect.poll(cues).toBeGreaterThan(0);
      } else {
        await page.goto(href('media', { id: medium.identifier }));
        await page.getByRole('heading', { level: 1 }).waitFor();
        await opened[viewer]!(page, medium);
      }
    }
    // What is fetched from there is all that comes from elsewhere.
    const foreign = problems.splice(0).filter((problem) => !problem.startsWith(`foreign request: ${content}/`));
    expect(foreign).toEqual([]);
  },
  { portal: () => portal.url, timeout: 90_000 },
);
