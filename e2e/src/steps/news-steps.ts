/** Creates news of the demo school, for screenshots and tests. */
import type { Endpoint } from '@fundus/contract/endpoint';
import { news, type NewsDraft, type NewsFields } from '@fundus/contract/news/news';
import { href } from '@fundus/contract/screens';
import type { APIRequestContext, Page } from 'playwright-core';
import { sendCall } from './class-steps.ts';
import { either } from '../texts.ts';

export const MANAGE = href('news-list', {}, { manage: 'all' });
export const NEW = href('news-list', {}, { edit: 'new' });
const editing = (id: string): string => href('news', { id }, { edit: '1' });

const READ = 'Wir suchen Lieblingsfilme für den Projekttag';
const DRAFT = 'Tablets werden in den Ferien erneuert';

type Rows = { items: { id: string; title: string }[] };
type Written = Partial<Omit<NewsFields, 'texts'>> & { title: string; teaser?: string; body?: string };

/** Creates a German news item as the user of the request context. */
export const write = (request: APIRequestContext, { title, teaser = '', body = '', ...fields }: Written): Promise<NewsDraft> =>
  sendCall<NewsDraft>(request, news.create, {}, { audience: 'school', ...fields, texts: { de: { title, teaser, body, cover_alt: '' } } });

export const publish = (request: APIRequestContext, { id, version }: NewsDraft): Promise<NewsDraft> =>
  sendCall<NewsDraft>(request, news.step, { id }, { step: 'publish', version });

async function known(request: APIRequestContext, title: string): Promise<string | undefined> {
  const path = `${news.manage.path}?q=${encodeURIComponent(title)}`;
  const { items } = await sendCall<Rows>(request, { ...news.manage, path } as Endpoint, {});
  return items.find((row) => row.title === title)?.id;
}

/** Returns the ids of a published news item and a draft, and creates them if necessary. */
async function ensure({ request }: Page): Promise<{ read: string; draft: string }> {
  const body =
    '<p>Am letzten Tag vor den Ferien zeigt jede Klasse einen Film.</p><h3>So geht es</h3><ul><li>Film merken</li><li>uns schreiben</li></ul>';
  const teaser = 'Welchen Film sollten alle gesehen haben? Vorschläge bitte bis Freitag.';
  const read = (await known(request, READ)) ?? (await publish(request, await write(request, { title: READ, teaser, body }))).id;
  const draft =
    (await known(request, DRAFT)) ?? (await write(request, { title: DRAFT, body: '<p>Bitte alles sichern.</p>', roles: 'teacher' })).id;
  return { read, draft };
}

/** Returns a function that ensures that there are news and returns the address. */
export const withNews =
  (address: string) =>
  async (page: Page): Promise<string> => {
    await ensure(page);
    return address;
  };

/** Returns the address of a published news item. */
export const published = async (page: Page): Promise<string> => href('news', { id: (await ensure(page)).read });

/** Returns the address of a draft in the editor. */
export const draft = async (page: Page): Promise<string> => editing((await ensure(page)).draft);

export async function openDraft(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: either('news.field.body') }).waitFor();
}

export async function preview(page: Page): Promise<void> {
  await openDraft(page);
  await page.getByRole('button', { name: either('news.edit.view.preview') }).click();
}

/** Saves an empty form to show its errors. */
export async function saveEmpty(page: Page): Promise<void> {
  await page.getByRole('button', { name: either('news.saveDraft') }).click();
  await page.getByRole('alert').waitFor();
}

export async function openCategories(page: Page): Promise<void> {
  await page.getByRole('button', { name: either('news.categories'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: either('news.category.add') })
    .click();
}
