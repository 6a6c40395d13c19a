/** Lost connections: the app shell remains, shows the problem, and continues at the same place. */
import { pathOf } from '../../src/browser.ts';
import { journey } from '../../src/journey.ts';
import { settled } from '../../src/settled.ts';
import { text } from '../../src/texts.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_PASSWORD } from '@fundus/contract/demo';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { violations } from '../../src/axe.ts';
import { profile, signIn, signInByCall } from '../../src/people.ts';
import { startPortal, type Portal } from '../../src/portal.ts';
import { ownPortal } from '../../src/portals.ts';

describe('lost network connection', () => {
  journey('delays a new screen until reconnection', async ({ context, page, problems }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/');
    await settled(page);
    await context.setOffline(true);
    await page
      .getByRole('navigation', { name: text('nav.main') })
      .getByRole('link', { name: text('nav.classes'), exact: true })
      .filter({ visible: true })
      .click();
    await page.getByText(text('app.offline')).waitFor();
    await profile(page).waitFor();
    expect(pathOf(page)).toBe('/classes');
    expect(await page.getByText(text('error.screen.crash.title')).count()).toBe(0);
    await context.setOffline(false);
    await page.getByRole('heading', { level: 1, name: text('classes.title') }).waitFor();
    await page.getByText(text('app.offline')).waitFor({ state: 'detached' });
    // Ignores the browser's log entries about the missing network.
    problems.splice(0, problems.length, ...problems.filter((problem) => !/ERR_INTERNET_DISCONNECTED|Failed to load locale/.test(problem)));
  });

  journey('delays a write until reconnection', async ({ context, page, problems }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/search?q=Klima');
    await settled(page);
    const card = page.getByRole('article').filter({ visible: true }).first();
    const sent: string[] = [];
    page.on('requestfinished', (request) => /\/bookmarks\//.test(request.url()) && sent.push(`${request.method()}`));
    await context.setOffline(true);
    await card.getByRole('button', { name: new RegExp(`^${text('card.bookmark', { title: '' }).trim()}`) }).click();
    await page
      .getByText(text('app.waiting', { count: 1 }))
      .first()
      .waitFor();
    await context.setOffline(false);
    await page
      .getByText(text('app.waiting', { count: 1 }))
      .first()
      .waitFor({ state: 'detached' });
    // Counts requests of any method, because another test may have bookmarked the medium already.
    await expect.poll(() => sent).toHaveLength(1);
    problems.splice(0, problems.length, ...problems.filter((problem) => !/ERR_INTERNET_DISCONNECTED/.test(problem)));
  });
});

describe('restart of the portal', () => {
  let portal: Portal;
  let folder: string;
  const restart = async () => {
    const { port } = new URL(portal.url);
    portal = await startPortal({ dataDir: join(folder, 'data'), env: { PORT: port } });
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fundus-restart-'));
    portal = await ownPortal({ dataDir: join(folder, 'data') });
  });
  afterAll(async () => {
    await portal.stop();
    await rm(folder, { recursive: true, force: true });
  });

  journey(
    'does not lose the input of an open form',
    async ({ page, problems }) => {
      await signInByCall(page, 'teacher');
      await page.goto('/library/bookmarks');
      await settled(page);
      await page
        .getByRole('button', { name: text('library.folders.new') })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').first().fill('Nach dem Neustart');
      await portal.stop();
      await dialog.getByRole('textbox').first().press('Enter');
      await dialog.getByText(text('app.waiting.short', { count: 1 })).waitFor();
      expect(await dialog.getByRole('textbox').first().inputValue()).toBe('Nach dem Neustart');
      await restart();
      await dialog.waitFor({ state: 'detached' });
      const folders = await page.request.get(`${portal.url}/api/v1/library/bookmark-folders`);
      const { items } = (await folders.json()) as { items: { name: string }[] };
      expect(items.filter(({ name }) => name === 'Nach dem Neustart')).toHaveLength(1);

      await portal.stop();
      const bar = page.getByRole('navigation', { name: text('nav.main') });
      await bar
        .getByRole('link', { name: text('nav.classes'), exact: true })
        .filter({ visible: true })
        .click();
      await page.getByText(text('app.offline')).waitFor();
      await profile(page).waitFor();
      expect(await page.getByText(text('error.screen.crash.title')).count()).toBe(0);
      await restart();
      await page.getByRole('heading', { level: 1, name: text('classes.title') }).waitFor();
      problems.splice(
        0,
        problems.length,
        ...problems.filter((problem) => !/ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|503|Failed to load/.test(problem)),
      );
    },
    { portal: () => portal.url },
  );

  journey(
    'lets the user save an open form after a new sign-in',
    async ({ context, page, problems }) => {
      await signIn(page, 'teacher');
      await page.goto('/library/bookmarks');
      await settled(page);
      await page
        .getByRole('button', { name: text('library.folders.new') })
        .first()
        .click();
      const form = page.getByRole('dialog').first();
      await form.getByRole('textbox').first().fill('Nach der Anmeldung');
      await context.clearCookies();
      await form.getByRole('textbox').first().press('Enter');
      const dialog = page.getByRole('dialog', { name: text('login.expired.title') });
      await dialog.getByRole('textbox', { name: text('login.password') }).fill(DEMO_PASSWORD);
      expect(await violations(page)).toEqual([]);
      await dialog.getByRole('button', { name: text('login.action'), exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('Nach der Anmeldung').first().waitFor({ state: 'attached' });
      expect(pathOf(page)).toBe('/library/bookmarks');
      problems.splice(0, problems.length, ...problems.filter((problem) => !/40[13]/.test(problem)));
    },
    { portal: () => portal.url },
  );
});
