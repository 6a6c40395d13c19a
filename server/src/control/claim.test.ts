import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forwardToRunningPortal, claimDataDir, claimForPortal, socketPath } from './claim.ts';
import { DataDirInUse } from './lock.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'fundus-claim-'));
const silent = { line: () => {}, progress: () => {} };

test('refuses a second process on the same data folder', async () => {
  const dataDir = folder();
  const claim = await claimDataDir(dataDir);
  await expect(claimDataDir(dataDir)).rejects.toThrow(DataDirInUse);
  await expect(claimDataDir(dataDir)).rejects.toThrow(/another portal process is using the data folder/);
  await claim.release();
  await (await claimDataDir(dataDir)).release();
});

test('returns the output and exit code of commands run in the portal', async () => {
  const dataDir = folder();
  expect(await forwardToRunningPortal(dataDir, { command: 'x', args: {} }, silent)).toBeNull();
  const claim = await claimDataDir(dataDir);
  claim.serve(async ({ command, args }, io) => {
    io.progress(1, 2);
    io.line(`${command} ${JSON.stringify(args)}`);
    return 3;
  });
  const lines: string[] = [];
  const steps: number[][] = [];
  const io = { line: (text: string) => void lines.push(text), progress: (...step: [number, number]) => void steps.push(step) };
  expect(await forwardToRunningPortal(dataDir, { command: 'check', args: { a: 1 } }, io)).toBe(3);
  expect([lines, steps]).toEqual([['check {"a":1}'], [[1, 2]]]);
  await claim.release();
});

test('shortens the socket path of a long folder name', () => {
  const path = socketPath(join(tmpdir(), 'x'.repeat(200)));
  expect(Buffer.byteLength(path)).toBeLessThan(108);
});

test('locks the folder for only one of several simultaneous processes', async () => {
  const dataDir = folder();
  const link = `${dataDir}-link`;
  symlinkSync(dataDir, link);
  const program = `import { lockFolder } from ${JSON.stringify(new URL('./lock.ts', import.meta.url).href)};
    const wait = setInterval(() => {}, 1000);
    process.stdin.once('data', () => { try { lockFolder(process.argv[1], null); console.log('got'); } catch (error) { console.log(error.name); clearInterval(wait); process.stdin.destroy(); } });
    console.log('there');`;
  const begin = async (path: string) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, path], { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    return child;
  };
  const children = await Promise.all(Array.from({ length: 6 }, (_, n) => begin(n % 2 ? link : dataDir)));
  const answers = Promise.all(children.map(async (child) => String(((await once(child.stdout, 'data')) as [Buffer])[0]).trim()));
  for (const child of children) child.stdin.write('go');
  expect((await answers).toSorted()).toEqual([...Array.from({ length: 5 }, () => 'DataDirInUse'), 'got']);
  await expect(claimDataDir(dataDir)).rejects.toThrow(/process \d+ on .+, since/);
  const owner = children[(await answers).indexOf('got')]!;
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  await (await claimDataDir(link)).release();
});

test('makes a command yield to a starting portal', async () => {
  const dataDir = folder();
  const command = await claimDataDir(dataDir, 'import');
  command.giveWay.addEventListener('abort', () => setTimeout(() => void command.release(), 50));
  let waited = 0;
  const portal = await claimForPortal(dataDir, async () => (waited += 1));
  expect(waited).toBe(1);
  await expect(claimForPortal(dataDir, async () => {})).rejects.toThrow(DataDirInUse);
  // A command that is sent during the start runs after the portal has started.
  const early = forwardToRunningPortal(dataDir, { command: 'x', args: {} }, silent);
  portal.serve(async () => 7);
  expect(await early).toBe(7);
  await portal.release();
});

test('reports that the portal stopped before the command was finished', async () => {
  const dataDir = folder();
  const claim = await claimDataDir(dataDir);
  const lines: string[] = [];
  const asked = forwardToRunningPortal(dataDir, { command: 'x', args: {} }, { ...silent, line: (text) => void lines.push(text) });
  claim.serve(() => new Promise(() => {}));
  setTimeout(() => void claim.release(), 50);
  expect([await asked, lines]).toEqual([1, [expect.stringMatching(/stopped before/)]]);
});
