/** Results of an assignment: table of learners and steps, comments for several learners, page of a step, drafts without steps. */
import { assignments } from '@fundus/contract/assignments/assignments';
import { assignmentResults } from '@fundus/contract/assignments/results';
import { classes } from '@fundus/contract/classes/classes';
import { learnerCodes } from '@fundus/contract/classes/learner-codes';
import { href } from '@fundus/contract/screens';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { PHONE, visit } from '../../src/browser.ts';
import { demoPortal, journey } from '../../src/journey.ts';
import { callsAs, signInByCall } from '../../src/people.ts';
import { sendCall } from '../../src/steps/class-steps.ts';
import { text } from '../../src/texts.ts';

const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name, exact: typeof name === 'string' });

/** Creates a class with three learner codes, and an assignment with two questions and a checkbox. */
async function lesson(url: string) {
  const request = await callsAs(url, 'teacher');
  const { id: classId } = await sendCall<{ id: string }>(request, classes.create, {}, { name: `7d ${Date.now()}`, grade: 7 });
  await sendCall(request, learnerCodes.makeCodes, { id: classId }, { count: 3, label: '7d' });
  const steps = ['Was ist Magma?', 'Was ist Lava?', 'Heft zeigen'].map((title, i) => ({
    ...{ kind: 'text', title },
    completion: i < 2 ? 'answer_text' : 'self_marked',
  }));
  const given = { title: 'Feuerberge', steps, publish: true };
  const { id } = await sendCall<{ id: string }>(request, assignments.create, { id: classId }, given);
  return { request, classId, id };
}

describe('assignment results', () => {
  journey('let the teacher comment on several learners at once', async ({ page }) => {
    const url = await demoPortal();
    const { request, classId, id } = await lesson(url);
    const grid = await sendCall<{ learners: { member_id: string }[] }>(request, assignmentResults.grid, { id: classId });
    const { contents } = await sendCall<{ contents: { id: string }[] }>(request, assignments.read, { id });
    await sendCall(
      request,
      assignmentResults.reviewWork,
      { id, stepId: contents[0]!.id, memberId: grid.learners[0]!.member_id },
      { done: true, comment: 'Gut' },
    );
    await signInByCall(page, 'teacher');
    await page.goto(href('class', { id: classId }, { tab: 'results', assignment: id }));
    await page
      .getByRole('row', { name: /7d-01/ })
      .getByText(text('assignment.matrix.of', { completed: 1, steps: 3 }))
      .waitFor();
    await page.getByText(text('assignment.due.none')).waitFor();
    for (const name of ['7d-01', '7d-02']) await page.getByRole('checkbox', { name: text('rows.choose', { name }) }).check();
    await button(page, text('rows.act', { label: text('assignment.comments'), count: 2 })).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(text('assignment.comment'), { exact: true }).fill('Lest noch einmal nach.');
    await button(dialog, text('assignment.comment.send')).click();
    await page.getByText(text('assignment.comments.sent', { count: 1 })).waitFor();
    await button(page, /7d-02, Was ist Magma/).click();
    await dialog.getByText('Lest noch einmal nach.').waitFor();
    await page.keyboard.press('Escape');
    await page
      .getByRole('columnheader', { name: /Was ist Lava/ })
      .getByRole('link')
      .click();
    await page.getByRole('heading', { level: 1, name: /Was ist Lava/ }).waitFor();

    const phone = await visit(url, PHONE);
    try {
      await signInByCall(phone.page, 'teacher');
      await phone.page.goto(href('class', { id: classId }, { tab: 'results', assignment: id }));
      const card = phone.page.getByRole('listitem').filter({ has: phone.page.getByRole('heading', { name: '7d-02' }) });
      await button(card, /^1\. Was ist Magma/).click();
      await phone.page.getByRole('dialog').getByText('Lest noch einmal nach.').waitFor();
      expect(phone.problems).toEqual([]);
    } finally {
      await phone.leave();
    }
  });

  journey('become available after a draft is completed and published', async ({ page }) => {
    const url = await demoPortal();
    const { classId } = await lesson(url);
    await signInByCall(page, 'teacher');
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.goto(href('class', { id: classId }, { tab: 'assignments', assignment: 'new' }));
    await page.getByLabel(text('assignment.title'), { exact: true }).fill('Später mehr');
    await button(page, text('assignment.save.draft')).click();
    await page.getByText(text('assignment.draft.empty')).waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.getByRole('link', { name: text('assignment.step.add') }).click();
    await button(page, text('assignment.step.add')).click();
    const dialog = page.getByRole('dialog');
    await button(dialog, text('assignment.step.own')).click();
    await dialog.getByLabel(text('assignment.step.text'), { exact: true }).fill('Was ist Magma?');
    await button(dialog, text('list.add.here')).click();
    await button(dialog, text('list.add.ready')).click();
    await button(page, text('app.save')).click();
    await button(page, text('assignment.move.publish')).click();
    await page.getByText(text('assignment.state.active'), { exact: true }).waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});
