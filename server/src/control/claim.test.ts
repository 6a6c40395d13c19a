import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { askRunningPortal, claimDataDir, DataDirInUse, socketPath } from './claim.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'fundus-claim-'));
const silent = { line: () => {}, progress: () => {} };

test('a second process on the same folder is refused with a sentence that says why', async () => {
  const dataDir = folder();
  const claim = await claimDataDir(dataDir);
  await expect(claimDataDir(dataDir)).rejects.toThrow(DataDirInUse);
  await expect(claimDataDir(dataDir)).rejects.toThrow(/another portal process is using the data folder/);
  await claim.release();
  await (await claimDataDir(dataDir)).release();
});

test('commands go to the running portal, with what they say and their exit code', async () => {
  const dataDir = folder();
  expect(await askRunningPortal(dataDir, { command: 'x', args: {} }, silent)).toBeNull();
  const claim = await claimDataDir(dataDir);
  claim.serve(async ({ command, args }, io) => {
    io.progress(1, 2);
    io.line(`${command} ${JSON.stringify(args)}`);
    return 3;
  });
  const lines: string[] = [];
  const steps: number[][] = [];
  const io = { line: (text: string) => void lines.push(text), progress: (...step: [number, number]) => void steps.push(step) };
  expect(await askRunningPortal(dataDir, { command: 'check', args: { a: 1 } }, io)).toBe(3);
  expect([lines, steps]).toEqual([['check {"a":1}'], [[1, 2]]]);
  await claim.release();
});

test('a long folder name still has a socket', () => {
  const path = socketPath(join(tmpdir(), 'x'.repeat(200)));
  expect(Buffer.byteLength(path)).toBeLessThan(108);
});
