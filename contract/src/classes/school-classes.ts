/** Creates the classes of a school from a list, with learner codes and one PDF to print (docs/behaviour/classes.md#all-classes-of-a-school). */
import { z } from 'zod';
import { advancedView } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { count, line } from '../fields.ts';
import { TABLE_BODY, RecognisedTable, tableFile } from '../tables/tables.ts';
import { SHEET_LAYOUTS } from './learner-codes.ts';
import { CARD_TEXT_LENGTH, MAX_CODES } from './rules.ts';

export const CLASS_ROWS = 300;
/** Maximum number of rows in a table with the classes of all schools in a district. */
export const DISTRICT_CLASS_ROWS = 5_000;
/** Maximum number of codes that a call creates. */
export const CODES_AT_ONCE = 6_000;

const ClassImportRow = z.object({
  line: z.int(),
  name: z.string(),
  grade: z.int().nullable(),
  /** Names of the owners. */
  owners: z.array(z.string()),
  codes: count,
  /** `here` means that the school already has a class with this name this school year, which stays unchanged. */
  result: z.enum(['new', 'here', 'error']),
  problem: z.object({ field: z.string(), rule: z.string() }).nullable(),
});
export type ClassImportRow = z.output<typeof ClassImportRow>;

const DistrictClassRow = ClassImportRow.omit({ codes: true }).extend({
  /** Name of the school, or an empty string if no school was found. */
  school: z.string(),
});
export type DistrictClassRow = z.output<typeof DistrictClassRow>;

const params = z.object({ id: z.string().min(1).max(80) });
const gate = { access: 'administrator', advancedView } as const;

export const schoolClasses = {
  import: endpoint({
    method: 'POST',
    path: '/api/v1/schools/{id}/classes/import',
    summary: 'Import classes of this school year with owners and learner codes from a table or list; with `dry_run` a preview',
    ...gate,
    params,
    bodyLimit: TABLE_BODY,
    body: z.object({
      ...tableFile,
      /** Number of learner codes for each class whose row does not contain a number. */
      codes: z.int().min(0).max(MAX_CODES).default(0),
      dry_run: z.boolean(),
      skip_errors: z.boolean().default(false),
    }),
    reply: z.object({ table: RecognisedTable, rows: z.array(ClassImportRow), created: count, here: count, errors: count, codes: count }),
  }),
  importOfDistrict: endpoint({
    method: 'POST',
    path: '/api/v1/classes/import',
    summary:
      'Import classes of this school year for many schools of the district; each row has a school number and a responsible teacher; with `dry_run` a preview',
    ...gate,
    bodyLimit: TABLE_BODY,
    body: z.object({ ...tableFile, dry_run: z.boolean(), skip_errors: z.boolean().default(false) }),
    reply: z.object({ table: RecognisedTable, rows: z.array(DistrictClassRow), created: count, here: count, errors: count }),
  }),
  fillCodes: endpoint({
    method: 'POST',
    path: '/api/v1/schools/{id}/classes/codes',
    summary: 'Create missing learner codes up to a number for each active class of a school; with `dry_run` a preview',
    ...gate,
    params,
    body: z.object({ codes: z.int().min(1).max(MAX_CODES), dry_run: z.boolean().default(false) }),
    reply: z.object({ classes: count, made: count }),
  }),
  printCards: endpoint({
    method: 'POST',
    path: '/api/v1/schools/{id}/classes/cards',
    summary: 'Issue the learner codes of all active classes of a school for printing; the cards are fetched afterwards',
    ...gate,
    params,
    reply: z.object({ classes: count, printed: count }),
  }),
  cards: endpoint({
    method: 'GET',
    path: '/api/v1/schools/{id}/classes/cards.pdf',
    summary: 'Issued learner codes of all active classes as one PDF, each class on a new page',
    ...gate,
    params,
    query: z.object({
      layout: z.enum(SHEET_LAYOUTS).default('cards8'),
      text: line(CARD_TEXT_LENGTH).default(''),
      lang: z.string().max(10).default('de'),
    }),
    heavy: true,
    reply: 'stream',
  }),
};
