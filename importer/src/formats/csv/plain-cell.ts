import { unescapeFormula } from '@fundus/contract/table-file';

/** Returns a cell without spreadsheet markers: `="00042"` and `'00042` preserve zeros, and an apostrophe prevents a formula. */
export function plainCell(raw: string): string {
  const cell = raw.trim();
  const quoted = /^=\s*"([^]*)"$/.exec(cell)?.[1];
  return (quoted === undefined ? unescapeFormula(cell).replace(/^'(?=\d+$)/, '') : quoted.replaceAll('""', '"')).trim();
}
