import { unguard } from '@fundus/contract/table-file';

/** Returns a cell without the signs that only tell a spreadsheet how to read it: `="00042"` and `'00042` keep zeros, an apostrophe keeps words from being a formula. */
export function plainCell(raw: string): string {
  const cell = raw.trim();
  const kept = /^=\s*"([^]*)"$/.exec(cell)?.[1];
  return (kept === undefined ? unguard(cell).replace(/^'(?=\d+$)/, '') : kept.replaceAll('""', '"')).trim();
}
