/** Actions on a portal in a separate process: operator commands, record files, and requests of a signed-in user. */
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { generatedRecords } from './records.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Runs `npm run portal -- …` like an operator. The portal may be running or stopped. */
export function runPortalCommand(dataDir: string, args: readonly string[], env: Record<string, string> = {}): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, ['server/src/cli.ts', ...args], {
      cwd: root,
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, DEMO: 'off', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)));
    child.on('exit', (code) => (code === 0 ? done() : fail(new Error(`portal ${args[0]} ended with code ${code}:\n${said}`))));
  });
}

/** Writes generated records to a JSON Lines file that the portal can import. */
export async function writeRecords(file: string, records: number): Promise<void> {
  const lines = function* () {
    for (const record of generatedRecords(records)) yield `${JSON.stringify(record)}\n`;
  };
  await pipeline(Readable.from(lines()), createWriteStream(file));
}

/** Returns a note about the load of the machine, to print below a table. */
export const describeLoad = (): string =>
  `Load average before the run: ${(loadavg()[0] ?? 0).toFixed(1)} on ${availableParallelism()} processors. Above one per processor, other work affects the figures, mostly p95.`;
