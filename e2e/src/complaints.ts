/** What the portals of a run complain of: errors, and jobs that failed. Their processes are started by several, so a file holds it. */
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const file = resolve(import.meta.dirname, '../../.cache/journeys/portals.log');
const ERROR = 50;
/** As many as a message of a failed journey has room for. */
const SHOWN = 5;

/** A line of a portal's log; kept where it is a complaint. */
export function noteComplaint(line: string): void {
  if (!isComplaint(line)) return;
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${line}\n`);
}

function isComplaint(line: string): boolean {
  try {
    const { level, msg } = JSON.parse(line) as { level?: number; msg?: string };
    return (level ?? 0) >= ERROR || msg === 'job failed';
  } catch {
    // A process that breaks down says why in words.
    return /\bError\b/.test(line);
  }
}

/** The newest of this run. */
export function newestComplaints(): string[] {
  try {
    return readFileSync(file, 'utf8').trim().split('\n').slice(-SHOWN);
  } catch {
    return [];
  }
}

export const forgetComplaints = (): void => rmSync(file, { force: true });
