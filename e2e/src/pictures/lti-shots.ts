/** Screens that a learning platform embeds, with simulated replies. */
import type { Assignment } from '@fundus/contract/assignments/assignments';
import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import type { Visit } from '@fundus/contract/lti/lti';
import { ltiPlatforms } from '@fundus/contract/lti/platforms';
import { href } from '@fundus/contract/screens';
import type { Page } from 'playwright-core';
import { either } from '../texts.ts';
import type { Shot } from './shot.ts';

const VISIT: Visit = {
  platform: 'Moodle der Schule',
  school: 'Goethe-Gymnasium',
  teaches: true,
  pick: null,
  target: null,
  course: null,
  connects: false,
};
const TASK: Assignment = {
  ...{ id: '0191f000-0000-7000-8000-000000000001', class: { id: '0191f000-0000-7000-8000-000000000002', name: '7a' } },
  ...{ title: 'Wasser auf der Erde', state: 'active', visible_from: null, due_at: null, steps: 2, cover: null, sums: null },
  ...{
    instructions: 'Sieh dir den Film an und antworte danach in eigenen Worten.',
    attempts: null,
    attempt_counts: 'best',
    remind_days: 1,
    version: 1,
  },
  own: { state: 'started', completed: 1, late: false, unread: 0 },
  to: { groups: [], members: [], names: [] },
  can: { edit: false, editSteps: false, remove: false, work: true, moves: [] },
  contents: [],
};
const STEP = { start_s: null, end_s: null, url: null, task: '', pass_percent: null, open: true };
const WORK = { watched: 0, attempts: 0, score: null, answer: '', late: false, needs_help: false, comment: '', unread: false };
const stepsOf = (items: readonly MediaItem[]): Assignment['contents'] => [
  ...items.slice(0, 1).map((item) => ({
    ...{ ...STEP, id: '0191f000-0000-7000-8000-000000000003', kind: 'media' as const, identifier: item.identifier, item },
    ...{ title: item.display.title, completion: 'viewed' as const, work: { ...WORK, state: 'completed' as const, watched: 100 } },
  })),
  {
    ...{ ...STEP, id: '0191f000-0000-7000-8000-000000000004', kind: 'text', identifier: null, item: null, completion: 'answer_text' },
    ...{ title: 'Woher kommt das Wasser in der Wolke?', work: { ...WORK, state: 'not_started' } },
  },
];

const OPENED = { kind: 'task' as const, id: TASK.id };
const ADDRESS = `${href('lti')}#c=${'A'.repeat(43)}`;

const visiting =
  (visit: Partial<Visit>, items: readonly MediaItem[] = []) =>
  async (page: Page): Promise<string> => {
    await page.route('**/api/v1/lti/session', (route) => route.fulfill({ json: { token: 'A'.repeat(43), visit: { ...VISIT, ...visit } } }));
    const closed = items.slice(1, 2).map(({ identifier }) => identifier);
    await page.route('**/api/v1/lti/search*', (route) => route.fulfill({ json: { total: items.length, items, closed } }));
    const task = { ...TASK, contents: stepsOf(items), ...(visit.teaches && { own: null }) };
    await page.route('**/api/v1/lti/task', (route) => route.fulfill({ json: task }));
    return ADDRESS;
  };

export const ltiShots = (items: readonly MediaItem[]): Shot[] => [
  { name: 'lti-ended', as: null, path: href('lti') },
  { name: 'lti-nothing', as: null, path: visiting({}) },
  { name: 'lti-connect', as: null, path: visiting({ target: OPENED, connects: true }) },
  { name: 'lti-task', as: null, path: visiting({ target: OPENED, teaches: false, course: { class_name: '7a' } }, items) },
  { name: 'lti-pick', as: null, path: visiting({ pick: { many: true } }, items) },
];

/** Simulates the replies for LTI 1.1, which is disabled in the demo, and returns the address of its administration. */
async function withKeys(page: Page): Promise<string> {
  await page.route(`**${ltiPlatforms.platforms.path}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { values: object };
    await route.fulfill({ response, json: { ...body, values: { ...body.values, form_url: 'https://medien.example/lti/launch' } } });
  });
  await page.route(`**${ltiPlatforms.addKey.path}`, (route) =>
    route.fulfill({ json: { platform: { name: 'Moodle Nord', client_id: 'fundus-4f7a1c20' }, secret: 'a'.repeat(43) } }),
  );
  return href('school', {}, { tab: 'platforms' });
}

const openKey = (page: Page): Promise<void> => page.getByRole('button', { name: either('lti.admin.key.add') }).click();

async function saveKey(page: Page): Promise<void> {
  await openKey(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(either('lti.admin.name')).fill('Moodle Nord');
  await dialog.getByLabel(either('lti.admin.key.origin')).fill('https://lernen.example');
  await dialog.getByRole('radio').first().check();
  await dialog.getByRole('button', { name: either('lti.admin.save') }).click();
  await dialog.getByLabel(either('lti.admin.secret')).waitFor();
}

export const keyShots: Shot[] = [
  { name: 'schools-platforms-key', as: 'districtAdmin', path: withKeys, before: openKey },
  { name: 'schools-platforms-secret', as: 'districtAdmin', path: withKeys, before: saveKey },
];
