/**
 * Checks in the browser that access follows the gates of the contract. `contract/src/screens.test.ts` covers the gates for every route, user and
 * portal type. This file opens one route for each kind of result per user and portal type.
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
import { MODES, modePortal, type Mode } from '../../src/modes.ts';
import { PEOPLE, setAdvancedView, signInByCall, signInByCode } from '../../src/people.ts';
import { text } from '../../src/texts.ts';

const VISITORS = ['guest', ...PEOPLE, 'basic view', 'code'] as const;
type Visitor = (typeof VISITORS)[number];

const UUID = '00000000-0000-4000-8000-000000000000';

/** Returns an address of a route with valid parameters. */
function addressOf(name: ScreenName, identifier: string): string {
  const id = name === 'media' ? identifier : UUID;
  const params = { id, mediaId: identifier, mediaType: 'media', codeId: UUID, c: '', list: '', tab: '', type: '' };
  return fillPath(screens[name].path, params).replace(/(.)\/+$/, '$1');
}

/** Returns the expected result if a user opens a route. */
function expected(name: ScreenName, person: User | null, config: FrontendConfig, identifier: string): string {
  const row: Screen = screens[name];
  const gate = admission(row, person, config);
  if (gate === 'blocked') return text('error.screen.blocked.title');
  if (gate === 'login') return 'asked to sign in';
  if (gate === 'home') return '/';
  // The news item does not exist, but guests are asked to sign in, because they might be allowed to read it then.
  if (name === 'news' && !person) return 'asked to sign in';
  // Users who do not manage licences are redirected to the page of the medium.
  if (name === 'school-media-detail' && person && !isAdministrator(person))
    return fillPath(screens['library-media-detail'].path, { mediaType: 'media', mediaId: identifier, codeId: UUID });
  return 'the screen';
}

const ERRORS = ['blocked', 'notFound', 'invalidMediaType', 'missingParameter', 'arrayParameter'] as const;
const ERROR_TITLES = ERRORS.map((kind) => text(`error.screen.${kind}.title`));

/** Navigates within the page and returns the result: the target of a redirect, a request to sign in, or a new heading. */
async function visitPath(page: Page, path: string): Promise<string> {
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
          // Cancels the dialog as a user does. If the route is closed, the previous page remains; otherwise the dialog belongs to the page.
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

/** Returns the first cell for each kind of result. All redirects count as one kind. */
function oneOfEach(cells: readonly Cell[]): Cell[] {
  const kindOf = ({ answer }: Cell): string => (answer.startsWith('/') ? 'led' : answer);
  return cells.filter((cell, at) => cells.findIndex((other) => kindOf(other) === kindOf(cell)) === at);
}

/** Returns the data on which access depends, requested as the visitor. */
async function readAccessFacts({ request }: Page, name: Visitor): Promise<About> {
  const json = async <T>(path: string) => (await (await request.get(path)).json()) as T;
  const person = (await json<User | false>('/api/v1/user/userinfo')) || null;
  expect(Boolean(person)).toBe(name !== 'guest');
  // A medium that the visitor can open; guests find it in the catalogue.
  const found = await json<{ items: { identifier: string }[] }>(`/api/v1/media/${person ? 'search' : 'catalogue/search'}?limit=1`);
  const identifier = found.items[0]?.identifier ?? '';
  return { person, config: await json<FrontendConfig>('/api/v1/config/frontend'), identifier };
}

/** Opens a route and returns the result as `expected` describes it. */
async function answerTo(page: Page, row: ScreenName, identifier: string): Promise<string> {
  const seen = await visitPath(page, addressOf(row, identifier));
  // Opened directly, the error screen shows the same text as for an unknown address.
  if (row === 'error' && seen === text('error.screen.notFound.title')) return 'the screen';
  return ERROR_TITLES.includes(seen) || seen.startsWith('/') || /^(asked|nothing)/.test(seen) ? seen : 'the screen';
}

const cellsOf = ({ person, config, identifier }: About): Cell[] =>
  rows.map((row) => ({ row, answer: expected(row, person, config, identifier) }));

/** Returns all users for the standalone portal. For other types, returns a guest and a teacher, because only their access differs. */
const visitorsIn = (mode: Mode): readonly Visitor[] => (mode === 'standalone' ? VISITORS : ['guest', 'teacher']);

describe('access', () => {
  for (const mode of MODES)
    for (const name of visitorsIn(mode))
      journey(
        `${mode}, ${name}`,
        async ({ page }) => {
          // In some portal types, registration redirects to another site. Status 204 keeps the browser on the page.
          if (mode !== 'standalone') await page.route('https://www.example.org/**', (route) => route.fulfill({ status: 204 }));
          if (name === 'code') await signInByCode(page);
          else if (name !== 'guest') await signInByCall(page, name === 'basic view' ? 'schoolAdmin' : name);
          if (name === 'basic view') await setAdvancedView(page, false);
          const about = await readAccessFacts(page, name);
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
        { portal: () => modePortal(mode) },
      );

  journey(
    'redirects a guest to the sign-in page and stores the requested address',
    async ({ page }) => {
      const { config, identifier } = await readAccessFacts(page, 'guest');
      const closed = rows.filter((row) => admission(screens[row] as Screen, null, config) === 'login');
      expect(closed.length).toBeGreaterThan(5);
      // Tests one route for each gate, because the same function decides about the first page of a visit.
      const gates = new Map(closed.map((row) => [JSON.stringify({ ...screens[row], path: '' }), row]));
      for (const row of new Set(['homepage', ...gates.values()] as const)) {
        await page.goto(addressOf(row, identifier), { waitUntil: 'commit' });
        await page.getByRole('heading', { level: 1, name: text('login.title') }).waitFor();
        expect(pathOf(page), row).toBe('/login');
        const wanted = row === 'homepage' ? null : addressOf(row, identifier);
        expect(await page.evaluate(() => localStorage.getItem('redirectUrl')), row).toBe(wanted);
      }
    },
    { portal: () => modePortal('standalone') },
  );
});
