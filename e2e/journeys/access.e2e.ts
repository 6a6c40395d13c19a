/** Every route × every person: what the browser shows is what the gate of the contract says. */
import type { User } from '@fundus/contract/accounts';
import { admission } from '@fundus/contract/access';
import type { FrontendConfig } from '@fundus/contract/config';
import { fillPath } from '@fundus/contract/endpoint';
import { screens, type Screen, type ScreenName } from '@fundus/contract/screens';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { journey } from '../src/journey.ts';
import { PEOPLE, signInByCall } from '../src/people.ts';
import { text } from '../src/texts.ts';

const UUID = '00000000-0000-4000-8000-000000000000';

/** Parameters that make an address of the row. */
const params = (name: ScreenName, identifier: string) => ({
  id: name === 'media' ? identifier : UUID,
  mediaId: identifier,
  mediaType: 'media',
  codeId: UUID,
  c: '',
  list: '',
  tab: '',
  type: '',
});

/** What a person should see at a row, in words. */
function expected(name: ScreenName, person: User | null, config: FrontendConfig): string {
  const row: Screen = screens[name];
  const gate = admission(row, person, config);
  if (gate === 'blocked') return text('error.screen.blocked.title');
  if (gate === 'login') return '/login';
  if (gate === 'home') return '/';
  if (row.planned) return text('error.screen.notAvailable.title');
  return 'the screen';
}

const ERRORS = ['blocked', 'notAvailable', 'notFound', 'invalidMediaType', 'missingParameter', 'arrayParameter'] as const;

/** What the person sees: where the portal sent them, or the title of an error, or the screen itself. */
async function seen(page: Page, path: string): Promise<string> {
  // The portal decides before anything else has loaded; waiting for pictures would only cost time.
  await page.goto(path, { waitUntil: 'commit' });
  const heading = page.getByRole('heading', { level: 1 }).filter({ visible: true }).first();
  await heading.waitFor();
  const now = new URL(page.url()).pathname;
  if (now !== path) return now;
  const title = (await heading.textContent()) ?? '';
  return ERRORS.map((kind) => text(`error.screen.${kind}.title`)).find((known) => known === title.trim()) ?? 'the screen';
}

describe('access', () => {
  for (const name of ['guest', ...PEOPLE] as const) {
    journey(
      `every route as ${name}`,
      async ({ page }) => {
        // Pictures do not matter here.
        await page.route('**/api/v1/covers/**', (route) => route.fulfill({ status: 204 }));
        const config = (await (await page.request.get('/api/v1/config/frontend')).json()) as FrontendConfig;
        if (name !== 'guest') await signInByCall(page, name);
        const person = (await (await page.request.get('/api/v1/user/userinfo')).json()) as User | false;
        expect(Boolean(person)).toBe(name !== 'guest');
        const identifier = await freeMedium(page, name !== 'guest');
        const rows = Object.keys(screens) as ScreenName[];
        const table: Record<string, string> = {};
        for (const row of rows)
          table[row] = await seen(page, fillPath(screens[row].path, params(row, identifier)).replace(/(.)\/+$/, '$1'));
        // The error screen at its own address is "not found", and it is the screen.
        if (table.error === text('error.screen.notFound.title')) table.error = 'the screen';
        expect(table).toEqual(Object.fromEntries(rows.map((row) => [row, expected(row, person || null, config)])));
      },
      { timeout: 240_000 },
    );
  }
});

/** A medium of the demo that everyone may see; guests find it in the catalogue. */
async function freeMedium(page: Page, signedIn: boolean): Promise<string> {
  const reply = await page.request.get(signedIn ? '/api/v1/media/search?limit=1' : '/api/v1/media/catalogue/search?limit=1');
  const { items } = (await reply.json()) as { items: { identifier: string }[] };
  return items[0]?.identifier ?? '';
}
