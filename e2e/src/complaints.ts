/** Errors and failed jobs of all portals of a run. Several processes start portals, so they are collected in a file. */
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const file = resolve(import.meta.dirname, '../../.cache/journeys/portals.log');
const ERROR = 50;
/** Maximum number shown in the message of a failed test. */
const SHOWN = 5;

/** Stores a line of a portal's log if it reports a problem. */
export function recordComplaint(line: string): void {
  if (!isComplaint(line)) return;
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${line}\n`);
}

function isComplaint(line: string): boolean {
  try {
    const { level, msg } = JSON.parse(line) as { level?: number; msg?: string };
    return (level ?? 0) >= ERROR || msg === 'job failed';
  } catch {
    // A crashing process prints plain text.
    return /\bError\b/.test(line);
  }
}

/** Returns the latest problems of this run. */
export function latestComplaints(): string[] {
  try {
    return readFileSync(file, 'utf8').trim().split('\n').slice(-SHOWN);
  } catch {
    return [];
  }
}

export const forgetComplaints = (): void => rmSync(file, { force: true });
