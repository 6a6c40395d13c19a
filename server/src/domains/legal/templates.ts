/** Built-in legal texts, used until an administrator replaces them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LegalPage } from '@fundus/contract/legal/content';
import { cleanRichText } from '../../rich-text/rich-text.ts';

const FOLDER = join(import.meta.dirname, 'templates');

/** Templates by name, such as `imprint.de`. */
const TEMPLATES: ReadonlyMap<string, string> = new Map(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.html'))
    .map((name) => [name.slice(0, -'.html'.length), cleanRichText(readFileSync(join(FOLDER, name), 'utf8'))]),
);

/** Returns the template, or `undefined` if there is none in this language. */
export const templateOf = (page: LegalPage, language: string): string | undefined => TEMPLATES.get(`${page}.${language}`);
