/** Migration of a lending point from another system, using files (docs/behaviour/lending.md#migration-from-another-system). */
import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { count } from '../../fields.ts';
import { tableQuery } from '../../table-file.ts';
import { TABLE_BODY, RecognisedTable, tableFile } from '../../tables/tables.ts';
import { lendingGate } from '../gate.ts';

/** Tables of a migration in the order of import, besides the stock. */
export const MIGRATION_STEPS = ['borrowers', 'loans', 'reservations'] as const;
export type MigrationStep = (typeof MIGRATION_STEPS)[number];
/** Example files that users can download. */
export const MIGRATION_TEMPLATES = ['stock', ...MIGRATION_STEPS] as const;
export type MigrationTemplate = (typeof MIGRATION_TEMPLATES)[number];

/** Maximum number of rows in a table. */
export const MIGRATION_ROWS = 5_000;
/** Maximum number of devices in a reservation. */
export const MAX_RESERVED = 50;
/** Maximum number of listed loans that are missing in the file. */
export const MAX_GONE = 50;

/** Columns of each table, in the order of the example files. */
export const MIGRATION_COLUMNS = {
  borrowers: [
    ...(['number', 'card', 'name', 'first_name', 'email', 'phone', 'kind', 'school', 'address', 'street', 'house'] as const),
    ...(['postcode', 'city', 'note', 'blocked', 'blocked_until', 'blocked_reason', 'id_checked'] as const),
  ],
  loans: ['number', 'device', 'borrower', 'email', 'lent_on', 'due_on', 'renewals', 'reminders', 'purpose'],
  reservations: [
    ...(['number', 'device', 'model', 'quantity', 'borrower', 'email', 'from', 'until', 'state', 'delivery'] as const),
    ...(['reserved_on', 'purpose'] as const),
  ],
} as const;
export type MigrationColumn<S extends MigrationStep = MigrationStep> = (typeof MIGRATION_COLUMNS)[S][number];

/** Notes about an imported row. */
export const MIGRATION_NOTES = [
  /** A private borrower is created. */
  'private',
  /** An existing account was recognized. */
  'account',
  /** The borrower is suspended at the lending point. */
  'blocked',
  /** The address of the borrower is missing. */
  'no_address',
  /** The loan is overdue. */
  'overdue',
  /** The device is set aside, and its borrower keeps it until the return. */
  'set_aside',
  /** A booking in the portal is moved to another device. */
  'moved',
  /** The reservation is moved to another device of the model. */
  'other_device',
  /** The device of the reservation is overdue in another loan. */
  'late_device',
  /** The lending point is closed on the first day. */
  'closed',
] as const;
export type MigrationNote = (typeof MIGRATION_NOTES)[number];

export const MigrationProblem = z.object({
  field: z.string(),
  rule: z.string(),
  /** Row, day, state or order to which the rule refers, or an empty string. */
  about: z.string(),
});
export type MigrationProblem = z.output<typeof MigrationProblem>;

export const MigrationRow = z.object({
  line: z.int(),
  /** Name of the borrower, device or model in the file. */
  name: z.string(),
  /** Recognized account, or the model and the borrower. */
  about: z.string(),
  result: z.enum(['new', 'changed', 'same', 'error']),
  notes: z.array(z.enum(MIGRATION_NOTES)),
  problem: MigrationProblem.nullable(),
});
export type MigrationRow = z.output<typeof MigrationRow>;

/** Ways of handling loans that are already overdue when reminders start. */
export const REMINDER_STARTS = ['first', 'reminded'] as const;

const MigrationState = z.object({
  devices: count,
  borrowers: z.object({ accounts: count, private: count }),
  /** Number of imported loans, of open ones, and of overdue ones. */
  loans: z.object({ imported: count, open: count, overdue: count }),
  reservations: z.object({ imported: count, open: count }),
  /** Loans for which no mails are sent until the reminders are started. */
  paused: z.object({ lines: count, overdue: count, people: count }),
});
export type MigrationState = z.output<typeof MigrationState>;

const atPoint = z.object({ point: z.uuid() });
const aboutStep = z.object({ step: z.enum(MIGRATION_STEPS) });

export const lendingMigration = {
  migration: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/migration',
    summary: 'Progress of the migration of a point: counts of each step and of paused reminders',
    query: atPoint,
    reply: MigrationState,
  }),
  migrate: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/migration/{step}',
    summary:
      'Import borrowers, open loans or reservations of another system from a table; with `dry_run` a preview, otherwise all or nothing',
    params: aboutStep,
    bodyLimit: TABLE_BODY,
    body: z.object({
      point: z.uuid(),
      ...tableFile,
      dry_run: z.boolean(),
      /** True to skip rows with errors. Otherwise a single error rejects the whole file. */
      skip_errors: z.boolean().default(false),
    }),
    reply: z.object({
      table: RecognisedTable,
      rows: z.array(MigrationRow),
      created: count,
      changed: count,
      same: count,
      errors: count,
      /** Codes of devices with an open imported loan that the file no longer contains. */
      gone: z.array(z.string()).max(MAX_GONE),
    }),
  }),
  migrationTemplate: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/migration/templates/{table}',
    summary: 'Example file of a table with all its columns',
    params: z.object({ table: z.enum(MIGRATION_TEMPLATES) }),
    query: z.object({ ...tableQuery, point: z.uuid() }),
    reply: 'stream',
    heavy: true,
  }),
  startReminders: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/migration/reminders',
    summary: 'Start reminders of imported loans and reservations',
    body: atPoint.extend({ overdue: z.enum(REMINDER_STARTS) }),
    reply: MigrationState,
  }),
};
