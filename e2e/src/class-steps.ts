/** A class of the demo school with learners and media, made once as its teacher by the calls, for pictures and journeys. */
import { classMedia } from '@fundus/contract/class-media';
import { classMembers } from '@fundus/contract/class-members';
import { classes } from '@fundus/contract/classes';
import { fillPath, type Endpoint } from '@fundus/contract/endpoint';
import { invitations } from '@fundus/contract/invitations';
import { learnerCodes } from '@fundus/contract/learner-codes';
import { href } from '@fundus/contract/screens';
import type { APIRequestContext, Page } from 'playwright-core';
import { signInByCall } from './people.ts';

/** Calls the portal as whoever is signed in there. */
export async function ask<R>(
  request: APIRequestContext,
  { method, path }: Endpoint,
  params: Record<string, string>,
  data?: unknown,
): Promise<R> {
  const token = (await request.get('/api/v1/user/userinfo')).headers()['x-csrf-token'] ?? '';
  const reply = await request.fetch(fillPath(path, params), {
    method,
    headers: { 'X-CSRF-Token': token },
    ...(data !== undefined && { data }),
  });
  if (!reply.ok()) throw new Error(`${method} ${path}: ${reply.status()} ${await reply.text()}`);
  return (await reply.json()) as R;
}

/** The class of the demo, and one whose codes may be seen. */
const DEMO = '8b';
const WITH_CODES = '8b Erdkunde';

type Ids = { items: { id: string; name: string }[] };

/** Does something as the demo's teacher, whoever looks at the page. */
async function asTeacher<R>(page: Page, act: (request: APIRequestContext) => Promise<R>): Promise<R> {
  const context = await page
    .context()
    .browser()!
    .newContext({ baseURL: new URL(page.url()).origin });
  try {
    await signInByCall(await context.newPage(), 'teacher');
    return await act(context.request);
  } finally {
    await context.close();
  }
}

/** The class of that name, with the demo's pupil in it, three media and five codes. Its id. */
export const ensureClass = (page: Page, name: string): Promise<string> =>
  asTeacher(page, async (request) => {
    const list = await ask<Ids>(request, { ...classes.list, path: `${classes.list.path}?limit=100` } as Endpoint, {});
    const known = list.items.find((item) => item.name === name);
    if (known) return known.id;
    const { id } = await ask<{ id: string }>(request, classes.create, {}, { name, grade: 8, subject: '220' });
    const pupils = await ask<Ids>(
      request,
      { ...classMembers.candidates, path: `${classMembers.candidates.path}?q=emil&role=student` } as Endpoint,
      { id },
    );
    await ask(request, classMembers.addMembers, { id }, { people: pupils.items.map((item) => item.id).slice(0, 1), role: 'student' });
    const found = await request.get('/api/v1/media/search?q=Wasser&limit=3');
    const media = ((await found.json()) as { items: { identifier: string }[] }).items.map(({ identifier }) => identifier);
    await ask(request, classMedia.share, {}, { classes: [id], media, note: 'Schaut bis Minute 4 und notiert drei Fragen.' });
    await ask(request, learnerCodes.makeCodes, { id }, { count: 5, label: '8b' });
    return id;
  });

/** What a guest sees behind a link to the class. */
export async function openClassInvitation(page: Page): Promise<void> {
  const class_id = await ensureClass(page, DEMO);
  const body = { kind: 'link', role: 'teacher', target: 'class', class_id, message: 'Für alle, die beim Moorprojekt mitmachen.' };
  const { id } = await asTeacher(page, (request) => ask<{ id: string }>(request, invitations.create, {}, body));
  await page.goto(href('invitation', { id }));
  await page.getByRole('article').waitFor();
}

/** Opens a part of a class of the pictures. */
export const openClass =
  (tab: string, then?: (page: Page) => Promise<unknown>, name = DEMO) =>
  async (page: Page): Promise<void> => {
    const id = await ensureClass(page, name);
    await page.goto(href('class', { id }, { tab }));
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    await then?.(page);
  };

/** The list of classes, once there is one. */
export async function openClasses(page: Page): Promise<void> {
  await ensureClass(page, DEMO);
  await page.reload();
  await page.getByRole('link', { name: DEMO, exact: true }).first().waitFor();
}

/** Learners and their codes, shown. */
export const openCodes = openClass('learners', showCodes, WITH_CODES);

async function showCodes(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Codes zeigen|Show the codes)$/ }).click();
  await page
    .getByRole('button', { name: /^(Mehr zu|More about) 8b-05$/ })
    .last()
    .waitFor();
}

/** The first medium of the class, from its list. */
export const openGiven = openClass('', async (page) => {
  await page
    .getByRole('region', { name: /^(Medien|Media)$/ })
    .getByRole('link')
    .first()
    .click();
  await page.getByRole('heading', { name: /^(Hinweis der Lehrkraft|Note of the teacher)$/ }).waitFor();
});

/** The dialog that gives a medium to classes, from the first card of a search. */
export async function openSharing(page: Page): Promise<void> {
  await ensureClass(page, DEMO);
  await page.locator('.card .menu-btn').first().click();
  await page.getByRole('menuitem', { name: /^(Teilen|Share)$/ }).click();
  await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
}

const WAYS = { people: /^(Kollegium|Colleagues)$/, school: /^(Ganze Schule|Whole school)$/ };

/** The same dialog at another way to share. */
export const openSharingWith = (way: keyof typeof WAYS) => async (page: Page) => {
  await page.locator('.card .menu-btn').first().click();
  await page.getByRole('menuitem', { name: /^(Teilen|Share)$/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: WAYS[way] }).click();
  if (way === 'people') await dialog.getByRole('checkbox').first().check();
};
