/** Every route × every person × every mode: what the browser shows is what the gate of the contract says. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { User } from '@fundus/contract/accounts';
import { admission, isAdministrator } from '@fundus/contract/access';
import type { FrontendConfig, FrontendConfigInput } from '@fundus/contract/config';
import { fillPath } from '@fundus/contract/endpoint';
import { screens, type Screen, type ScreenName } from '@fundus/contract/screens';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { pathOf } from '../src/browser.ts';
import { journey } from '../src/journey.ts';
import { basicView, PEOPLE, signInByCall, signInByCode } from '../src/people.ts';
import { startPortal, type Portal } from '../src/portal.ts';
import { text } from '../src/texts.ts';

/** The portals of `deploy/examples`; the first with the switches that have rows of their own. */
const MODES: Record<string, FrontendConfigInput> = {
  standalone: { VectorSearch: true, GeraeteVerleih: true },
  bawue: {},
  hueber: {},
};
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
  if (row.planned) return text('error.screen.notAvailable.title');
  // There are no such news; whoever is not signed in might be one of those they are for.
  if (name === 'news' && !person) return 'asked to sign in';
  // Whoever does not look after licences is led to the medium.
  if (name === 'school-media-detail' && person && !isAdministrator(person))
    return fillPath(screens['library-media-detail'].path, { mediaType: 'media', mediaId: identifier, codeId: UUID });
  return 'the screen';
}

const ERRORS = ['blocked', 'notAvailable', 'notFound', 'invalidMediaType', 'missingParameter', 'arrayParameter'] as const;
const ERROR_TITLES = ERRORS.map((kind) => text(`error.screen.${kind}.title`));

/**
 * Goes to an address inside the page, as the browser's Forward button does, and tells what is there then: where the portal sent the
 * person, that it asks them to sign in, or the heading. A heading counts when it was not on the page before.
 */
const goInside = (page: Page, path: string): Promise<string> =>
  page.evaluate(
    async ({ path: to, login }) => {
      const visible = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility());
      for (const old of document.querySelectorAll('[data-before]')) old.removeAttribute('data-before');
      for (const old of visible('h1')) old.dataset.before = '';
      const idx = ((history.state as { idx?: number } | null)?.idx ?? 0) + 1;
      history.pushState({ usr: null, key: `walk-${idx}`, idx }, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
      for (const end = performance.now() + 10_000; performance.now() < end; await new Promise((next) => setTimeout(next, 8))) {
        const dialog = visible('dialog[open]')[0];
        if (dialog?.textContent?.includes(login)) {
          // It closes as a person closes it. Where the route is closed the page before has stayed; else the portal asked for what is on it.
          dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
          while (document.querySelector('dialog[open]')) await new Promise((next) => setTimeout(next, 8));
          for (const soon = performance.now() + 500; location.pathname === to && performance.now() < soon;)
            await new Promise((next) => setTimeout(next, 8));
          return 'asked to sign in';
        }
        const heading = visible('h1').find((one) => one.dataset.before === undefined && one.textContent?.trim());
        if (heading) return location.pathname === to ? (heading.textContent ?? '').trim() : location.pathname;
      }
      return 'nothing';
    },
    { path, login: text('login.required.title') },
  );

/** A medium everyone may see; guests find it in the catalogue. */
async function freeMedium(page: Page, signedIn: boolean): Promise<string> {
  const reply = await page.request.get(signedIn ? '/api/v1/media/search?limit=1' : '/api/v1/media/catalogue/search?limit=1');
  const { items } = (await reply.json()) as { items: { identifier: string }[] };
  return items[0]?.identifier ?? '';
}

describe.each(Object.keys(MODES))('access, %s', (mode) => {
  let portal: Portal;
  beforeAll(async () => {
    const file = resolve(import.meta.dirname, `../../deploy/examples/${mode}.json`);
    portal = await startPortal({ config: { ...(JSON.parse(await readFile(file, 'utf8')) as FrontendConfigInput), ...MODES[mode] } });
  });
  afterAll(() => portal?.stop());

  const walk =
    (name: Visitor, go: (about: { page: Page; person: User | null; config: FrontendConfig; identifier: string }) => Promise<void>) =>
    async ({ page }: { page: Page }) => {
      // Pictures do not matter here.
      await page.route('**/api/v1/covers/**', (route) => route.fulfill({ status: 204 }));
      // Where people register and reset passwords elsewhere they are led there; with "no content" a browser stays.
      await page.route('https://www.example.org/**', (route) => route.fulfill({ status: 204 }));
      const config = (await (await page.request.get('/api/v1/config/frontend')).json()) as FrontendConfig;
      if (name === 'code') await signInByCode(page);
      else if (name !== 'guest') await signInByCall(page, name === 'basic view' ? 'schoolAdmin' : name);
      if (name === 'basic view') await basicView(page);
      const person = (await (await page.request.get('/api/v1/user/userinfo')).json()) as User | false;
      expect(Boolean(person)).toBe(name !== 'guest');
      await go({ page, person: person || null, config, identifier: await freeMedium(page, name !== 'guest') });
    };

  for (const name of VISITORS)
    journey(
      `every route as ${name}`,
      walk(name, async ({ page, person, config, identifier }) => {
        await page.goto('/error/offline');
        await page.getByRole('heading', { level: 1 }).waitFor();
        const rows = Object.keys(screens) as ScreenName[];
        const table: Record<string, string> = {};
        for (const row of rows) {
          const seen = await goInside(page, addressOf(row, identifier));
          // The error screen at its own address is "not found", and it is the screen.
          const own = row === 'error' && seen === text('error.screen.notFound.title');
          table[row] = own || !(ERROR_TITLES.includes(seen) || seen.startsWith('/') || /^(asked|nothing)/.test(seen)) ? 'the screen' : seen;
        }
        expect(table).toEqual(Object.fromEntries(rows.map((row) => [row, expected(row, person, config, identifier)])));
      }),
      { timeout: 120_000, portal: () => portal.url },
    );

  // The first page of a visit is decided by the same function; once is enough.
  if (mode !== 'standalone') return;
  journey(
    'a guest whose first page needs a sign-in stands at the sign-in page, and the way is remembered',
    walk('guest', async ({ page, config, identifier }) => {
      const closed = (Object.keys(screens) as ScreenName[]).filter((row) => admission(screens[row] as Screen, null, config) === 'login');
      expect(closed.length).toBeGreaterThan(5);
      for (const row of closed) {
        await page.goto(addressOf(row, identifier), { waitUntil: 'commit' });
        await page.getByRole('heading', { level: 1, name: text('login.title') }).waitFor();
        expect(pathOf(page), row).toBe('/login');
        const wanted = row === 'homepage' ? null : addressOf(row, identifier);
        expect(await page.evaluate(() => localStorage.getItem('redirectUrl')), row).toBe(wanted);
      }
    }),
    { timeout: 120_000, portal: () => portal.url },
  );
});
