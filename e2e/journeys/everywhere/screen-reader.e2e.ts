/**
 * Six tasks as a user of a screen reader does them. Every act moves the focus to a named element or keeps it, and announces its result
 * (docs/behaviour/common.md#screen-readers). The accessibility trees of the steps are written to `.cache/journeys`.
 */
import { assignments } from '@fundus/contract/assignments/assignments';
import { classes } from '@fundus/contract/classes/classes';
import { learnerCodes } from '@fundus/contract/classes/learner-codes';
import { DEMO_PASSWORD } from '@fundus/contract/demo';
import { href } from '@fundus/contract/screens';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { demoPortal, journey } from '../../src/journey.ts';
import { callsAs, profile, signInByCall } from '../../src/people.ts';
import { recordAnnouncements } from '../../src/screen-reader.ts';
import { sendCall } from '../../src/steps/class-steps.ts';
import { text } from '../../src/texts.ts';

const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name, exact: typeof name === 'string' });
const enter = (target: Locator) => target.press('Enter');

describe('a screen reader announces', () => {
  journey('a failed and a successful sign-in', async ({ page }) => {
    const record = await recordAnnouncements(page, 'sign-in');
    const opened = await record('sign-in page', () => page.goto('/login'));
    expect(opened.live).toContain('Anmelden');
    await page.getByLabel(text('login.name')).fill('lehrkraft@demo.example');
    const password = page.getByRole('textbox', { name: text('login.password'), exact: true });
    await password.fill('falsch');
    const failed = await record('wrong password', async () => {
      await enter(password);
      await page.getByText(text('error.wrong_credentials')).waitFor();
    });
    expect(failed).toMatchObject({ focus: expect.stringContaining('textbox "Passwort"'), live: [text('error.wrong_credentials')] });
    await password.fill(DEMO_PASSWORD);
    const home = await record('home page', async () => {
      await enter(password);
      await profile(page).waitFor();
    });
    expect(home.focus).toMatch(/^heading "Guten \S+, Frau Falkner\." \[level=1\]$/);
  });

  journey('the number of hits and the title of the opened film', async ({ page }) => {
    const record = await recordAnnouncements(page, 'search');
    await signInByCall(page, 'teacher');
    await record('home page', () => page.goto('/'));
    const field = page.getByRole('combobox', { name: text('search.label') });
    const typed = await record('suggestions', async () => {
      await field.pressSequentially('Vulkan');
      await page.getByRole('listbox', { name: text('search.suggestions') }).waitFor();
    });
    expect(typed.focus).toBe('combobox "Medien suchen" [expanded]: Vulkan');
    const hits = await record('results', async () => {
      await page.keyboard.press('Escape');
      await enter(field);
      await page.getByRole('article').first().waitFor();
    });
    expect(hits.focus).toMatch(/^heading "\d+ Medi(?:um|en) zu „Vulkan“" \[level=1\]$/);
    expect(hits.live.join()).toContain('zu „Vulkan“');
    const hit = page.getByRole('article').first().getByRole('heading').getByRole('link');
    const title = (await hit.innerText()).replaceAll('\u00ad', '');
    const medium = await record('medium', async () => {
      await enter(hit);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
    });
    expect(medium).toMatchObject({ focus: `heading "${title}" [level=1]`, live: [title] });
    const played = await record('film', async () => {
      await enter(button(page, text('player.play')).first());
      await button(page, text('player.pause')).first().waitFor();
    });
    expect(played.focus).toMatch(/^(?:button|slider|group|region) /);
  });

  journey('a new list and the medium added to it', async ({ page }) => {
    const record = await recordAnnouncements(page, 'list');
    await signInByCall(page, 'teacher');
    await page.goto(href('media', { id: 'FU-photosynthese' }));
    const title = `Blatt ${Date.now()}`;
    const dialog = page.getByRole('dialog');
    await record('dialog', async () => {
      await enter(button(page, text('list.add.action')));
      await dialog.waitFor();
    });
    const named = await record('new list', () => enter(button(dialog, text('list.new'))));
    expect(named.focus).toBe(`textbox "${text('list.new.title')}"`);
    await dialog.getByLabel(text('list.new.title')).fill(title);
    const made = await record('created list', () => enter(button(dialog, text('list.new.action'))));
    expect(made).toMatchObject({ focus: `button "${text('list.new')}"`, live: [text('list.new.chosen', { title })] });
    const added = await record('added medium', async () => {
      await enter(button(dialog, text('list.add.send')));
      await dialog.waitFor({ state: 'detached' });
    });
    expect(added.live.join()).toContain(`„Photosynthese“ steht in „${title}“.`);
    expect(added.focus).not.toBe('');
  });

  journey('the answer of a learner and the comment of the teacher', async ({ page }) => {
    const request = await callsAs(await demoPortal(), 'teacher');
    const { id: classId } = await sendCall<{ id: string }>(request, classes.create, {}, { name: `7e ${Date.now()}`, grade: 7 });
    await sendCall(request, learnerCodes.makeCodes, { id: classId }, { count: 1, label: '7e' });
    await sendCall(request, learnerCodes.printCodes, { id: classId }, {});
    const { items } = await sendCall<{ items: { code: string }[] }>(request, learnerCodes.codes, { id: classId });
    const steps = [
      { kind: 'text', title: 'Was ist Magma?', completion: 'answer_text' },
      { kind: 'text', title: 'Heft zeigen', completion: 'self_marked' },
    ];
    const given = { title: 'Feuerberge', steps, publish: true };
    const { id } = await sendCall<{ id: string }>(request, assignments.create, { id: classId }, given);
    const record = await recordAnnouncements(page, 'task');

    const home = await record('home of the learner', async () => {
      await page.goto(`/login#code=${items[0]!.code}`);
      await enter(button(page, text('login.action')));
      await page.getByRole('region', { name: text('home.due.pupil') }).waitFor();
    });
    expect(home.focus).toMatch(/^heading "Guten \S+, 7e-01\." \[level=1\]$/);
    const opened = await record('assignment', async () => {
      const due = page.getByRole('region', { name: text('home.due.pupil') });
      await enter(due.getByRole('link', { name: 'Feuerberge' }));
      await page.getByLabel(text('assignment.own.answer')).waitFor();
    });
    expect(opened.focus).toBe('heading "Feuerberge" [level=1]');
    await page.getByLabel(text('assignment.own.answer')).fill('Gestein');
    const answered = await record('answer', async () => {
      await enter(button(page, text('assignment.own.send')));
      await page.getByText(text('assignment.own.sent')).waitFor();
    });
    expect(answered.live.join()).toContain(text('assignment.own.sent'));
    expect(answered.focus).not.toBe('');
    const helped = await record('request for help', async () => {
      await enter(button(page, text('assignment.own.help')));
      await page.getByText(text('assignment.own.help.said')).waitFor();
    });
    expect(helped).toMatchObject({ focus: `button "${text('assignment.own.help')}" [pressed]`, live: [text('assignment.own.help.said')] });

    await signInByCall(page, 'teacher');
    await page.goto(href('class', { id: classId }, { tab: 'results', assignment: id }));
    await page.getByRole('checkbox', { name: text('rows.choose', { name: '7e-01' }) }).check();
    const dialog = page.getByRole('dialog');
    const commenting = await record('comment dialog', async () => {
      await enter(button(page, text('rows.act', { label: text('assignment.comments'), count: 1 })));
      await dialog.waitFor();
    });
    expect(commenting.focus).toMatch(/^combobox /);
    await dialog.getByLabel(text('assignment.comment'), { exact: true }).fill('Gut.');
    const commented = await record('comment', async () => {
      await enter(button(dialog, text('assignment.comment.send')));
      await dialog.waitFor({ state: 'detached' });
    });
    expect(commented.live.join()).toContain(text('assignment.comments.sent', { count: 1 }));
    expect(commented.focus).not.toBe('');
  });

  journey('the chosen days and the order of a device', async ({ page }) => {
    const record = await recordAnnouncements(page, 'rental');
    // The cart of the teacher belongs to the journeys of lending, which may run at the same time.
    await signInByCall(page, 'schoolAdmin');
    await page.goto('/tech-rental');
    const model = await record('model', () => enter(page.getByRole('link', { name: /^Podcast-Koffer/ })));
    expect(model.focus).toBe('heading "Podcast-Koffer" [level=2]');
    const day = page
      .getByRole('list', { name: text('lending.calendar') })
      .getByRole('button')
      .first();
    const first = await record('first day', () => enter(day));
    expect(first.live.join()).toMatch(/^Abholung am .+ Wählen Sie den Tag der Rückgabe\.$/);
    const last = await record('last day', () => enter(day));
    expect(last.live.join()).toMatch(/1 Tag/);
    expect(last.focus).toMatch(/^'?button "/);
    const put = await record('cart', () => enter(button(page, text('lending.put'))));
    expect(put.live).toContain('Podcast-Koffer liegt im Warenkorb.');
    expect(put.focus).not.toBe('');
    await page.getByRole('textbox', { name: text('lending.order.title'), exact: true }).fill('Radio der 7e');
    const terms = page.getByRole('checkbox', { name: text('lending.terms.agree') });
    await terms.check();
    const order = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Radio der 7e' }) });
    const sent = await record('order', async () => {
      await enter(button(page, text('lending.order.ask')));
      await order.waitFor();
    });
    expect(sent.live.join()).toMatch(/Ihre Anfrage \S+ wurde gesendet\./);
    expect(sent.focus).not.toBe('');
    const cancelled = await record('cancelled order', async () => {
      await enter(button(order, text('lending.cancel')).first());
      await page.getByText(text('lending.cancelled', { title: 'Radio der 7e' })).waitFor();
    });
    expect(cancelled.focus).not.toBe('');
  });
});
