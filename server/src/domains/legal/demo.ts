/** Legal pages of the demo. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LegalContent, Operator, type LegalPage } from '@fundus/contract/legal/content';
import { z } from 'zod';
import type { DemoContext, DemoRemovalContext } from '../../domain.ts';
import { insertVersion, removeFirstVersions } from './repository.ts';
import { templateOf } from './templates.ts';

/** First versions of the legal pages, by page and language. A text without `body` uses the template. */
const FirstLegal = z.strictObject({
  operator: Operator,
  texts: z.array(
    z.strictObject({
      page: z.enum(['imprint', 'privacy', 'terms', 'accessibility'] satisfies LegalPage[]),
      language: z.string(),
      /** Values for the placeholders of the template, in order. */
      fill: z.array(z.string()).default([]),
      statement: LegalContent.shape.statement,
    }),
  ),
});

/** Creates the first versions of the operator's details and of the legal pages from the templates. */
export async function makeDemo({ db, now }: DemoContext): Promise<void> {
  const first = FirstLegal.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'demo.json'), 'utf8')));
  const row = { version: 1, author_id: null, created_at: now };
  await insertVersion(db, { ...row, document: 'operator', language: '', content: first.operator });
  for (const { page, language, fill, statement } of first.texts) {
    const words = [...fill];
    const body = (templateOf(page, language) ?? '').replace(/\[\[[^[\]]+\]\]/g, (hole) => words.shift() ?? hole);
    await insertVersion(db, { ...row, document: page, language, content: LegalContent.parse({ body, statement }) });
  }
}

/** Removes the first versions. Later versions are kept. */
export async function removeDemo({ db, removed }: DemoRemovalContext): Promise<void> {
  removed('legal pages', await removeFirstVersions(db));
}
