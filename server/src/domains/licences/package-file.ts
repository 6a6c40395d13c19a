/** Reads the file of a package: a table, or usage rights in ODRL. Runs in a child process: `packages.ts`, `policies.ts`. */
import { invalid } from '@fundus/contract/errors';
import { PACKAGE_ROWS, type PackageSource } from '@fundus/contract/licences/packages';
import { decodeText } from '@fundus/contract/setup/texts';
import type { PackageLine } from './package-lines.ts';
import { readOdrl } from './package-odrl.ts';
import { readTable } from './package-table.ts';

export type ReadPackage = { source: PackageSource; lines: PackageLine[] };

export const readPackageFile = async (bytes: Uint8Array): Promise<ReadPackage> => readPackage(bytes);

/** The usage rights another portal answers with. */
export const readPolicyAnswer = async (bytes: Uint8Array): Promise<PackageLine[]> => readOdrl(Buffer.from(bytes).toString('utf8'));

/** Throws `validation_failed` where it is neither, names no licences, or too many. */
export function readPackage(bytes: Uint8Array): ReadPackage {
  const text = decodeText(bytes);
  const isJson = /^\s*[[{]/.test(text);
  const lines = isJson ? readOdrl(text) : readTable(text);
  if (lines.length === 0) throw invalid('content', 'empty');
  if (lines.length > PACKAGE_ROWS) throw invalid('content', 'max', { most: PACKAGE_ROWS });
  return { source: isJson ? 'odrl' : 'csv', lines };
}
