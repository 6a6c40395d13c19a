/** Text that becomes longer when it is sanitised. Limits apply to the stored text, and stored text can be sent again unchanged. */
import { catalogueEdit } from '@fundus/contract/catalogue/edit';
import { LEGAL_TEXT_LENGTH } from '@fundus/contract/legal/content';
import { legal } from '@fundus/contract/legal/legal';
import { news } from '@fundus/contract/news/news';
import { NEWS_BODY } from '@fundus/contract/news/rules';
import { beforeAll, expect, test } from 'vitest';
import { districtAdmin, type Caller } from '../testing/index.ts';
import { usePortal } from '../testing/use-portal.ts';
import { at, fields, step } from '../testing/news.ts';

const portal = usePortal({ LegalPages: 'generic' });
let admin: Caller;
beforeAll(async () => {
  await portal.store({ identifier: 'm-1', fn_titel: 'Ein Film', fn_typ: '49' });
  admin = await portal.as(districtAdmin());
});

/** Returns a paragraph of ampersands that has `stored` characters after it is sanitised. */
const ampersands = (stored: number): string => `<p>${'&'.repeat(Math.floor((stored - '<p></p>'.length) / '&amp;'.length))}</p>`;

const WRITES: [string, number, string, (text: string) => Promise<unknown>][] = [
  [
    'news',
    NEWS_BODY,
    'texts.de.body',
    async (body) => {
      const draft = await admin.call(news.create, {
        body: fields('Neues', { audience: 'district', texts: { de: { title: 'Neues', body } } }),
      });
      await step(admin, draft, 'publish');
      return admin.call(news.draft, at(draft.id));
    },
  ],
  [
    'a legal page',
    LEGAL_TEXT_LENGTH,
    'content.body',
    async (body) => {
      const params = { page: 'terms', lang: 'de' } as const;
      const { version } = await admin.call(legal.draft, { params });
      await admin.call(legal.save, { params, body: { version, content: { body } as never } });
      return admin.call(legal.draft, { params });
    },
  ],
  [
    'the description of a medium',
    50_000,
    'record.fn_text',
    async (fn_text) => {
      const params = { identifier: 'm-1' };
      const { version, record } = await admin.call(catalogueEdit.editMedium, { params });
      await admin.call(catalogueEdit.changeMedium, { params, body: { version, record: { ...record, fn_text } } });
      return admin.call(catalogueEdit.editMedium, { params });
    },
  ],
];

test.each(WRITES)('%s: applies the length limit to the sanitised text', async (_, most, field, write) => {
  await expect(write(ampersands(most + 20))).rejects.toMatchObject({ status: 400, code: 'validation_failed', field });
  expect(JSON.stringify(await write(ampersands(most)))).toContain('&amp;&amp;');
});
