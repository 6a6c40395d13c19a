/** Synonyms that administrators add to the built-in list (docs/behaviour/catalogue.md#synonyms). */
import { z } from 'zod';
import { byId, moment } from '../fields.ts';
import { endpoint } from '../endpoint.ts';
import { TABLE_BODY, tableFile } from '../tables/tables.ts';

export const SYNONYM_LIMITS = { words: 20, length: 80, groups: 20_000 } as const;

const word = z
  .string()
  .trim()
  .min(1)
  .max(SYNONYM_LIMITS.length)
  .refine((text) => /[\p{L}\p{N}]/u.test(text), { message: 'letters' })
  // oxlint-disable-next-line no-control-regex
  .refine((text) => !/[;#\u0000-\u001f]/.test(text), { message: 'separator' });

/** Words of a group of synonyms. Duplicates are removed, ignoring case and whitespace. */
export const SynonymWords = z
  .array(word)
  .max(SYNONYM_LIMITS.words)
  .transform((words) => [...new Map(words.map((text) => [text.toLowerCase().replace(/\s+/g, ' '), text.replace(/\s+/g, ' ')])).values()])
  .refine((words) => words.length > 1, { message: 'min' });

export const SynonymGroup = z.object({
  id: z.uuid(),
  words: z.array(z.string()),
  changed_at: moment,
  changed_by: z.string().nullable(),
});
export type SynonymGroup = z.output<typeof SynonymGroup>;

/** Result of an import. At most one hundred rejected lines are listed. */
export const SynonymImport = z.object({
  stored: z.int(),
  unchanged: z.int(),
  refused: z.array(z.object({ line: z.int(), reason: z.enum(['min', 'max', 'letters', 'separator', 'full']) })),
});
export type SynonymImport = z.output<typeof SynonymImport>;

/** Parses lines such as `Handy; Smartphone; mobiles Telefon`. Skips empty lines, lines that start with `#`, and remarks in parentheses. */
export const parseSynonymLines = (text: string): { line: number; words: string[] }[] =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((row, i) => ({ line: i + 1, row: row.trim() }))
    .filter(({ row }) => row !== '' && !row.startsWith('#'))
    .map(({ line, row }) => ({
      line,
      words: row
        .split(';')
        .map((each) => each.replace(/\([^()]*\)/g, ' ').trim())
        .filter(Boolean),
    }));

const gate = { access: 'districtAdmin' } as const;
const PATH = '/api/v1/setup/synonyms';
const body = z.object({ words: SynonymWords });

export const synonyms = {
  synonyms: endpoint({
    method: 'GET',
    path: PATH,
    summary: 'Groups of synonyms that contain a text; `builtIn` are those of the portal',
    ...gate,
    query: z.object({
      q: z.string().max(SYNONYM_LIMITS.length).default(''),
      offset: z.coerce.number().int().min(0).max(SYNONYM_LIMITS.groups).default(0),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    reply: z.object({
      total: z.int(),
      offset: z.int(),
      limit: z.int(),
      items: z.array(SynonymGroup),
      builtIn: z.array(z.array(z.string())),
    }),
  }),
  addSynonyms: endpoint({
    method: 'POST',
    path: PATH,
    summary: 'Add a group of synonyms',
    ...gate,
    body,
    reply: SynonymGroup,
  }),
  changeSynonyms: endpoint({
    method: 'PUT',
    path: `${PATH}/{id}`,
    summary: 'Change a group of synonyms',
    ...gate,
    params: byId,
    body,
    reply: SynonymGroup,
  }),
  removeSynonyms: endpoint({
    method: 'DELETE',
    path: `${PATH}/{id}`,
    summary: 'Remove a group of synonyms',
    ...gate,
    params: byId,
    reply: z.object({ removed: z.boolean() }),
  }),
  importSynonyms: endpoint({
    method: 'POST',
    path: `${PATH}/import`,
    summary:
      'Import groups of synonyms from a list with one group per line, separated by semicolons (OpenThesaurus), or from a worksheet; `replace` deletes the existing groups',
    ...gate,
    body: z.object({ content: tableFile.content, replace: z.boolean().default(false) }),
    bodyLimit: TABLE_BODY,
    reply: SynonymImport,
  }),
};
