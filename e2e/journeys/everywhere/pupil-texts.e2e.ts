/** Checks that learners are addressed as "du" on every screen, in dialogs, messages and errors. */
import { de } from '@fundus/contract/messages';
import { href } from '@fundus/contract/screens';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { violations } from '../../src/axe.ts';
import { journey } from '../../src/journey.ts';
import { signInByCall, signInByCode } from '../../src/people.ts';
import { settled } from '../../src/settled.ts';
import { text, textForPupil } from '../../src/texts.ts';

/** Formal pronouns inside a sentence. At the start of a sentence, "Sie" and "Ihr" may mean a third person. */
const FORMAL = /(?<=[\p{L}\d,“”)}] )(?:Sie|Ihnen|Ihre?[mnrs]?)(?!\p{L})|^Ihre? (?!Kommentar)/u;

/** Patterns of the portal's formal texts. News and descriptions of media are not checked. */
const patterns = Object.values<string>(de)
  .filter((words) => FORMAL.test(words))
  .map((words) =>
    words
      .split(/\{\{[^}]*\}\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.{1,120}'),
  );
const formal = new RegExp(`^(?:${patterns.join('|')})$`, 'u');

/** Returns visible texts and names of controls that use the formal address. */
async function formalTexts(page: Page): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      if (node.parentElement?.checkVisibility()) found.push(node.data.trim());
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]'))
      for (const name of ['aria-label', 'placeholder', 'title']) found.push(element.getAttribute(name) ?? '');
    return found;
  });
  return shown.filter((words) => formal.test(words));
}

const mediaOf = (identifier: string) => href('media', { id: identifier });
const ADDRESSES = [
  '/',
  '/search?q=xyzqqq',
  '/search/ai?q=xyzqqq',
  ...['FU-photosynthese', 'FU-55701425', 'FU-55121374', '46461272', '89901561', 'FU-none'].map(mediaOf),
  ...(['lists', 'bookmarks', 'offline', 'history', 'downloads', 'wishes', 'searches', 'licences', 'shared'] as const).map((tab) =>
    href('library', { tab }),
  ),
  href('classes'),
  href('account'),
  href('account', { section: 'security' }),
  href('account', { section: 'data' }),
  href('account', { section: 'notifications' }),
  href('notices'),
  href('help'),
  href('school'),
  href('tech-rental'),
  href('contact'),
  '/no-such-page',
];

describe('texts for learners', () => {
  journey('use the informal "du" on every screen', async ({ page }) => {
    await signInByCall(page, 'student');
    const found: Record<string, string[]> = {};
    for (const address of ADDRESSES) {
      await page.goto(address);
      await settled(page);
      const texts = await formalTexts(page);
      if (texts.length > 0) found[address] = texts;
    }
    expect(found).toEqual({});
  });

  journey('use the informal "du" in messages', async ({ context, page, problems }) => {
    await signInByCall(page, 'student');
    await page.goto(mediaOf('FU-photosynthese'));
    await settled(page);
    const bookmark = page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(`^(${text('media.bookmark')}|${text('media.bookmarked')})`) })
      .first();
    await bookmark.click();
    await page.getByText(/(auf|von) deiner Merkliste|nicht mehr auf deiner Merkliste/).waitFor();
    await page
      .getByRole('status')
      .getByRole('button', { name: text('app.undo') })
      .click();
    await context.clearCookies();
    await bookmark.click();
    const dialog = page.getByRole('dialog', { name: textForPupil('login.expired.title') });
    await dialog.waitFor();
    expect(await formalTexts(page)).toEqual([]);
    problems.splice(0, problems.length, ...problems.filter((problem) => !/40[13]/.test(problem)));
  });

  journey(`use the informal "du" in the sign-in dialog`, async ({ context, page, problems }) => {
    await signInByCode(page);
    await page.goto('/');
    await settled(page);
    await page.getByRole('link', { name: 'Wasser unterwegs: zur Vorbereitung' }).click();
    const answer = page.getByRole('textbox', { name: text('assignment.own.answer') });
    await answer.fill('Weil die Luft am Berg aufsteigt.');
    await context.clearCookies();
    await page.getByRole('button', { name: text('assignment.own.send') }).click();
    const dialog = page.getByRole('dialog', { name: textForPupil('login.expired.title') });
    await dialog.getByRole('textbox', { name: text('login.code.label') }).waitFor();
    // The dialog has no link to another page, because following it would discard the answer.
    expect(await dialog.getByRole('link', { name: text('login.code.list') }).count()).toBe(0);
    expect(await formalTexts(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
    expect(await answer.inputValue()).toBe('Weil die Luft am Berg aufsteigt.');
    problems.splice(0, problems.length, ...problems.filter((problem) => !/40[13]/.test(problem)));
  });
});
