/** Tasks that run-in-child.test.ts runs in child processes. */
import { setTimeout as pause } from 'node:timers/promises';
import { getPriority } from 'node:os';
import { AppError } from '@fundus/contract/errors';

export const echo = async <T>(value: T): Promise<T> => value;

export async function fail(how: 'app' | 'system' | 'other'): Promise<void> {
  if (how === 'app') throw new AppError('broken_file', { field: 'file', details: { line: 3 } });
  if (how === 'system') throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  throw new Error('no such drawing');
}

/** Uses the CPU permanently and blocks the event loop. */
export async function spin(): Promise<void> {
  for (;;);
}

export async function hoard(): Promise<void> {
  const kept: Buffer[] = [];
  for (;;) {
    kept.push(Buffer.alloc(20 * 1024 * 1024, 1));
    await new Promise((next) => setTimeout(next, 5));
  }
}

/** Fills the memory without yielding to the event loop. */
export async function hoardAtOnce(): Promise<void> {
  const kept: Buffer[] = [];
  for (;;) kept.push(Buffer.alloc(20 * 1024 * 1024, 1));
}

export async function crash(): Promise<void> {
  process.exit(1);
}

export const environment = async (): Promise<string[]> => Object.keys(process.env);

export const priority = async (): Promise<number> => getPriority();

export const wait = (ms: number): Promise<void> => pause(ms);

let calls = 0;
export const count = async (): Promise<number> => (calls += 1);
