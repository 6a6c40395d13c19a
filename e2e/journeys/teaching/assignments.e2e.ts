/** A lesson from the search to the results, with a teacher at a desktop and a learner on a phone at the same time. */
import { classes } from '@fundus/contract/classes/classes';
import { href } from '@fundus/contract/screens';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { pathOf, PHONE, visit } from '../../src/browser.ts';
import { sendCall } from '../../src/steps/class-steps.ts';
import { demoPortal, journey } from '../../src/journey.ts';
import { callsAs, signInByCall } from '../../src/people.ts';
import { text } from '../../src/texts.ts';

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
const link = (within: Page | Locator, name: string) => within.getByRole('link', { name, exact: true });

type Found = { identifier: string; fn_titel: string; viewer: string; can: { play: boolean } };

describe('assignments', () => {
  journey(
    'let a teacher comment on the work of learners',
    async ({ page }) => {
      const url = await demoPortal();
      const title = `Feuerberge ${Date.now()}`;
      const className = `9c ${Date.now()}`;
      const { id: classId } = await sendCall<{ id: string }>(
        await callsAs(url, 'teacher'),
        classes.create,
        {},
        { name: className, grade: 9 },
      );
      await signInByCall(page, 'teacher');
      const reply = await page.request.get('/api/v1/media/search?q=Vulkan&limit=50');
      const film = ((await reply.json()) as { items: Found[] }).items.find(({ viewer, can }) => viewer === 'video' && can.play)!;

      // Finds a film and adds a part of it to a new list.
      await page.goto(href('search', {}, { q: 'Vulkan' }));
      await page.getByRole('link', { name: film.fn_titel, exact: true }).first().click();
      await page.getByRole('heading', { level: 1, name: film.fn_titel }).waitFor();
      await page.goto(href('media', { id: film.identifier }, { t: '5', e: '8' }));
      await button(page, text('list.add.action')).click();
      const dialog = page.getByRole('dialog');
      await button(dialog, text('list.new')).click();
      await dialog.getByLabel(text('list.new.title')).fill(title);
      await button(dialog, text('list.new.action')).click();
      await expect.poll(() => dialog.getByRole('checkbox', { name: new RegExp(`^${title}`) }).isChecked()).toBe(true);
      await button(dialog, text('list.add.send')).click();
      await page.getByRole('link', { name: text('list.added.open') }).click();
      const part = `${film.fn_titel} (0:05–0:08)`;
      await page.getByRole('heading', { name: part }).waitFor();

      // Checks the list and turns it into an assignment with a question.
      await page
        .getByRole('region', { name: text('list.check') })
        .getByText(text('list.check.good', { count: 0, day: text('list.planned.today') }))
        .waitFor();
      await button(page, text('list.menu', { title })).click();
      await page.getByRole('menuitem', { name: text('assignment.give'), exact: true }).click();
      await dialog.getByRole('radio', { name: new RegExp(`^${className}`) }).check();
      await button(dialog, text('assignment.give.next')).click();
      await page.getByRole('heading', { level: 1, name: text('assignment.new') }).waitFor();
      await button(page, text('assignment.step.add')).click();
      await button(dialog, text('assignment.step.own')).click();
      await dialog.getByLabel(text('assignment.step.text'), { exact: true }).fill('Was ist Magma?');
      await button(dialog, text('list.add.here')).click();
      await button(dialog, text('list.add.ready')).click();
      await button(page, text('assignment.move.publish')).click();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();

      // Prints learner codes.
      await page.goto(href('class', { id: classId }, { tab: 'learners' }));
      await button(page, text('codes.make')).first().click();
      await dialog.getByLabel(text('codes.count')).fill('1');
      await dialog.getByLabel(text('codes.label')).fill('9c');
      await button(dialog, text('codes.make')).click();
      await button(dialog, text('codes.print.make')).click();
      const paper = await dialog.getByRole('link', { name: text('codes.print.open') }).getAttribute('href');
      expect((await page.request.get(paper!)).headers()['content-type']).toBe('application/pdf');
      await button(dialog, text('app.cancel')).click();
      const code = await page
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: '9c-01' }) })
        .locator('code')
        .innerText();
      await link(page, text('class.tab.results')).click();
      const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /^9c-01/ }) });
      await row.getByText(text('assignment.cell.not_started')).waitFor();

      const phone = await visit(url, PHONE);
      try {
        const learner = phone.page;
        await learner.goto(`/login#code=${code}`);
        await button(learner, text('login.action')).click();
        await learner
          .getByRole('region', { name: text('home.due.pupil') })
          .getByRole('link', { name: title })
          .click();
        await link(learner, text('assignment.own.begin', { title: part })).click();
        await button(learner, text('player.play')).first().click();
        await learner.getByText(text('assignment.own.completed'), { exact: true }).waitFor();
        await row.getByText(text('assignment.cell.started')).waitFor();

        await link(learner, text('assignment.own.toAll')).click();
        await learner.getByLabel(text('assignment.own.answer')).fill('Flüssiges Gestein unter der Erde.');
        await button(learner, text('assignment.own.send')).click();
        await learner.getByText(text('assignment.own.done')).waitFor();
        await row.getByText(text('assignment.cell.completed')).waitFor();

        await row.getByRole('link').click();
        await page.getByText('Flüssiges Gestein unter der Erde.').waitFor();
        await button(page, `${text('assignment.comment')}: Was ist Magma?, 9c-01`).click();
        await page.getByLabel(text('assignment.comment'), { exact: true }).fill('Genau, und oben heißt es Lava.');
        await button(page, text('assignment.comment.send')).click();
        await page.getByText(text('assignment.comment.sent')).waitFor();
        await learner.reload();
        await learner.getByText('Genau, und oben heißt es Lava.').waitFor();
        expect(pathOf(learner)).toBe(`/class/${classId}`);
        expect(phone.problems).toEqual([]);
      } finally {
        await phone.leave();
      }
    },
    // The journey takes long if other tests run at the same time.
  );
});
