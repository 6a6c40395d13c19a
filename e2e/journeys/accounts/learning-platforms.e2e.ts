/**
 * The portal in a frame of a learning platform on another site, without cookies and storage: adding a platform, selecting media, opening a medium.
 */
import { accounts } from '@fundus/contract/accounts/accounts';
import { assignments } from '@fundus/contract/assignments/assignments';
import { classes } from '@fundus/contract/classes/classes';
import { ltiCourses } from '@fundus/contract/lti/courses';
import { ltiPlatforms, type Platform } from '@fundus/contract/lti/platforms';
import { href } from '@fundus/contract/screens';
import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { sendCall } from '../../src/steps/class-steps.ts';
import { journey } from '../../src/journey.ts';
import { freePort, startLearningPlatform, type LearningPlatform } from '../../src/other-portal.ts';
import { callsAs, signInByCall } from '../../src/people.ts';
import type { Portal } from '../../src/portal.ts';
import { ownPortal } from '../../src/portals.ts';
import { text } from '../../src/texts.ts';

let portal: Portal;
let moodle: LearningPlatform;
beforeAll(async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  moodle = await startLearningPlatform(url);
  portal = await ownPortal({ env: { PORT: String(port), PUBLIC_URL: url, INTRANET_HOSTS: moodle.host } });
});
afterAll(async () => {
  await portal?.stop();
  await moodle?.stop();
});

const FIELDS = ['name', 'issuer', 'client_id', 'deployment', 'auth_url', 'token_url', 'jwks_url'] as const;

async function connectMoodle(page: Page): Promise<void> {
  await signInByCall(page, 'districtAdmin');
  await page.goto(href('school', {}, { tab: 'platforms' }));
  await page.getByRole('button', { name: text('lti.admin.add') }).click();
  const dialog = page.getByRole('dialog');
  for (const name of FIELDS) await dialog.getByLabel(text(`lti.admin.${name}`), { exact: true }).fill(moodle[name]);
  await dialog.getByRole('radio').first().check();
  const added = page.waitForResponse((response) => response.url().endsWith(ltiPlatforms.addPlatform.path) && response.ok());
  await dialog.getByRole('button', { name: text('lti.admin.save') }).click();
  await added;
}

const frameOf = (page: Page): FrameLocator => page.frameLocator('iframe[title="Werkzeug"]');

journey(
  'opens media from a course without cookies and storage',
  async ({ page, context, problems }) => {
    await connectMoodle(page);
    await context.clearCookies();
    await page.addInitScript(() => {
      if (window === window.top) return;
      const refuse = {
        configurable: true,
        get: () => {
          throw new DOMException('refused', 'SecurityError');
        },
      };
      for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, refuse);
    });
    await page.goto(`http://${moodle.host}/`);
    const course = frameOf(page);
    await course.getByRole('heading', { name: text('lti.pick.title') }).waitFor();
    for (const title of ['Das Wald-Quiz', 'Der Wasserkreislauf']) {
      await course.getByLabel(text('lti.pick.search')).fill(title);
      await course.getByRole('checkbox', { name: title, exact: false }).first().check();
    }
    await course.getByRole('button', { name: text('lti.pick.take') }).click();
    await expect.poll(() => course.getByRole('listitem').count()).toBe(2);

    await page.goto(`http://${moodle.host}/?item=0`);
    // The exercise is untrusted content and runs in a nested frame.
    await course.getByRole('heading', { name: 'Das Wald-Quiz' }).waitFor();
    await course.frameLocator('iframe').getByRole('button').first().waitFor();
    expect(await context.cookies()).toEqual([]);
    // The platform is another host, so its requests are expected. All other problems fail the test.
    const foreign = problems.filter((each) => each.startsWith(`foreign request: http://${moodle.host}/`));
    problems.splice(0, problems.length, ...problems.filter((each) => !foreign.includes(each)));
  },
  { portal: () => portal.url },
);

journey(
  'sends grades of assignments to the linked course',
  async ({ page, context, problems }) => {
    // Sets up the platform by calls, because another test covers the manual set-up.
    const admin = await callsAs(portal.url, 'districtAdmin');
    const teacher = await callsAs(portal.url, 'teacher');
    const me = (await (await teacher.get(accounts.userinfo.path)).json()) as { school_id: string };
    const about = Object.fromEntries(FIELDS.map((name) => [name, moodle[name]]));
    const { platforms } = await sendCall<{ platforms: Platform[] }>(admin, ltiPlatforms.platforms, {});
    const platform =
      platforms.find(({ issuer }) => issuer === moodle.issuer) ??
      (await sendCall<Platform>(admin, ltiPlatforms.addPlatform, {}, { ...about, school_id: me.school_id }));
    const { version } = await sendCall<Platform>(
      admin,
      ltiPlatforms.setDeployment,
      { id: platform.id, deploymentId: platform.deployments[0]!.id },
      { school_id: me.school_id },
    );
    await sendCall(admin, ltiPlatforms.changePlatform, { id: platform.id }, { version, services: ['grades'] });
    const { id } = await sendCall<{ id: string }>(teacher, classes.create, {}, { name: '7c', grade: 7, subject: '220' });
    const steps = [{ kind: 'text', title: 'Woher kommt der Regen?', completion: 'answer_text' }];
    await sendCall(teacher, assignments.create, { id }, { title: 'Regen', steps, publish: true });
    const { code } = await sendCall<{ code: string }>(teacher, ltiCourses.inviteCourse, { id });

    await page.goto(`http://${moodle.host}/`);
    const course = frameOf(page);
    await course
      .getByRole('radio', { name: text('lti.pick.tasks') })
      .or(course.getByRole('button', { name: text('lti.pick.tasks') }))
      .first()
      .click();
    await course.getByLabel(text('lti.connect.code')).fill(code);
    await course.getByRole('button', { name: text('lti.connect.do') }).click();
    await course.getByRole('checkbox', { name: 'Regen', exact: false }).check();
    await course.getByRole('button', { name: text('lti.pick.take') }).click();
    await course.getByRole('heading', { name: text('lti.pick.title') }).waitFor({ state: 'hidden' });
    await course.getByRole('listitem').filter({ hasText: 'Regen' }).waitFor();

    await page.goto(`http://${moodle.host}/?item=0`);
    await course.getByLabel(text('assignment.own.answer')).fill('Aus Wolken, und die aus dem Meer.');
    await course.getByRole('button', { name: text('assignment.own.send') }).click();
    const grades = async () => (await (await fetch(`http://${moodle.host}/scores`)).json()) as Record<string, unknown>[];
    await expect
      .poll(async () => (await grades()).at(-1))
      .toMatchObject({
        ...{ userId: '4', scoreGiven: 100, scoreMaximum: 100, activityProgress: 'Completed', gradingProgress: 'FullyGraded' },
      });
    expect(await context.cookies()).toEqual([]);
    problems.splice(0, problems.length, ...problems.filter((each) => !each.startsWith(`foreign request: http://${moodle.host}/`)));
  },
  { portal: () => portal.url },
);
