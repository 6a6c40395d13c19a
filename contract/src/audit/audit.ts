/** Audit log for administrators (docs/behaviour/common.md#audit-log). */
import { z } from 'zod';
import { dayOrEmpty, moment, named, text } from '../fields.ts';
import { endpoint } from '../endpoint.ts';
import { page, pageOf } from '../paging.ts';
import { tableQuery } from '../table-file.ts';

/** Number of months for which a log entry is stored. */
export const AUDIT_MONTHS = 12;

/** Areas of the log, which are the part of `what` before the dot. */
export const AUDIT_AREAS = [
  'account',
  'person',
  'people',
  'school',
  'district',
  'class',
  'yearChange',
  'assignment',
  'code',
  'invitation',
  'licence',
  'catalogue',
  'material',
  'files',
  'review',
  'recommendation',
  'report',
  'wish',
  'news',
  'list',
  'lending',
  'lti',
  'marketplace',
  'product',
  'purchase',
  'shared',
  'theme',
  'text',
  'language',
  'synonyms',
  'signOn',
  'source',
  'import',
] as const;

export const AuditLine = z.object({
  id: z.uuid(),
  at: moment,
  /** User who acted. `null` for the system and for deleted users. */
  by: named(z.uuid()).nullable(),
  /** Event in the form `area.event`. */
  what: z.string(),
  school: named(z.string()).nullable(),
  about: named(z.uuid()).nullable(),
  /** Changed fields. Long values are truncated. */
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
});
export type AuditLine = z.output<typeof AuditLine>;

const filters = {
  area: z.enum(['', ...AUDIT_AREAS]).default(''),
  /** Prefix of the name of the user who acted or was affected. */
  q: text(100).default(''),
  /** First and last day of the range in Europe/Berlin, both inclusive. */
  from: dayOrEmpty,
  to: dayOrEmpty,
  school: z.string().max(80).default(''),
};

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/audit',
    summary: 'Audit log of the school, or of the whole district; newest first',
    access: 'administrator',
    advancedView: true,
    query: z.object({ ...page, ...filters }),
    // `more` is true if there are entries beyond `total`, which only a filter by days can return.
    reply: pageOf(AuditLine).extend({ more: z.boolean() }),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/v1/audit/export',
    summary: 'Audit log as a table',
    access: 'administrator',
    advancedView: true,
    query: z.object({ ...filters, ...tableQuery }),
    heavy: true,
    reply: 'stream',
  }),
};
