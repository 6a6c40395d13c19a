/** Creates a class of the demo school with learners and media, for screenshots and tests. */
import { classMedia } from '@fundus/contract/classes/media';
import { classMembers } from '@fundus/contract/classes/members';
import { classes } from '@fundus/contract/classes/classes';
import { classQuestions } from '@fundus/contract/classes/questions';
import { fillPath, type Endpoint } from '@fundus/contract/endpoint';
import { invitations } from '@fundus/contract/invitations/invitations';
import { learnerCodes } from '@fundus/contract/classes/learner-codes';
import { href } from '@fundus/contract/screens';
import type { APIRequestContext, Page } from 'playwright-core';
import { portalUrlFor } from '../contexts.ts';
import { callsAs } from '../people.ts';
import { chooseListAction } from './list-actions.ts';

/** Sends a call as the user of the request context; throws unless it succeeds. */
export async function sendCall<R>(
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

/** Name of the demo's class. `WITH_CODES` is a class whose learner codes can be displayed. */
const DEMO = '8b';
const WITH_CODES = 'Erdkunde 8';

type Ids = { items: { id: string; name: string }[] };

/** Returns a request context signed in as the demo's teacher, regardless of the page's user. */
const asTeacher = (page: Page): Promise<APIRequestContext> => callsAs(portalUrlFor(page.context()), 'teacher');

/** Returns the id of the class with the given name. If necessary, creates it with the demo's learner, three media and five codes. */
export async function ensureClass(page: Page, name: string): Promise<string> {
  const request = await asTeacher(page);
  const list = await sendCall<Ids>(request, { ...classes.list, path: `${classes.list.path}?limit=100` } as Endpoint, {});
  const known = list.items.find((item) => item.name === name);
  if (known) return known.id;
  const { id } = await sendCall<{ id: string }>(request, classes.create, {}, { name, grade: 8, subject: '220' });
  const pupils = await sendCall<Ids>(
    request,
    { ...classMembers.candidates, path: `${classMembers.candidates.path}?q=emil&role=student` } as Endpoint,
    { id },
  );
  await sendCall(request, classMembers.addMembers, { id }, { people: pupils.items.map((item) => item.id).slice(0, 1), role: 'student' });
  const found = await request.get('/api/v1/media/search?q=Wasser&limit=3');
  const media = ((await found.json()) as { items: { identifier: string }[] }).items.map(({ identifier }) => identifier);
  await sendCall(request, classMedia.share, {}, { classes: [id], media, note: 'Schaut bis Minute 4 und notiert drei Fragen.' });
  await sendCall(request, learnerCodes.makeCodes, { id }, { count: 5, label: '8b' });
  return id;
}

/** Creates an invitation link to the class and returns its address. */
export async function invitationToClass(page: Page): Promise<string> {
  const class_id = await ensureClass(page, DEMO);
  const body = { kind: 'link', role: 'teacher', target: 'class', class_id, message: 'Für alle, die beim Moorprojekt mitmachen.' };
  const { id } = await sendCall<{ id: string }>(await asTeacher(page), invitations.create, {}, body);
  return href('invitation', { id });
}

/** Returns a function that returns the address of a tab of the class. */
export const classAt =
  (tab: string, name = DEMO) =>
  async (page: Page): Promise<string> =>
    href('class', { id: await ensureClass(page, name) }, { tab });

/** Address of the learners of the class whose codes can be displayed. */
export const learnersWithCodes = classAt('learners', WITH_CODES);

/** Address of class media with a teacher's note. No other test shares media with this class. */
export const mediaWithNotes = classAt('', WITH_CODES);

/** Returns the address of the list of classes, after ensuring that it is not empty. */
export async function someClasses(page: Page): Promise<string> {
  await ensureClass(page, DEMO);
  return href('classes');
}

/** Returns the address of deleted classes or of codes without a class, after ensuring that the list is not empty. */
export const lostAndFound =
  (show: 'deleted' | 'codes') =>
  async (page: Page): Promise<string> => {
    const request = await asTeacher(page);
    const list = await sendCall<{ codes_without_class: number }>(
      request,
      { ...classes.list, path: `${classes.list.path}?show=deleted` } as Endpoint,
      {},
    );
    if (list.codes_without_class === 0) {
      const { id, version } = await sendCall<{ id: string; version: number }>(request, classes.create, {}, { name: 'AG Moor', grade: 8 });
      await sendCall(request, learnerCodes.makeCodes, { id }, { count: 3, label: 'Moor' });
      await sendCall(request, classes.setState, { id }, { to: 'deleted', name: 'AG Moor', version });
    }
    return href('classes', {}, { show });
  };

/** Returns the address of a search for media that can be shared with a class. */
export async function mediaToShare(page: Page): Promise<string> {
  await ensureClass(page, DEMO);
  return href('search', {}, { q: 'Wasser' });
}

/** Displays the codes of all learners. */
export async function showCodes(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Codes anzeigen|Show codes)$/ }).click();
  await page.getByRole('button', { name: /^(Codes ausblenden|Hide codes)$/ }).waitFor();
  await page
    .getByRole('button', { name: /^(Aktionen für|Actions for) 8b-05$/ })
    .last()
    .waitFor();
}

/** Opens the dialog that prints all codes of the class. */
export async function printCodes(page: Page): Promise<void> {
  await showCodes(page);
  await chooseListAction(page, 'codes.print', 'codes.more');
  await page.getByRole('dialog').waitFor();
}

/** Shares a medium for which the class has no seats, and returns the address of the class. */
export async function classWithoutSeats(page: Page): Promise<string> {
  const id = await ensureClass(page, DEMO);
  const request = await asTeacher(page);
  const found = await request.get('/api/v1/media/search?q=Faust&limit=3');
  const media = ((await found.json()) as { items: { identifier: string }[] }).items.map(({ identifier }) => identifier);
  await sendCall(request, classMedia.share, {}, { classes: [id], media });
  return href('class', { id });
}

/** Returns the address of a search for media that require seats. */
export async function seatSearchAddress(page: Page): Promise<string> {
  await ensureClass(page, DEMO);
  return href('search', {}, { q: 'Faust', wide: '1' });
}

/** Opens the sharing dialog and selects a class. */
export async function chooseClass(page: Page): Promise<void> {
  await openSharing(page);
  await page.getByRole('dialog').getByRole('checkbox').first().check();
  await page.getByRole('dialog').getByRole('status').first().waitFor();
}

/** Opens the first medium of the class. */
export async function openFirstMedium(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: /^(Medien|Media)$/ })
    .getByRole('link')
    .first()
    .click();
  await page.getByRole('heading', { name: /^(Hinweis der Lehrkraft|Teacher’s note)$/ }).waitFor();
}

/** Opens the sharing dialog from the first card of a search. */
export async function openSharing(page: Page): Promise<void> {
  await page.locator('.card .menu-btn').first().click();
  await page.getByRole('menuitem', { name: /^(Freigeben|Share)$/ }).click();
  await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
}

const TARGETS = { people: /^(Kollegium|Colleagues)$/, school: /^(Ganze Schule|Whole school)$/ };

/** Opens the sharing dialog from the first card and selects another target: a button, or an option on phones. */
export const openSharingWith = (target: keyof typeof TARGETS) => async (page: Page) => {
  await page.locator('.card .menu-btn').first().click();
  await page.getByRole('menuitem', { name: /^(Freigeben|Share)$/ }).click();
  const dialog = page.getByRole('dialog');
  const select = dialog.getByRole('combobox');
  const button = dialog.getByRole('button', { name: TARGETS[target] });
  await select.or(button).first().waitFor();
  if (await select.count()) await select.selectOption(target);
  else await button.click();
  if (target === 'people') await dialog.getByRole('checkbox').first().check();
};

/** Identifier of a demo medium that no school has licensed. */
const CLOSED = 'FU-55381289';

/** Requests a medium as a learner and returns the address of the class. */
export async function classWithQuestion(page: Page): Promise<string> {
  const pupil = await callsAs(portalUrlFor(page.context()), 'student');
  const { classes: own } = (await (await pupil.get(`/api/v1/classes/questions/${CLOSED}`)).json()) as { classes: { id: string }[] };
  const { id } = own[0]!;
  await sendCall(pupil, classQuestions.requestMedium, { id }, { identifier: CLOSED });
  return href('class', { id });
}
