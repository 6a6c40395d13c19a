/** Licence packages: sets of licences from a supplier's file, or fetched by their number (docs/behaviour/licences.md#packages). */
import { z } from 'zod';
import { done, endpoint } from '../endpoint.ts';
import { byId, count, day, line, moment, named } from '../fields.ts';
import { TABLE_BODY, RecognisedTable, tableFile } from '../tables/tables.ts';
import { ENTERED_SCOPES, MAX_SEATS, RUNTIMES } from './rules.ts';

export const PACKAGE_ROWS = 1_000;
/** Number of months for which a package can be fetched. */
export const PACKAGE_MONTHS = 12;

/** Formats of a package: a table, or usage rights in ODRL as transferred by VIDIS and Schulconnex. */
export const PACKAGE_SOURCES = ['csv', 'odrl'] as const;
export type PackageSource = (typeof PACKAGE_SOURCES)[number];

/** Results for a row. `here` means that the licence already exists, and `unknown` that the catalogue does not contain the medium. */
export const PACKAGE_RESULTS = ['new', 'here', 'unknown', 'expired', 'error'] as const;

export const PackageRow = z.object({
  line: z.int(),
  /** Medium as named by the supplier. */
  medium: z.string(),
  title: z.string().nullable(),
  /** Number that the supplier has given the licence. */
  code: z.string(),
  scope: z.enum(ENTERED_SCOPES),
  /** Number of seats, or 0 for no limit. */
  seats: z.int().min(0).max(MAX_SEATS),
  runtime: z.enum(RUNTIMES),
  runtime_days: z.int().nullable(),
  valid_from: day.nullable(),
  valid_to: day.nullable(),
  /** Price including VAT in cents, or `null` if the package does not contain it. */
  price: count.nullable(),
  result: z.enum(PACKAGE_RESULTS),
  problem: z.object({ field: z.string(), rule: z.string() }).nullable(),
});
export type PackageRow = z.output<typeof PackageRow>;

/** Licence package, whether or not it has been fetched. */
export const LicencePackage = z.object({
  id: z.uuid(),
  /** Number of the package in groups of four characters. */
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
  /** Table, or ODRL in JSON format. */
  ...tableFile,
  /** Name of the supplier, used if the file does not contain it. */
  licensor: line(200).default(''),
};
/** ID of a school of the district. Defaults to the user's school, or to the district itself. */
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
      /** Detected table, or `null` if the package is not a table or was fetched by its number. */
      table: RecognisedTable.nullable(),
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
