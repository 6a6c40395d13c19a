/** Uploaded content on a separate host (`CONTENT_URL`): all content opens, and the portal's host serves none of it. */
import { get } from 'node:http';
import { href } from '@fundus/contract/screens';
import type { MediaDetail } from '@fundus/contract/catalogue/catalogue';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { journey } from '../../src/journey.ts';
import { openChecks, playable, plays } from '../../src/open-media.ts';
import { freePort } from '../../src/other-portal.ts';
import { signInByCall } from '../../src/people.ts';
import type { Portal } from '../../src/portal.ts';
import { frameOf, addPackage } from '../../src/steps/package-steps.ts';
import { ownPortal } from '../../src/portals.ts';
import { text } from '../../src/texts.ts';

let portal: Portal;
let content: string;
beforeAll(async () => {
  const port = await freePort();
  content = `http://localhost:${port}`;
  portal = await ownPortal({ env: { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, CONTENT_URL: content } });
});
afterAll(() => portal?.stop());

journey(
  'opens a film, a document, a book, an exercise and a package from the content host',
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
        await openChecks[viewer]!(page, medium);
      }
    }
    // No other host is contacted.
    const foreign = problems.splice(0).filter((problem) => !problem.startsWith(`foreign request: ${content}/`));
    expect(foreign).toEqual([]);
  },
  { portal: () => portal.url },
);

/** Sends a request to the local address with a `Host` header, because the system does not resolve names below `localhost`. */
const statusAt = (host: string, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port: host.split(':')[1], path, headers: { host } }, (reply) => {
      reply.resume();
      resolve(reply.statusCode ?? 0);
    }).on('error', reject);
  });

describe('separate host for each package', () => {
  let wild: Portal;
  beforeAll(async () => {
    const port = await freePort();
    const env = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, CONTENT_URL: `http://*.localhost:${port}` };
    wild = await ownPortal({ env });
  });
  afterAll(() => wild?.stop());

  journey(
    'allows frames of a package to access only each other',
    async ({ page, problems }) => {
      const files = {
        'index.html': `<!doctype html><title>Rahmen</title><script>localStorage.setItem('stand', 'außen'); function gib() { return 'Antwort'; }</script><iframe src="innen.html"></iframe>`,
        'innen.html': `<!doctype html><title>Innen</title><pre id="out"></pre><script>
          const attempt = (name, act) => { try { return name + '=' + act(); } catch (error) { return name + '=' + error.name; } };
          document.getElementById('out').textContent = [
            attempt('ruft', () => parent.gib()), attempt('speicher', () => localStorage.getItem('stand')),
            attempt('portal', () => top.document.title), attempt('herkunft', () => window.origin.replace(/p-[0-9a-f]+/, 'p').replace(/:\\d+/, '')),
          ].join('|');
          fetch('/api/v1/user/userinfo').then((r) => r.status, () => 'refused').then((s) => document.getElementById('out').append('|api=' + s));
        </script>`,
      };
      const own = await addPackage(wild.url, 'Rahmen', files);
      const other = await addPackage(wild.url, 'Anderer Rahmen', files);
      await signInByCall(page, 'teacher');
      const addressOf = async (identifier: string) => {
        const { files: all } = (await (await page.request.get(`/api/v1/media/${identifier}`)).json()) as MediaDetail;
        return new URL(all.find(({ role }) => role === 'main')!.href);
      };
      const [mine, theirs] = [await addressOf(own), await addressOf(other)];
      expect(mine.host).toMatch(/^p-[0-9a-f]{32}\.localhost:/);
      expect(mine.host).not.toBe(theirs.host);
      // The path of a package exists only on its own host.
      expect(await statusAt(mine.host, mine.pathname)).toBe(200);
      expect(await statusAt(theirs.host, mine.pathname)).toBe(404);
      expect(await statusAt(mine.host, '/api/v1/user/userinfo')).toBe(404);
      await page.goto(href('media', { id: own }));
      await page.getByRole('button', { name: text('media.open.package') }).click();
      const out = frameOf(page).frameLocator('iframe').locator('#out');
      await expect
        .poll(() => out.innerText())
        .toBe('ruft=Antwort|speicher=außen|portal=SecurityError|herkunft=http://p.localhost|api=refused');
      // The package has no cookies.
      const frame = page.frames().find((each) => each.url().endsWith('innen.html'))!;
      expect(await frame.evaluate(() => document.cookie)).toBe('');
      // An exercise has its own origin, too.
      const [quiz] = await playable(page, ['h5p']);
      await page.goto(href('media', { id: quiz!.identifier }));
      await page.getByRole('button', { name: text('media.open.h5p') }).click();
      await frameOf(page)
        .getByText(/Frage 1/)
        .first()
        .waitFor();
      expect(
        await page
          .frames()
          .at(-1)!
          .evaluate(() => window.origin),
      ).toMatch(/^http:\/\/p-[0-9a-f]{32}\.localhost/);
      problems.splice(0);
    },
    { portal: () => wild.url },
  );
});
