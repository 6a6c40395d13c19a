/** Content of the legal pages: operator, accessibility statement and texts. Also detects missing content. */
import { z } from 'zod';
import { addressOrEmpty, day, emailOrEmpty, line } from '../fields.ts';
import { normalizeText } from '../unicode.ts';

export const LEGAL_PAGES = ['imprint', 'privacy', 'terms', 'accessibility'] as const;
export type LegalPage = (typeof LEGAL_PAGES)[number];

/* oxlint-disable no-control-regex */
/** Returns the text normalized and without control characters (docs/behaviour/common.md#texts). */
const manyLines = (text: string): string =>
  normalizeText(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]+/g, ' ')
    .trim();
/* oxlint-enable no-control-regex */

/** Returns a schema for multi-line text. */
export const prose = (max: number) => z.string().overwrite(manyLines).max(max);

/** Operator of the portal, named in the imprint (DDG §5), the privacy notice (GDPR art. 13) and the accessibility statement. */
export const Operator = z.strictObject({
  name: line(160).default(''),
  represented_by: line(160).default(''),
  street: line(160).default(''),
  postcode: line(12).default(''),
  city: line(120).default(''),
  phone: line(60).default(''),
  /** Email address to which the contact form sends messages. */
  email: emailOrEmpty.default(''),
  vat_id: line(40).default(''),
  register: line(160).default(''),
  supervision: line(300).default(''),
  /** Person responsible for journalistic content (MStV §18). */
  editor: line(300).default(''),
  /** Hosting provider. */
  host: line(300).default(''),
  dpo_name: line(160).default(''),
  dpo_email: emailOrEmpty.default(''),
  /** Data protection authority that receives complaints (GDPR art. 77). */
  data_authority: line(300).default(''),
});
export type Operator = z.output<typeof Operator>;
export type OperatorField = keyof Operator;

export const BARRIER_REASONS = ['not_conformant', 'burden', 'out_of_scope'] as const;
export const STATEMENT_STATES = ['full', 'partial', 'none'] as const;
export const STATEMENT_METHODS = ['self', 'external'] as const;

/** Mandatory content of an accessibility statement (BITV 2.0 §7, decision (EU) 2018/1523). */
export const Statement = z.strictObject({
  /** Scope of the statement. If empty, it covers this portal. */
  scope: line(300).default(''),
  /** Legal basis. */
  law: line(300).default(''),
  status: z.enum(STATEMENT_STATES).nullable().default(null),
  barriers: z
    .array(
      z.strictObject({
        what: prose(1_000).min(1),
        reason: z.enum(BARRIER_REASONS),
        explanation: prose(1_000).default(''),
        alternative: prose(1_000).default(''),
      }),
    )
    .max(50)
    .default([]),
  method: z.enum(STATEMENT_METHODS).nullable().default(null),
  /** Name of the person or organization that assessed the portal. */
  assessor: line(200).default(''),
  prepared_on: day.nullable().default(null),
  reviewed_on: day.nullable().default(null),
  enforcement: z
    .strictObject({
      name: line(200).default(''),
      address: prose(500).default(''),
      email: emailOrEmpty.default(''),
      url: addressOrEmpty(500).default(''),
    })
    .default({ name: '', address: '', email: '', url: '' }),
});
export type Statement = z.output<typeof Statement>;
export type Barrier = Statement['barriers'][number];

/** Returns the placeholders that the administrator still has to fill in, such as `[[Name des Landes]]`. */
export const findPlaceholders = (html: string): string[] => [
  ...new Set([...html.matchAll(/\[\[([^[\]]{1,200})\]\]/g)].map((found) => found[1]!.trim())),
];

/** Missing part of a legal page. */
export const Gap = z.object({ kind: z.enum(['operator', 'statement', 'text']), name: z.string() });
export type Gap = z.output<typeof Gap>;

const NEEDED: Record<LegalPage, readonly OperatorField[]> = {
  imprint: ['name', 'represented_by', 'street', 'postcode', 'city', 'phone', 'email'],
  privacy: ['name', 'street', 'postcode', 'city', 'email', 'dpo_email', 'data_authority', 'host'],
  terms: ['name'],
  accessibility: ['name', 'email'],
};

export const operatorGaps = (page: LegalPage, operator: Operator): Gap[] =>
  NEEDED[page].filter((name) => operator[name] === '').map((name) => ({ kind: 'operator', name }));

export const textGaps = (html: string): Gap[] => findPlaceholders(html).map((name) => ({ kind: 'text', name }));

/**
 * Returns the missing parts of a statement. `today` is an ISO date, because a statement must be reviewed every year (decision (EU) 2018/1523, art.
 * 3).
 */
export function statementGaps(statement: Statement, today: string): Gap[] {
  const { status, barriers, method, prepared_on, reviewed_on, enforcement } = statement;
  const looked = reviewed_on ?? prepared_on;
  const missing = {
    status: status === null,
    barriers: status !== null && status !== 'full' && barriers.length === 0,
    method: method === null,
    prepared_on: prepared_on === null,
    review_due: looked !== null && yearsLater(looked) < today,
    enforcement: enforcement.name === '' || (enforcement.email === '' && enforcement.url === ''),
  };
  return Object.entries(missing).flatMap(([name, isMissing]) => (isMissing ? [{ kind: 'statement' as const, name }] : []));
}

const yearsLater = (day: string): string => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`;

/** Maximum length of a legal text in characters. The server sanitizes it (docs/behaviour/common.md#rich-text). */
export const LEGAL_TEXT_LENGTH = 60_000;

/** Content that an administrator enters. `statement` belongs to the accessibility page. */
export const LegalContent = z.strictObject({
  body: z.string().max(LEGAL_TEXT_LENGTH),
  statement: Statement.nullable().default(null),
});
export type LegalContent = z.output<typeof LegalContent>;
