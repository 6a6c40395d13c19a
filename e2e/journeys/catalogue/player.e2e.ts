/** Player: excerpts that teachers save and share, and streamed films, checked by playing them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { journey } from '../../src/journey.ts';
import { signInByCall } from '../../src/people.ts';
import { settled } from '../../src/settled.ts';
import { text } from '../../src/texts.ts';

const at = (page: Page): Promise<number> => page.locator('video').evaluate((film: HTMLVideoElement) => film.currentTime);
const stands = (page: Page): Promise<boolean> => page.locator('video').evaluate((film: HTMLVideoElement) => film.paused);

/** True if ffmpeg and Python are installed, which create and pack test films and are not part of the project. */
const canMakeFilms = ['ffmpeg', 'python3'].every((program) => spawnSync(program, ['-h'], { stdio: 'ignore' }).status === 0);

async function filmOf(page: Page, words: string): Promise<string> {
  const reply = await page.request.get(`/api/v1/media/search?q=${encodeURIComponent(words)}&limit=50`);
  const { items } = (await reply.json()) as { items: { identifier: string; viewer: string }[] };
  return items.find((item) => item.viewer === 'video')!.identifier;
}

describe('player', () => {
  journey('shares an excerpt by a link until it is revoked', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signInByCall(page, 'teacher');
    const identifier = await filmOf(page, 'Vulkan');
    const title = `Ausbruch ${Date.now()}`;
    await page.goto(`/media/${identifier}`);
    await page.getByRole('button', { name: text('excerpts.add') }).click();
    const editor = page.getByRole('region', { name: text('excerpts.add') });
    await editor.getByRole('textbox', { name: text('excerpts.title') }).fill(title);
    await editor.getByRole('textbox', { name: text('edit.chapter.start') }).fill('0:10');
    await editor.getByRole('textbox', { name: text('edit.chapter.end') }).fill('0:12');
    await editor.getByRole('button', { name: text('app.save') }).click();
    const row = page.getByRole('listitem').filter({ hasText: title });
    await row.getByRole('button', { name: new RegExp(`^${title}`) }).click();
    await expect.poll(() => at(page)).toBeGreaterThan(10);
    await expect.poll(() => stands(page)).toBe(true);
    expect(await at(page)).toBeLessThan(13);

    await row.getByRole('button', { name: text('excerpts.menu', { title }) }).click();
    await page.getByRole('menuitem', { name: text('excerpts.share') }).click();
    await page.getByText(text('excerpts.shared')).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await row.getByText(text('excerpts.isShared')).waitFor();

    await signInByCall(page, 'student');
    await page.goto(link);
    await page.getByRole('button', { name: new RegExp(`^${title}`) }).waitFor();
    await expect.poll(() => at(page)).toBeGreaterThanOrEqual(9.9);
    expect(await stands(page)).toBe(true);
    expect(await page.getByRole('button', { name: text('excerpts.add') }).count()).toBe(0);

    await signInByCall(page, 'teacher');
    await page.goto(`/media/${identifier}`);
    await row.getByRole('button', { name: text('excerpts.menu', { title }) }).click();
    await page.getByRole('menuitem', { name: text('excerpts.unshare') }).click();
    await page.getByText(text('excerpts.unshared')).waitFor();
    await signInByCall(page, 'student');
    await page.goto(link);
    await page.locator('video').waitFor();
    await settled(page);
    expect(await page.getByText(title).count()).toBe(0);
  });

  journey(
    'plays an uploaded HLS archive from any position',
    async ({ page }) => {
      const folder = mkdtempSync(join(tmpdir(), 'fundus-hls-'));
      const source = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10:duration=20', '-f', 'lavfi', '-i', 'sine=duration=20'];
      const sizes = [
        '-filter_complex',
        '[0:v]split=2[large][b];[b]scale=160:90[small]',
        '-map',
        '[large]',
        '-map',
        '1:a',
        '-map',
        '[small]',
        '-map',
        '1:a',
      ];
      const coding = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-g', '20', '-c:a', 'aac', '-hls_time', '4', '-hls_list_size', '0'];
      const lists = ['-var_stream_map', 'v:0,a:0 v:1,a:1', '-master_pl_name', 'index.m3u8', join(folder, 'stream_%v.m3u8')];
      execFileSync('ffmpeg', ['-v', 'error', ...source, ...sizes, ...coding, ...lists]);
      execFileSync('python3', ['-c', 'import shutil,sys; shutil.make_archive(sys.argv[1], "zip", sys.argv[2])', `${folder}-film`, folder]);
      const bytes = readFileSync(`${folder}-film.zip`);

      await signInByCall(page, 'districtAdmin');
      const token = (await page.request.get('/api/v1/user/userinfo')).headers()['x-csrf-token']!;
      const headers = { 'x-csrf-token': token };
      const ask = async <T>(path: string, data: object): Promise<T> =>
        (await (await page.request.post(path, { headers, data })).json()) as T;
      const record = { fn_titel: `Film in Stücken ${Date.now()}`, fn_typ: '49', published: '2026-11-01', free: true };
      const { identifier } = await ask<{ identifier: string }>('/api/v1/editing/media', { record });
      const upload = await ask<{ id: string; href: string }>(`/api/v1/media/${identifier}/uploads`, {
        name: 'film.zip',
        bytes: bytes.length,
        role: 'main',
      });
      const tus = { ...headers, 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
      expect((await page.request.fetch(upload.href, { method: 'PATCH', headers: tus, data: bytes })).status()).toBe(204);
      await ask(`/api/v1/uploads/${upload.id}/finish`, {});
      const state = async () => ((await (await page.request.get(`/api/v1/uploads/${upload.id}`)).json()) as { state: string }).state;
      await expect.poll(state).toBe('done');

      await page.goto(`/media/${identifier}`);
      await page
        .getByRole('button', { name: text('player.play') })
        .first()
        .click();
      await expect.poll(() => at(page)).toBeGreaterThan(0.5);
      await page.getByRole('slider', { name: text('player.position') }).fill('14');
      await expect.poll(() => at(page)).toBeGreaterThan(14.2);

      await page.getByRole('slider', { name: text('player.position') }).fill('1');
      await page.getByRole('button', { name: text('player.settings') }).click();
      const quality = page.getByLabel(text('player.quality'));
      expect(await quality.locator('option').allTextContents()).toEqual([text('player.quality.auto'), '90p', '180p']);
      // Loops the film, which lasts twenty seconds, because slow machines need longer to change the quality.
      await page.locator('video').evaluate((video: HTMLVideoElement) => (video.loop = true));
      for (const [label, height] of [
        ['90p', 90],
        ['180p', 180],
      ] as const) {
        await quality.selectOption({ label });
        await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoHeight)).toBe(height);
      }
    },
    { skip: !canMakeFilms },
  );
});
