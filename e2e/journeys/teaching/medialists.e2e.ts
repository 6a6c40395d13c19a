/** Media lists: on a learner's phone, with two editors, and presented by a substitute. assignments.e2e.ts adds media from the search to a list. */
import { accounts } from '@fundus/contract/accounts/accounts';
import { medialists } from '@fundus/contract/medialists/medialists';
import { DEMO_LINK_CODE } from '@fundus/contract/demo';
import { medialistSharing } from '@fundus/contract/medialists/sharing';
import { href } from '@fundus/contract/screens';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { pathOf, PHONE, visit } from '../../src/browser.ts';
import { sendCall } from '../../src/steps/class-steps.ts';
import { demoPortal, journey } from '../../src/journey.ts';
import { demoSubstitute, endSubstitutes } from '../../src/steps/list-steps.ts';
import { callsAs, signInByCall, signInByCode } from '../../src/people.ts';
import { text } from '../../src/texts.ts';

const film = (page: Page) => page.locator('video');
const at = (page: Page): Promise<number> => film(page).evaluate((video: HTMLVideoElement) => video.currentTime);
const stands = (page: Page): Promise<boolean> => film(page).evaluate((video: HTMLVideoElement) => video.paused);
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const item = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
/** Returns the titles of the items in order. */
const order = (page: Page): Promise<string[]> => page.locator('ol').getByRole('heading').allTextContents();

type Found = { identifier: string; fn_titel: string; viewer: string; can: { play: boolean } };
async function findFilms(page: Page): Promise<Found[]> {
  const reply = await page.request.get('/api/v1/media/search?q=Vulkan%20Wasserkreislauf&limit=50');
  return ((await reply.json()) as { items: Found[] }).items.filter(({ viewer, can }) => viewer === 'video' && can.play);
}

describe('media lists', () => {
  journey('let a learner play a part of a film on a phone', async ({ page }) => {
    const title = `Feuerberge ${Date.now()}`;
    await signInByCall(page, 'teacher');
    const [first, second] = await findFilms(page);

    const part = `${first!.fn_titel} (0:05–0:07)`;
    const items = [
      { kind: 'medium', identifier: second!.identifier },
      { kind: 'sequence', identifier: first!.identifier, title: part, start_s: 5, end_s: 7 },
    ];
    const { id } = await sendCall<{ id: string }>(await callsAs(await demoPortal(), 'teacher'), medialists.create, {}, { title, items });
    await page.goto(href('medialist', { id }));
    await expect.poll(() => order(page)).toEqual([second!.fn_titel, part]);

    // Sets the task and the position of the part, removes an item and restores it.
    await button(item(page, part), text('card.menu', { title: part })).click();
    await page.getByRole('menuitem', { name: text('list.item.change'), exact: true }).click();
    await page.getByLabel(text('list.item.noteLearner'), { exact: true }).fill('Zähle die Ausbrüche.');
    await page.getByLabel(text('list.item.noteTeacher'), { exact: true }).fill('Zwei sind es.');
    await button(page.getByRole('dialog'), text('app.save')).click();
    await item(page, part).getByText('Zähle die Ausbrüche.').waitFor();
    await button(page, text('list.item.grip', { title: part })).press('ArrowUp');
    await expect.poll(() => order(page)).toEqual([part, second!.fn_titel]);
    await button(item(page, second!.fn_titel), text('card.menu', { title: second!.fn_titel })).click();
    await page.getByRole('menuitem', { name: text('list.item.take'), exact: true }).click();
    await expect.poll(() => order(page)).toEqual([part]);
    await button(page, text('app.undo')).click();
    await expect.poll(() => order(page)).toEqual([part, second!.fn_titel]);

    await button(page, text('list.release')).click();
    await page
      .getByRole('dialog')
      .getByRole('checkbox', { name: /^8b \d/ })
      .check();
    await button(page.getByRole('dialog'), text('list.release')).click();
    await page
      .getByRole('complementary', { name: text('list.sharing') })
      .getByRole('link', { name: '8b', exact: true })
      .waitFor();

    const phone = await visit(await demoPortal(), PHONE);
    try {
      await signInByCode(phone.page);
      await phone.page.goto('/');
      await phone.page.getByRole('link', { name: title }).click();
      await phone.page.getByText('Zähle die Ausbrüche.').waitFor();
      expect(await phone.page.getByText('Zwei sind es.').count()).toBe(0);
      await phone.page.getByRole('link', { name: part }).click();
      await phone.page.getByRole('region', { name: text('list.note.task') }).waitFor();
      expect(pathOf(phone.page)).toMatch(/^\/medialists\//);
      await phone.page.getByRole('link', { name: text('media.trail.after.named', { title: second!.fn_titel }) }).waitFor();
      await button(phone.page, text('player.play')).first().click();
      await expect.poll(async () => (await at(phone.page)) > 6.5 && (await stands(phone.page))).toBe(true);
      expect(await at(phone.page)).toBeLessThan(8);
      expect(phone.problems).toEqual([]);
    } finally {
      await phone.leave();
    }
  });

  journey('merge the changes of two editors', async ({ page }) => {
    const url = await demoPortal();
    const teacher = await callsAs(url, 'teacher');
    const userId = ((await (await (await callsAs(url, 'schoolAdmin')).get(accounts.userinfo.path)).json()) as { id: string }).id;
    const items = ['Einstieg', 'Erarbeitung', 'Schluss'].map((title) => ({ kind: 'heading', title }));
    const { id } = await sendCall<{ id: string }>(teacher, medialists.create, {}, { title: `Zu zweit ${Date.now()}`, items });
    await sendCall(teacher, medialistSharing.setMember, { id, userId }, { role: 'editor' });

    await signInByCall(page, 'teacher');
    await page.goto(href('medialist', { id }));
    await button(page, text('list.item.grip', { title: 'Einstieg' })).waitFor();
    const other = await visit(url);
    try {
      await signInByCall(other.page, 'schoolAdmin');
      await other.page.goto(href('medialist', { id }));
      await button(other.page, text('list.item.grip', { title: 'Schluss' })).press('ArrowUp');
      // The change arrives without reloading.
      await expect.poll(() => order(page)).toEqual(['Einstieg', 'Schluss', 'Erarbeitung']);

      // Both edit the same item. The editor who saves last sees the conflicting text.
      const write = async (on: Page, words: string) => {
        await button(item(on, 'Einstieg'), text('card.menu', { title: 'Einstieg' })).click();
        await on.getByRole('menuitem', { name: text('list.item.change'), exact: true }).click();
        await on.getByLabel(text('list.item.noteLearner'), { exact: true }).fill(words);
      };
      await write(page, 'Meine Frage');
      await write(other.page, 'Andere Frage');
      await button(other.page.getByRole('dialog'), text('app.save')).click();
      await item(other.page, 'Einstieg').getByText('Andere Frage').waitFor();
      await item(page, 'Einstieg').getByText('Andere Frage').waitFor({ state: 'attached' });
      await button(page.getByRole('dialog'), text('app.save')).click();
      await page.getByRole('alert').getByText('Andere Frage').waitFor();
      expect(await page.getByLabel(text('list.item.noteLearner'), { exact: true }).inputValue()).toBe('Meine Frage');
      await button(page, text('list.conflict.keep')).click();
      await item(other.page, 'Einstieg').getByText('Meine Frage').waitFor();

      // Drags the item to the end of the list with the mouse.
      const grip = await button(page, text('list.item.grip', { title: 'Einstieg' })).boundingBox();
      const last = await item(page, 'Erarbeitung').boundingBox();
      await page.mouse.move(grip!.x + 8, grip!.y + 8);
      await page.mouse.down();
      await page.mouse.move(grip!.x + 8, last!.y + last!.height - 4, { steps: 5 });
      await page.mouse.up();
      await expect.poll(() => order(page)).toEqual(['Schluss', 'Erarbeitung', 'Einstieg']);
      await expect.poll(() => order(other.page)).toEqual(['Schluss', 'Erarbeitung', 'Einstieg']);
      expect(other.problems).toEqual([]);
    } finally {
      await other.leave();
    }
  });

  journey('can be presented by a substitute until the link expires', async ({ page }) => {
    await page.goto(href('link', {}));
    await page.getByLabel(text('list.linked.code'), { exact: true }).fill(DEMO_LINK_CODE.toLowerCase());
    await button(page, text('list.linked.open')).click();
    await button(page, text('list.linked.watch')).waitFor();
    expect((await page.request.get(medialists.list.path)).status()).toBe(401);

    await page.goto(await demoSubstitute(page));
    await button(page, text('list.present')).click();
    const wall = page.getByRole('dialog');
    const [notes] = await Promise.all([page.waitForEvent('popup'), button(wall, text('list.present.notes')).click()]);
    await notes.getByRole('heading', { level: 2, name: 'Einstieg' }).waitFor();
    await page.bringToFront();
    await page.keyboard.press('PageDown');
    await notes.getByText('Beamer in Raum 204 vorher einschalten.').waitFor();
    // Page Down, the key that presenters' clickers send, starts the film. It stops at the end of the part.
    await film(page).waitFor();
    await expect.poll(() => film(page).evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0);
    await page.keyboard.press('PageDown');
    await expect.poll(() => stands(page)).toBe(false);
    expect(await at(page)).toBeGreaterThanOrEqual(5);
    await film(page).evaluate((video: HTMLVideoElement) => void (video.currentTime = 24.4));
    await expect.poll(() => stands(page)).toBe(true);
    expect(Math.round(await at(page))).toBe(25);
    // All items are loaded by now, and the notes advance the presentation.
    await wall.getByText(/^[1-9]\d* von \d+ geladen$/).waitFor();
    await button(notes, text('list.present.next')).click();
    await wall.getByText('Zeichnet den Kreislauf in euer Heft.').waitFor();
    await notes.close();

    await endSubstitutes(page);
    await button(wall, text('list.present.close')).click();
    await page.getByLabel(text('list.linked.code'), { exact: true }).waitFor();
  });
});
