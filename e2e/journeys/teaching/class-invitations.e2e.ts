/** Invitations to a class: a learner joins by link and code, a teacher of another school becomes a guest after approval. */
import { classes } from '@fundus/contract/classes/classes';
import { learnerCodes, type LearnerCode } from '@fundus/contract/classes/learner-codes';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { pathOf } from '../../src/browser.ts';
import { sendCall } from '../../src/steps/class-steps.ts';
import { journey } from '../../src/journey.ts';
import { signIn, signInByCall } from '../../src/people.ts';
import { text } from '../../src/texts.ts';

const make = async (page: Page, name: string): Promise<string> =>
  (await sendCall<{ id: string }>(page.request, classes.create, {}, { name })).id;

/** Creates an invitation on the learners' tab of a class and returns its link. */
async function createInvitationLink(
  page: Page,
  id: string,
  choose: (dialog: ReturnType<Page['getByRole']>) => Promise<void>,
): Promise<string> {
  await page.goto(`/class/${id}?tab=learners`);
  await page
    .getByRole('region', { name: text('class.invitations') })
    .getByRole('button', { name: text('invitations.new'), exact: true })
    .click();
  const dialog = page.getByRole('dialog');
  await choose(dialog);
  await dialog.getByRole('button', { name: text('invitations.make') }).click();
  const address = await dialog.getByLabel(text('invitations.address'), { exact: true }).inputValue();
  return new URL(address).pathname;
}

describe('invitation link to a class', () => {
  journey('admits a learner with a code', async ({ page, open, context }) => {
    await signInByCall(page, 'teacher');
    const other = await make(page, '6d Linkprobe');
    await sendCall(page.request, learnerCodes.makeCodes, { id: other }, { count: 1 });
    await sendCall(page.request, learnerCodes.showCodes, { id: other });
    const { items } = await sendCall<{ items: LearnerCode[] }>(page.request, learnerCodes.codes, { id: other });
    const id = await make(page, '6e Moorforscher');
    const path = await createInvitationLink(page, id, async (dialog) => {
      await dialog.getByLabel(text('invitations.message')).fill('Hier sammeln wir alles zum Moor');
    });

    await context.clearCookies();
    const learner = await open();
    await learner.goto(path);
    await learner.getByText('Hier sammeln wir alles zum Moor').waitFor();
    await learner.getByRole('link', { name: text('invitation.class.code') }).click();
    await learner.getByLabel(text('login.code.label')).fill(items[0]!.code!);
    await learner.keyboard.press('Enter');
    await expect.poll(() => pathOf(learner)).toBe(path);
    await learner.getByRole('button', { name: text('invitation.accept'), exact: true }).click();
    await expect.poll(() => pathOf(learner)).toBe(`/class/${id}`);
    await learner.getByRole('heading', { level: 1, name: '6e Moorforscher' }).waitFor();
    await learner.goto(path);
    await learner.getByText(text('invitation.class.member', { name: '6e Moorforscher' })).waitFor();
  });

  journey('admits a teacher of another school after approval', async ({ page, open, context }) => {
    await signInByCall(page, 'teacher');
    const id = await make(page, '9f Partnerklasse');
    const path = await createInvitationLink(page, id, async (dialog) => {
      await dialog.getByLabel(text('invitations.role'), { exact: true }).selectOption('teacher');
      await dialog.getByRole('checkbox', { name: new RegExp(`^${text('invitations.ownSchool')}`) }).uncheck();
      await dialog.getByRole('checkbox', { name: new RegExp(`^${text('invitations.confirmFirst')}`) }).check();
    });

    await context.clearCookies();
    const guest = await open();
    await guest.goto(path);
    await guest
      .getByRole('article')
      .getByRole('link', { name: text('login.action'), exact: true })
      .click();
    await signIn(guest, 'districtAdmin');
    await expect.poll(() => pathOf(guest)).toBe(path);
    await guest.getByRole('button', { name: text('invitation.ask') }).click();
    await guest
      .getByRole('status')
      .getByText(text('invitation.class.waiting', { name: '9f Partnerklasse' }))
      .waitFor();

    await context.clearCookies();
    const teacher = await open();
    await signInByCall(teacher, 'teacher');
    await teacher.goto(`/class/${id}?tab=learners`);
    const asked = teacher.getByRole('region', { name: text('invitations.applications') });
    const name = await asked.getByRole('heading', { level: 3 }).innerText();
    await asked.getByRole('button', { name: text('invitations.confirm.name', { name }) }).click();
    await teacher.getByText(text('class.accepted', { name, class: '9f Partnerklasse' })).waitFor();
    await teacher
      .getByRole('region', { name: text('class.teachers') })
      .getByRole('heading', { name })
      .waitFor();
  });
});
