/**
 * What the browser shows is what the gate of the contract says. The gate itself, every route × every person × every mode, is the table of
 * `contract/src/screens.test.ts`; client and server ask that same function, and `accessibility.e2e.ts` opens every screen as everyone who
 * has it. Here the browser goes to one route for every answer a person gets, and for every answer a mode gives.
 */
import type { User } from '@fundus/contract/accounts/accounts';
import { admission, isAdministrator } from '@fundus/contract/access';
import type { FrontendConfig } from '@fundus/contract/config';
import { fillPath } from '@fundus/contract/endpoint';
import { screens, type Screen, type ScreenName } from '@fundus/contract/screens';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { pathOf } from '../../src/browser.ts';
import { goInside } from '../../src/inside.ts';
import { journey } from '../../src/journey.ts';
import { MODES, portalIn, type Mode } from '../../src/modes.ts';
import { PEOPLE, setAdvancedView, signInByCall, signInByCode } from '../../src/people.ts';
import { text } from '../../src/texts.ts';

const VISITORS = ['guest', ...PEOPLE, 'basic view', 'code'] as const;
type Visitor = (typeof VISITORS)[number];

const UUID = '00000000-0000-4000-8000-000000000000';

/** An address of the row. */
function addressOf(name: ScreenName, identifier: string): string {
  const id = name === 'media' ? identifier : UUID;
  const params = { id, mediaId: identifier, mediaType: 'media', codeId: UUID, c: '', list: '', tab: '', type: '' };
  return fillPath(screens[name].path, params).replace(/(.)\/+$/, '$1');
}

/** What a person should see at a row, in words. */
function expected(name: ScreenName, person: User | null, config: FrontendConfig, identifier: string): string {
  const row: Screen = screens[name];
  const gate = admission(row, person, config);
  if (gate === 'blocked') return text('error.screen.blocked.title');
  if (gate === 'login') return 'asked to sign in';
  if (gate === 'home') return '/';
  // There are no such news; whoever is not signed in might be one of those they are for.
  if (name === 'news' && !person) return 'asked to sign in';
  // Whoever does not manage licences is led to the medium.
  if (name === 'school-media-detail' && person && !isAdministrator(person))
    return fillPath(screens['library-media-detail'].path, { mediaType: 'media', mediaId: identifier, codeId: UUID });
  return 'the screen';
}

const ERRORS = ['blocked', 'notFound', 'invalidMediaType', 'missingParameter', 'arrayParameter'] as const;
const ERROR_TITLES = ERRORS.map((kind) => text(`error.screen.${kind}.title`));

/**
 * Goes to an address inside the page and tells what is there then: where the portal sent the person, that it asks them to sign in, or
 * the heading. A heading counts when it was not on the page before.
 */
async function goAndSee(page: Page, path: string): Promise<string> {
  await page.evaluate(() => {
    for (const heading of document.querySelectorAll<HTMLElement>('h1'))
      if (heading.checkVisibility()) heading.dataset.before = '';
      else delete heading.dataset.before;
  });
  await goInside(page, path);
  return page.evaluate(
    async ({ path: to, login }) => {
      const visible = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility());
      const aMoment = () => new Promise((next) => setTimeout(next, 8));
      for (const end = performance.now() + 45_000; performance.now() < end; await aMoment()) {
        const dialog = visible('dialog[open]')[0];
        if (dialog?.textContent?.includes(login)) {
          // It closes as a person closes it. Where the route is closed the page before has stayed; else the portal asked for what is on it.
          dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
          while (document.querySelector('dialog[open]')) await aMoment();
          for (const soon = performance.now() + 500; location.pathname === to && performance.now() < soon;) await aMoment();
          return 'asked to sign in';
        }
        const heading = visible('h1').find((one) => one.dataset.before === undefined && one.textContent?.trim());
        if (heading) return location.pathname === to ? (heading.textContent ?? '').trim() : location.pathname;
      }
      return 'nothing';
    },
    { path, login: text('login.required.title') },
  );
}

type Cell = { row: ScreenName; answer: string };
type About = { person: User | null; config: FrontendConfig; identifier: string };
const rows = Object.keys(screens) as ScreenName[];

/** The first cell of each kind of answer. Where people are led differs by route; that they are led is one answer. */
function oneOfEach(cells: readonly Cell[]): Cell[] {
  const kindOf = ({ answer }: Cell): string => (answer.startsWith('/') ? 'led' : answer);
  return cells.filter((cell, at) => cells.findIndex((other) => kindOf(other) === kindOf(cell)) === at);
}

/** What decides about a visitor, asked through the visitor's own page. */
async function aboutOf({ request }: Page, name: Visitor): Promise<About> {
  const json = async <T>(path: string) => (await (await request.get(path)).json()) as T;
  const person = (await json<User | false>('/api/v1/user/userinfo')) || null;
  expect(Boolean(person)).toBe(name !== 'guest');
  // A medium everyone may see; guests find it in the catalogue.
  const found = await json<{ items: { identifier: string }[] }>(`/api/v1/media/${person ? 'search' : 'catalogue/search'}?limit=1`);
  const identifier = found.items[0]?.identifier ?? '';
  return { person, config: await json<FrontendConfig>('/api/v1/config/frontend'), identifier };
}

/** Goes to a row and says what is there, in the words of `expected`. */
async function answerTo(page: Page, row: ScreenName, identifier: string): Promise<string> {
  const seen = await goAndSee(page, addressOf(row, identifier));
  // The error screen at its own address is "not found", and it is the screen.
  if (row === 'error' && seen === text('error.screen.notFound.title')) return 'the screen';
  return ERROR_TITLES.includes(seen) || seen.startsWith('/') || /^(asked|nothing)/.test(seen) ? seen : 'the screen';
}

const cellsOf = ({ person, config, identifier }: About): Cell[] =>
  rows.map((row) => ({ row, answer: expected(row, person, config, identifier) }));

/** Everybody in the standalone portal; in the partners' portals a guest and a teacher, for whom they differ. */
const visitorsIn = (mode: Mode): readonly Visitor[] => (mode === 'standalone' ? VISITORS : ['guest', 'teacher']);

describe('access', () => {
  for (const mode of MODES)
    for (const name of visitorsIn(mode))
      journey(
        `${mode}, ${name}`,
        async ({ page }) => {
          // Where people register and reset passwords elsewhere they are led there; with "no content" a browser stays.
          if (mode !== 'standalone') await page.route('https://www.example.org/**', (route) => route.fulfill({ status: 204 }));
          if (name === 'code') await signInByCode(page);
          else if (name !== 'guest') await signInByCall(page, name === 'basic view' ? 'schoolAdmin' : name);
          if (name === 'basic view') await setAdvancedView(page, false);
          const about = await aboutOf(page, name);
          await page.goto('/error/offline');
          await page.getByRole('heading', { level: 1 }).waitFor();
          const wrong: string[] = [];
          for (const { row, answer } of oneOfEach(cellsOf(about))) {
            const seen = await answerTo(page, row, about.identifier);
            if (seen !== answer) wrong.push(`${row}: ${seen} instead of ${answer}`);
          }
          if (name === 'basic view') await setAdvancedView(page, true);
          expect(wrong).toEqual([]);
        },
        { timeout: 120_000, portal: () => portalIn(mode) },
      );

  journey(
    'a guest whose first page needs a sign-in stands at the sign-in page, and the way is remembered',
    async ({ page }) => {
      const { config, identifier } = await aboutOf(page, 'guest');
      const closed = rows.filter((row) => admission(screens[row] as Screen, null, config) === 'login');
      expect(closed.length).toBeGreaterThan(5);
      // The first page of a visit is decided by the same function: one row of each gate there is.
      const gates = new Map(closed.map((row) => [JSON.stringify({ ...screens[row], path: '' }), row]));
      for (const row of new Set(['homepage', ...gates.values()] as const)) {
        await page.goto(addressOf(row, identifier), { waitUntil: 'commit' });
        await page.getByRole('heading', { level: 1, name: text('login.title') }).waitFor();
        expect(pathOf(page), row).toBe('/login');
        const wanted = row === 'homepage' ? null : addressOf(row, identifier);
        expect(await page.evaluate(() => localStorage.getItem('redirectUrl')), row).toBe(wanted);
      }
    },
    { portal: () => portalIn('standalone') },
  );
});
