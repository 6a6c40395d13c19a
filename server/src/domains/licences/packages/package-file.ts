/** Parses the file of a package, which is a table or contains usage rights in ODRL. Runs in a child process of `packages.ts` and `policies.ts`. */
import { invalid } from '@fundus/contract/errors';
import { PACKAGE_ROWS, type PackageSource } from '@fundus/contract/licences/packages';
import { decodeText } from '@fundus/contract/setup/texts';
import type { TableMapping } from '@fundus/contract/tables/tables';
import type { PackageLine } from './package-lines.ts';
import { parseOdrl } from './package-odrl.ts';
import { readPackageTable, type PackageTable } from './package-table.ts';

export type ReadPackage = { source: PackageSource; table: PackageTable['table'] | null; lines: PackageLine[] };

/** Parses the usage rights in the reply of another portal. */
export const readPolicyAnswer = async (bytes: Uint8Array): Promise<PackageLine[]> => parseOdrl(Buffer.from(bytes).toString('utf8'));

/** Parses a package. Throws `validation_failed` if the file has another format, no licences or too many. */
export async function readPackageFile(bytes: Uint8Array, mapping?: TableMapping): Promise<ReadPackage> {
  const head = decodeText(bytes.subarray(0, 200));
  if (!/^[\s\uFEFF]*[[{]/.test(head)) return { source: 'csv', ...(await readPackageTable(bytes, mapping)) };
  const lines = parseOdrl(decodeText(bytes).replace(/^\uFEFF/, ''));
  if (lines.length === 0) throw invalid('content', 'empty');
  if (lines.length > PACKAGE_ROWS) throw invalid('content', 'max', { most: PACKAGE_ROWS });
  return { source: 'odrl', table: null, lines };
}
