/** Network loss while screens change: the frame stays, shows it, and continues at the same place. */
import { describe, expect } from 'vitest';
import { pathOf } from '../../src/browser.ts';
import { journey } from '../../src/journey.ts';
import { profile, signInByCall } from '../../src/people.ts';
import { settled } from '../../src/settled.ts';
import { text } from '../../src/texts.ts';

describe('without a network', () => {
  journey('a screen that was not visited waits for the connection and opens by itself', async ({ context, page, problems }) => {
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
    // The browser's log entries about a missing network.
    problems.splice(0, problems.length, ...problems.filter((problem) => !/ERR_INTERNET_DISCONNECTED|Failed to load locale/.test(problem)));
  });

  journey('a write is not sent by itself, and is done on request', async ({ context, page, problems }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/search?q=Klima');
    await settled(page);
    const card = page.getByRole('article').filter({ visible: true }).first();
    await context.setOffline(true);
    await card.getByRole('button', { name: new RegExp(`^${text('card.bookmark', { title: '' }).trim()}`) }).click();
    await page.getByText(text('app.notSaved')).waitFor();
    await context.setOffline(false);
    await page
      .getByRole('status')
      .getByRole('button', { name: text('app.again'), exact: true })
      .click();
    await page.getByText(text('app.notSaved')).waitFor({ state: 'detached' });
    problems.splice(0, problems.length, ...problems.filter((problem) => !/ERR_INTERNET_DISCONNECTED/.test(problem)));
  });
});
