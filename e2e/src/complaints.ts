/** Collects errors, failed jobs and unexpected exits of all portals of a run. They are stored in a file, because several processes start portals. */
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const file = resolve(import.meta.dirname, '../../.cache/journeys/portals.log');
const ERROR = 50;
/** Maximum number of log lines in the message of a failed test. */
const SHOWN = 5;

/** Stores a line of a portal's log if it reports an error or a failed job. */
export function recordLogProblem(line: string): void {
  if (isComplaint(line)) record(line);
}

/** Stores that a portal has exited although no test stopped it, with the last lines that it printed. */
export const recordExit = (how: string | number, said: readonly string[]): void =>
  record(`A portal exited (${how}). Its last lines: ${said.slice(-SHOWN).join(' | ')}`);

function record(line: string): void {
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${line}\n`);
}

function isComplaint(line: string): boolean {
  try {
    const { level, msg } = JSON.parse(line) as { level?: number; msg?: string };
    return (level ?? 0) >= ERROR || msg === 'job failed';
  } catch {
    // A line that is not JSON is the output of a crashing process.
    return /\bError\b/.test(line);
  }
}

/** Returns the latest stored log lines of this run. */
export function latestLogProblems(): string[] {
  try {
    return readFileSync(file, 'utf8').trim().split('\n').slice(-SHOWN);
  } catch {
    return [];
  }
}

export const clearLogProblems = (): void => rmSync(file, { force: true });
