/** Creates a media list of the demo school, for screenshots and tests. */
import { accounts } from '@fundus/contract/accounts/accounts';
import { shiftDay, today } from '@fundus/contract/days';
import type { Endpoint } from '@fundus/contract/endpoint';
import { medialists } from '@fundus/contract/medialists/medialists';
import { medialistLinks, type ShareLink } from '@fundus/contract/medialists/links';
import { medialistSharing } from '@fundus/contract/medialists/sharing';
import { DEMO_LINK_CODE } from '@fundus/contract/demo';
import { href } from '@fundus/contract/screens';
import type { Page } from 'playwright-core';
import { sendCall, ensureClass } from './class-steps.ts';
import { portalUrlFor } from '../contexts.ts';
import { callsAs } from '../people.ts';
import { either } from '../texts.ts';

const TITLE = 'Wasser: vom Regen zum Fluss';
type Listed = { id: string; contents: { id: string; kind: string; identifier: string | null }[] };

/** Returns a media list. If necessary, creates it with all kinds of items and releases it to the demo's class. */
export async function ensureList(page: Page): Promise<Listed> {
  const request = await callsAs(portalUrlFor(page.context()), 'teacher');
  const mine = { ...medialists.list, path: `${medialists.list.path}?scope=mine&limit=100` } as Endpoint;
  const known = (await sendCall<{ items: { id: string; title: string }[] }>(request, mine, {})).items.find(({ title }) => title === TITLE);
  if (known) return sendCall(request, medialists.read, { id: known.id });
  const class_id = await ensureClass(page, '8b');
  const search = await request.get('/api/v1/media/search?q=Wasser&limit=12');
  const found = (
    (await search.json()) as { items: { identifier: string; viewer: string; duration: number | null; can: { play: boolean } }[] }
  ).items;
  const film = found.find(({ viewer, duration, can }) => viewer === 'video' && can.play && (duration ?? 0) > 30)!;
  const others = found.filter((one) => one !== film).slice(0, 3);
  const { id } = await sendCall<{ id: string }>(
    request,
    medialists.create,
    {},
    {
      title: TITLE,
      description: '<p>Doppelstunde zum <strong>Wasserkreislauf</strong>: Einstieg mit dem Film, dann Gruppenarbeit.</p>',
      subjects: ['220'],
      grades: [7, 8],
      planned_for: shiftDay(today(new Date()), 1),
      visibility: 'school',
      items: [
        { kind: 'heading', title: 'Einstieg' },
        {
          kind: 'sequence',
          identifier: film.identifier,
          title: 'Wie Regen entsteht',
          start_s: 5,
          end_s: 25,
          note_learner: 'Nennt drei Orte, an denen Wasser verdunstet.',
          note_teacher: 'Beamer in Raum 204 vorher einschalten.',
        },
        { kind: 'medium', identifier: others[0]!.identifier, note_learner: 'Zeichnet den Kreislauf in euer Heft.' },
        { kind: 'heading', title: 'Gruppenarbeit' },
        { kind: 'text', body: 'Gruppe 1 und 2 bearbeiten den ersten, Gruppe 3 und 4 den zweiten Beitrag.' },
        ...others.slice(1).map(({ identifier }) => ({ kind: 'medium', identifier })),
        {
          kind: 'external',
          url: 'https://www.umweltbundesamt.de/themen/wasser',
          title: 'Umweltbundesamt: Wasser',
          visible_to_learners: false,
        },
      ],
    },
  );
  await sendCall(request, medialistSharing.release, { id }, { classes: [class_id], school: true });
  return sendCall(request, medialists.read, { id });
}

/** Returns the address of the media list. */
export const oneList = async (page: Page): Promise<string> => href('medialist', { id: (await ensureList(page)).id });

/** Returns the address of the media lists in a scope, after ensuring that it contains one. */
export const someLists =
  (id: string) =>
  async (page: Page): Promise<string> => {
    await ensureList(page);
    return href('medialist', { id });
  };

/** Returns the address of the film part in the media list. */
export async function partInList(page: Page): Promise<string> {
  const { id, contents } = await ensureList(page);
  const part = contents.find(({ kind }) => kind === 'sequence')!;
  return href('medialist-media-detail', { id, mediaId: part.identifier! }, { item: part.id });
}

const press = (name: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').waitFor();
};

export const addMedia = press(/^(Medien hinzufügen|Add media)$/);
export const releaseList = press(/^(Freigeben|Share)$/);
export const editList = press(/^(Bearbeiten|Edit)$/);

/** Selects several items of the list. */
export async function chooseItems(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Mehrere auswählen|Select several)$/ }).click();
  for (const box of (await page.getByRole('main').getByRole('checkbox').all()).slice(1, 3)) await box.check();
  // Scrolls up, because the selection bar could cover half of an item.
  await page.evaluate(() => scrollTo(0, 0));
}

/** Opens the dialog "Zur Liste" from the menu of the first card. */
export async function toList(page: Page): Promise<void> {
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^(Weitere Aktionen|More actions)/ })
    .click();
  await page.getByRole('menuitem', { name: /^(Zur Liste|Add to list)$/ }).click();
  await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
}

/** Opens a link session in this browser, in addition to the user's session. */
async function openLink(page: Page, code: string): Promise<string> {
  const token = (await page.request.get(accounts.userinfo.path)).headers()['x-csrf-token'] ?? '';
  const reply = await page.request.post(medialistLinks.openLink.path, { headers: { 'X-CSRF-Token': token }, data: { code } });
  if (!reply.ok()) throw new Error(await reply.text());
  return href('link', {});
}

/** Opens a demo list by its link code and returns its address. */
export const demoLink = (page: Page): Promise<string> => openLink(page, DEMO_LINK_CODE);

/** Ends the link session of this browser and returns the address at which a code is entered. */
export async function withoutLink(page: Page): Promise<string> {
  await page.context().clearCookies({ name: 'portal_link' });
  return href('link', {});
}

/** Opens a list as a substitute and returns its address. */
export async function demoSubstitute(page: Page): Promise<string> {
  const { id } = await ensureList(page);
  const request = await callsAs(portalUrlFor(page.context()), 'teacher');
  const { links } = await sendCall<{ links: ShareLink[] }>(request, medialistLinks.links, { id });
  const known = links.find(({ kind, state }) => kind === 'substitute' && state === 'active');
  return openLink(page, (known ?? (await sendCall<ShareLink>(request, medialistLinks.createLink, { id }, { kind: 'substitute' }))).code!);
}

/** Revokes the substitutes' codes for the media list. */
export async function endSubstitutes(page: Page): Promise<void> {
  const { id } = await ensureList(page);
  const request = await callsAs(portalUrlFor(page.context()), 'teacher');
  const { links } = await sendCall<{ links: ShareLink[] }>(request, medialistLinks.links, { id });
  for (const link of links.filter(({ kind }) => kind === 'substitute'))
    await sendCall(request, medialistLinks.revokeLink, { id, linkId: link.id });
}

/** Starts the presentation inside the window, because a full-screen window cannot be resized to a phone. */
export async function startPresentation(page: Page): Promise<void> {
  await page.evaluate(() => {
    Element.prototype.requestFullscreen = () => Promise.reject(new Error('in the window'));
  });
  await page.getByRole('button', { name: either('list.present') }).click();
  await page.getByRole('dialog').waitFor();
}
