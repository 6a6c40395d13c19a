/** Prints a measurement as a table and stores it in `bench/results` with date, commit and machine. */
import { today } from '@fundus/contract/days';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { resolve } from 'node:path';

export type Table = {
  /** File name in `bench/results`. */
  name: string;
  title: string;
  /** Column headings. The first column is text, the others are numbers. */
  head: readonly string[];
  rows: readonly (readonly (string | number)[])[];
  /** Sentences about the measurement, printed below the table. */
  notes?: readonly string[];
};

const results = resolve(import.meta.dirname, '../../results');

const cell = (value: string | number): string =>
  typeof value === 'string' ? value : Number.isInteger(value) ? value.toLocaleString('en') : value.toPrecision(3);

/** Returns the table as Markdown with aligned columns. */
function markdown({ head, rows }: Pick<Table, 'head' | 'rows'>): string {
  const lines = [head, ...rows].map((row) => row.map(cell));
  const widths = head.map((_, column) => Math.max(3, ...lines.map((line) => (line[column] ?? '').length)));
  const pad = (line: readonly string[]) =>
    `| ${widths.map((width, column) => (column === 0 ? (line[column] ?? '').padEnd(width) : (line[column] ?? '').padStart(width))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [pad(lines[0] ?? []), rule, ...lines.slice(1).map(pad)].join('\n');
}

const commit = () => {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  } catch {
    return 'no commit';
  }
};

/** Prints the table with date, commit and machine, and returns the printed text. */
export function printTable(table: Omit<Table, 'name'>): string {
  const machine = `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
  const notes = (table.notes ?? []).map((note) => `\n${note}`).join('\n');
  const text = `# ${table.title}\n\n${markdown(table)}\n${notes}\n\n${today(new Date())}, commit ${commit()}, ${machine}\n`;
  process.stdout.write(`\n${text}`);
  return text;
}

/** Prints the table and stores it in `bench/results`. */
export function storeTable(table: Table): void {
  const text = printTable(table);
  mkdirSync(results, { recursive: true });
  writeFileSync(resolve(results, `${table.name}.md`), text);
}

/** Returns the percentile: the smallest number that is not below `share` of all numbers. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Returns a table row: name, count, median, 95th percentile and maximum of the times. */
export const toTableRow = (what: string, times: readonly number[]): (string | number)[] => [
  what,
  times.length,
  percentile(times, 0.5),
  percentile(times, 0.95),
  Math.max(...times),
];
