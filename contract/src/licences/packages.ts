/** Licence packages: many licences from a supplier's file, or fetched with a number (docs/behaviour/licences.md#packages). */
import { z } from 'zod';
import { done, endpoint } from '../endpoint.ts';
import { byId, count, day, line, moment, named } from '../fields.ts';
import { TABLE_BODY, TableFound, tableFile } from '../tables/tables.ts';
import { ENTERED_SCOPES, MAX_SEATS, RUNTIMES } from './rules.ts';

export const PACKAGE_ROWS = 1_000;
/** Months during which a package can be fetched. */
export const PACKAGE_MONTHS = 12;

/** Source format of a package: a table, or usage rights in ODRL, as VIDIS and Schulconnex transfer them. */
export const PACKAGE_SOURCES = ['csv', 'odrl'] as const;
export type PackageSource = (typeof PACKAGE_SOURCES)[number];

/** `new`: is created; `here`: exists already; `unknown`: the medium is not in the catalogue; `expired`: has ended; `error`: see `problem`. */
export const PACKAGE_RESULTS = ['new', 'here', 'unknown', 'expired', 'error'] as const;

export const PackageRow = z.object({
  line: z.int(),
  /** Medium as the supplier names it. */
  medium: z.string(),
  title: z.string().nullable(),
  /** The supplier's number of the licence. */
  code: z.string(),
  scope: z.enum(ENTERED_SCOPES),
  /** Number of seats; 0: unlimited. */
  seats: z.int().min(0).max(MAX_SEATS),
  runtime: z.enum(RUNTIMES),
  runtime_days: z.int().nullable(),
  valid_from: day.nullable(),
  valid_to: day.nullable(),
  /** Price with VAT in cents, or null if the package does not name it. */
  price: count.nullable(),
  result: z.enum(PACKAGE_RESULTS),
  problem: z.object({ field: z.string(), rule: z.string() }).nullable(),
});
export type PackageRow = z.output<typeof PackageRow>;

/** A package, fetched or not. */
export const LicencePackage = z.object({
  id: z.uuid(),
  /** Number in groups of four. */
  number: z.string(),
  school: named(z.string()),
  licensor: z.string(),
  source: z.enum(PACKAGE_SOURCES),
  rows: count,
  ends_on: day,
  deposited_at: moment,
  picked_up_at: moment.nullable(),
});
export type LicencePackage = z.output<typeof LicencePackage>;

const file = {
  /** A table, or ODRL in JSON. */
  ...tableFile,
  /** Supplier, if the file does not name one. */
  licensor: line(200).default(''),
};
/** A school of the district; absent: the user's school, or the district itself. */
const school_id = z.string().max(80).nullish();

export const licencePackages = {
  importPackage: endpoint({
    method: 'POST',
    path: '/api/v1/licences/packages/import',
    summary:
      'Import the licences of a package from a file or by its number: with `dry_run` a preview, otherwise all valid ones. Idempotent',
    access: 'user',
    bodyLimit: TABLE_BODY,
    body: z.object({
      number: z.string().trim().min(4).max(100).optional(),
      content: file.content.optional(),
      mapping: file.mapping,
      licensor: file.licensor,
      school_id,
      dry_run: z.boolean(),
    }),
    reply: z.object({
      source: z.enum(PACKAGE_SOURCES),
      /** Null for a package that is not a table, or was fetched. */
      table: TableFound.nullable(),
      owner: z.string(),
      rows: z.array(PackageRow),
      created: count,
      here: count,
      left_out: count,
    }),
  }),
  packages: endpoint({
    method: 'GET',
    path: '/api/v1/licences/packages',
    summary: 'Packages for schools of the district, pending or collected; newest first, at most 100',
    access: 'user',
    reply: z.object({ items: z.array(LicencePackage) }),
  }),
  depositPackage: endpoint({
    method: 'POST',
    path: '/api/v1/licences/packages',
    summary: 'Deposit a package for a school of the district, which collects it with the number',
    access: 'user',
    bodyLimit: TABLE_BODY,
    body: z.object({ ...file, school_id: z.string().max(80) }),
    reply: LicencePackage,
  }),
  removePackage: endpoint({
    method: 'DELETE',
    path: '/api/v1/licences/packages/{id}',
    summary: 'Withdraw a package that was not collected',
    access: 'user',
    params: byId,
    reply: done,
  }),
};
