/** The door of legal. */
import { LegalContent, Operator, type LegalPage } from '@fundus/contract/legal/content';
import { z } from 'zod';
import type { Db } from '../../db/open.ts';
import { insertVersion } from './repository.ts';
import { templateOf } from './templates.ts';

export { readOperator } from './pages.ts';

/** Pages of a portal that begins: `texts` by page and language; a text without `body` takes the template's. */
export const FirstLegal = z.strictObject({
  operator: Operator,
  texts: z.array(
    z.strictObject({
      page: z.enum(['imprint', 'privacy', 'terms', 'accessibility'] satisfies LegalPage[]),
      language: z.string(),
      /** Words for the placeholders of the template, in their order. */
      fill: z.array(z.string()).default([]),
      statement: LegalContent.shape.statement,
    }),
  ),
});

/** Writes the first version of operator and pages, out of the templates. */
export async function insertFirstLegal(db: Db, first: z.output<typeof FirstLegal>, created_at: Date): Promise<void> {
  const row = { version: 1, author_id: null, created_at };
  await insertVersion(db, { ...row, document: 'operator', language: '', content: first.operator });
  for (const { page, language, fill, statement } of first.texts) {
    const words = [...fill];
    const body = (templateOf(page, language) ?? '').replace(/\[\[[^[\]]+\]\]/g, (hole) => words.shift() ?? hole);
    await insertVersion(db, { ...row, document: page, language, content: LegalContent.parse({ body, statement }) });
  }
}
