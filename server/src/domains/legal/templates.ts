/** The portal's own legal texts: they hold until somebody writes others. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LegalPage } from '@fundus/contract/legal/content';
import { cleanRichText } from '../../rich-text/rich-text.ts';

const FOLDER = join(import.meta.dirname, 'templates');

/** `imprint.de` → text. */
const TEMPLATES: ReadonlyMap<string, string> = new Map(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.html'))
    .map((name) => [name.slice(0, -'.html'.length), cleanRichText(readFileSync(join(FOLDER, name), 'utf8'))]),
);

/** Undefined in a language the portal brings none for. */
export const templateOf = (page: LegalPage, language: string): string | undefined => TEMPLATES.get(`${page}.${language}`);
