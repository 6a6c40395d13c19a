/** Search in external sources with simulated replies. */
import type { RemoteEvent, RemoteHit } from '@fundus/contract/external-sources/external-sources';
import { href } from '@fundus/contract/screens';
import type { Page } from 'playwright-core';

const IDS = ['a', 'b', 'c', 'd'].map((letter) => `00000000-0000-4000-8000-00000000000${letter}`) as [string, string, string, string];
const source = (id: string, label: string, more = {}) => ({ id, label, advertising: false, sign_in: false, teachers_only: false, ...more });
const hit = (work: number, title: string, more: Partial<RemoteHit> = {}): RemoteHit => ({
  ...{ work, title, description: '', creators: '', publisher: '', year: null, type: '58', languages: ['de'], licence: '', here: null },
  address: `https://quelle.example/${work}`,
  ...more,
});

const EVENTS: RemoteEvent[] = [
  {
    event: 'sources',
    sources: [
      source(IDS[0], 'Lernarchiv Nord', { advertising: true }),
      source(IDS[1], 'Landesbibliothek'),
      source(IDS[2], 'Medienzentrum Süd', { sign_in: true }),
      source(IDS[3], 'Bilderarchiv'),
    ],
  },
  {
    event: 'source',
    id: IDS[0],
    state: 'hits',
    total: 41,
    hits: [
      hit(1, 'Der Kreislauf des Wassers', {
        ...{ description: 'Verdunstung, Wolken, Regen: eine Animation in sechs Schritten.', publisher: 'Schulsender Nord', year: 2021 },
        ...{ type: '49', licence: 'CC BY-SA 4.0' },
      }),
      hit(2, 'Wasser sparen zu Hause', { type: '79', publisher: 'Wasserwerk Beispielstadt', licence: 'CC BY 4.0' }),
      hit(3, 'Der Wasserkreislauf', { type: '49', year: 2019, here: { identifier: 'FU-55081323', active: true } }),
      hit(4, 'Water on Earth', { type: 'UC_H5P', languages: ['en'], year: 2023 }),
    ],
  },
  {
    event: 'source',
    id: IDS[1],
    state: 'hits',
    total: 2,
    hits: [
      hit(1, 'Der Kreislauf des Wassers'),
      hit(5, 'Das große Buch vom Wasser', { type: 'UC_PRINT', creators: 'Berta Beispiel', publisher: 'Beispielverlag', year: 2018 }),
    ],
  },
  { event: 'source', id: IDS[2], state: 'slow', total: null, hits: [] },
  { event: 'source', id: IDS[3], state: 'hits', total: null, hits: [] },
];

/** Returns the address of the external results, after all sources have responded or failed. */
export async function withHits(page: Page): Promise<string> {
  const body = EVENTS.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  await page.route('**/api/v1/media/search/remote?**', (route) => route.fulfill({ contentType: 'text/event-stream; charset=utf-8', body }));
  return href('search', {}, { q: 'Wasser', tab: 'external' });
}

/** Adds a known source and shows the result of its connection test. */
export async function testSource(page: Page): Promise<void> {
  await page.route('**/api/v1/external-sources/test', (route) =>
    route.fulfill({ json: { problem: null, status: null, milliseconds: 412, total: 253, titles: ['Das Watt', 'Wasser und Wind'] } }),
  );
  await page
    .getByRole('button', { name: 'Quelle hinzufügen' })
    .or(page.getByRole('button', { name: 'Add a source' }))
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').first().selectOption('K10plus');
  await dialog.getByRole('button', { name: /^Test(en)?$/ }).click();
  await dialog.getByText('Das Watt').waitFor();
}
