/** News: a school publishes news, which only its audience can read. */
import type { Endpoint } from '@fundus/contract/endpoint';
import { news } from '@fundus/contract/news/news';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { pathOf } from '../../src/browser.ts';
import { sendCall } from '../../src/steps/class-steps.ts';
import { journey } from '../../src/journey.ts';
import { NEW, publish, write } from '../../src/steps/news-steps.ts';
import { signInByCall } from '../../src/people.ts';
import { settled } from '../../src/settled.ts';
import { text } from '../../src/texts.ts';

/** A picture of one pixel. */
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: PICTURE });

const button = (page: Page, key: Parameters<typeof text>[0]) => page.getByRole('button', { name: text(key), exact: true });
const mark = (page: Page) => page.getByRole('navigation', { name: text('nav.main') }).getByRole('link', { name: /ungelesen/ });

/** Selects a file in the file chooser that a button opens. */
async function choose(page: Page, press: () => Promise<void>, name: string): Promise<void> {
  const asked = page.waitForEvent('filechooser');
  await press();
  await (await asked).setFiles(picture(name));
}

describe('news', () => {
  journey('are marked as unread until the reader opens them', async ({ page, open, context }) => {
    await signInByCall(page, 'schoolAdmin');
    await page.goto(NEW);
    await page.getByLabel(text('news.field.title'), { exact: true }).fill('Der Beamer in Raum 204 ist wieder da');
    await page.getByLabel(text('news.field.teaser'), { exact: true }).fill('Mit neuer Lampe und Lautsprechern.');
    const body = page.getByRole('textbox', { name: text('news.field.body'), exact: true });
    await body.click();
    await page.keyboard.type('Bitte nach der Stunde ausschalten.');
    await page.keyboard.press('Enter');
    await button(page, 'editor.picture').click();
    const dialog = page.getByRole('dialog', { name: text('editor.picture') });
    await choose(page, () => dialog.getByRole('button', { name: text('editor.picture.choose') }).click(), 'beamer.png');
    await dialog.getByRole('button', { name: text('editor.picture.other') }).waitFor();
    await dialog.getByRole('button', { name: text('editor.picture.apply'), exact: true }).click();
    await dialog.getByText(text('editor.picture.alt.missing')).waitFor();
    await dialog.getByLabel(text('editor.picture.alt')).fill('Der Beamer an der Decke');
    await dialog.getByRole('button', { name: text('editor.picture.apply'), exact: true }).click();
    await body.getByRole('img', { name: 'Der Beamer an der Decke' }).waitFor();

    // Rejects a cover without alternative text before sending the form.
    await choose(page, () => button(page, 'news.cover.choose').click(), 'titel.png');
    const alt = page.getByLabel(text('editor.picture.alt'), { exact: true });
    await alt.waitFor();
    await button(page, 'news.saveDraft').click();
    await page.getByRole('alert').getByText(text('news.rule.required')).waitFor();
    await expect.poll(() => alt.evaluate((field) => field === document.activeElement)).toBe(true);
    await alt.fill('Ein Lichtkegel');

    await button(page, 'news.step.publish').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('news.step.publish'), exact: true })
      .click();
    await expect.poll(() => page.url()).not.toContain('edit');
    await page.getByRole('heading', { level: 1, name: 'Der Beamer in Raum 204 ist wieder da' }).waitFor();
    const address = pathOf(page);

    await context.clearCookies();
    const teacher = await open();
    await signInByCall(teacher, 'teacher');
    await teacher.goto('/library');
    await mark(teacher).waitFor();
    await mark(teacher).click();
    await expect.poll(() => pathOf(teacher)).toBe('/news');
    const card = teacher.getByRole('article').filter({ hasText: 'Der Beamer in Raum 204' });
    await card.getByText(text('news.new'), { exact: true }).waitFor();
    await card.getByRole('img', { name: 'Ein Lichtkegel' }).waitFor();
    await expect.poll(() => mark(teacher).count()).toBe(0);
    await card.getByRole('link').click();
    await expect.poll(() => pathOf(teacher)).toBe(address);
    await teacher.getByRole('img', { name: 'Der Beamer an der Decke' }).waitFor();
    expect(await teacher.getByRole('link', { name: text('news.edit'), exact: true }).count()).toBe(0);
    await teacher.goto('/school?tab=news');
    await teacher.getByRole('link', { name: 'Der Beamer in Raum 204 ist wieder da' }).waitFor();
  });

  journey('are hidden from learners if they are addressed to staff', async ({ page, open, context }) => {
    await signInByCall(page, 'schoolAdmin');
    const { id } = await publish(page.request, await write(page.request, { title: 'Konferenz über Filmrechte', roles: 'teacher' }));
    await publish(page.request, await write(page.request, { title: 'Filmclub sucht Mitglieder', roles: 'all' }));
    await context.clearCookies();
    const pupil = await open();
    await signInByCall(pupil, 'student');
    await pupil.goto('/news');
    await pupil.getByRole('link', { name: 'Filmclub sucht Mitglieder' }).waitFor();
    expect(await pupil.getByRole('link', { name: 'Konferenz über Filmrechte' }).count()).toBe(0);
    expect(await pupil.getByRole('link', { name: text('news.write') }).count()).toBe(0);
    await pupil.goto(`/news/${id}`);
    await pupil.getByRole('heading', { level: 1, name: text('news.missing') }).waitFor();
  });

  journey('preserve formats of text pasted from Word', async ({ page }) => {
    await signInByCall(page, 'schoolAdmin');
    await page.goto(NEW);
    const body = page.getByRole('textbox', { name: text('news.field.body'), exact: true });
    const html = () => body.evaluate((area) => area.innerHTML.replace(/<br class="ProseMirror-trailingBreak">/g, ''));
    await body.click();
    await body.evaluate((area) => {
      const clipboardData = new DataTransfer();
      const item = (words: string) =>
        `<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp; </span></span>${words}<o:p></o:p></p>`;
      clipboardData.setData(
        'text/html',
        `<html><head><style>p{color:red}</style></head><body><h1 style='mso-x:y'>Plan</h1><p class=MsoNormal style='color:red'><b>Mit</b> <u>Film</u></p>${item('Beamer')}${item('Kabel')}</body></html>`,
      );
      area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    const pasted = '<h3>Plan</h3><p><strong>Mit</strong> Film</p><ul><li><p>Beamer</p></li><li><p>Kabel</p></li></ul>';
    expect(await html()).toBe(pasted);
    await page.keyboard.press('Control+z');
    expect(await html()).toBe('<p></p>');
    await page.keyboard.press('Control+Shift+z');
    expect(await html()).toBe(pasted);

    // Enter on an empty list item ends the list.
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('Bis');
    await page.keyboard.press('Control+b');
    await page.keyboard.press('Control+u');
    await page.keyboard.type(' morgen');
    expect(await html()).toBe(`${pasted}<p><strong>Bis</strong> morgen</p>`);

    // The toolbar is a single Tab stop whose buttons are reached with the arrow keys.
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => button(page, 'editor.italic').evaluate((tool) => tool === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect.poll(html).toContain('<li><p><strong>Bis</strong> morgen</p></li>');
    await page.keyboard.press('Tab');
    expect(await body.evaluate((area) => area.contains(document.activeElement))).toBe(false);
    await page.getByLabel(text('news.field.title'), { exact: true }).fill('Aus Word');
    await button(page, 'news.saveDraft').click();
    await expect.poll(() => page.url()).not.toContain('edit=new');
    await page.reload();
    await body.getByText('Beamer').waitFor();
    expect(await html()).toContain(pasted);
  });

  journey('ask for confirmation before discarding unsaved text', async ({ page }) => {
    await signInByCall(page, 'schoolAdmin');
    await page.goto(NEW);
    await page.getByLabel(text('news.field.title'), { exact: true }).fill('Halb geschrieben');
    const title = page.getByLabel(text('news.field.title'), { exact: true });
    // The list of news has the same path as the editor; the library has another path.
    for (const name of [text('news.manage.back'), text('nav.library')]) {
      await page.getByRole('link', { name, exact: true }).first().click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: text('app.leave.changes.stay') })
        .click();
      expect(await title.inputValue()).toBe('Halb geschrieben');
    }
    await page.getByRole('link', { name: text('news.manage.back'), exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('app.leave.changes.action') })
      .click();
    await page.getByRole('heading', { level: 1, name: text('news.manage.title') }).waitFor();
    await page.goto(NEW);
    expect(await title.inputValue()).toBe('');
  });

  journey('require a guest of a standalone portal to sign in', async ({ page }) => {
    await page.goto('/news');
    await expect.poll(() => pathOf(page)).toBe('/login');
    const reply = await page.request.get(news.list.path);
    expect(reply.status()).toBe(401);
    await expect(sendCall(page.request, { ...news.feed, method: 'GET' } as Endpoint, {})).rejects.toThrow('401');
    await settled(page);
  });
});
