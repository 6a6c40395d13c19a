/**
 * One process at a time on a data folder: a listening socket, which the kernel drops with the process, however it ends.
 * The same socket takes the operator's commands while the portal runs.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

export type CommandRequest = { command: string; args: Record<string, unknown> };

/** What a command says while it runs. */
export type CommandIo = { line: (text: string) => void; progress: (done: number, total: number) => void };

export type Message = { line: string } | { progress: [number, number] } | { exit: number };

export class DataDirInUse extends Error {
  constructor(dataDir: string) {
    super(
      `The portal cannot start: another portal process is using the data folder ${dataDir}. Stop it first, or choose another folder with DATA_DIR.`,
    );
    this.name = 'DataDirInUse';
  }
}

/** Socket paths end at 107 bytes, so a long folder name is replaced by its hash in the folder for temporary files. */
export function socketPath(dataDir: string): string {
  const hash = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 24);
  if (process.platform === 'win32') return `\\\\.\\pipe\\fundus-${hash}`;
  const inside = join(resolve(dataDir), 'portal.sock');
  return Buffer.byteLength(inside) < 100 ? inside : join(tmpdir(), `fundus-${hash}.sock`);
}

const reach = (path: string): Promise<Socket | null> =>
  new Promise((found) => {
    const socket = connect(path, () => found(socket)).on('error', () => found(null));
  });

export type Claim = {
  serve: (run: (request: CommandRequest, io: CommandIo) => Promise<number>) => void;
  release: () => Promise<void>;
};

/** Takes the folder. Throws `DataDirInUse` when a living process has it. */
export async function claimDataDir(dataDir: string): Promise<Claim> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = socketPath(dataDir);
  const other = await reach(path);
  if (other) {
    other.destroy();
    throw new DataDirInUse(dataDir);
  }
  rmSync(path, { force: true });
  let run: (request: CommandRequest, io: CommandIo) => Promise<number> = async () => 1;
  const server: Server = createServer((socket) => answer(socket, (request, io) => run(request, io)));
  await new Promise<void>((done, failed) => server.once('error', failed).listen(path, done));
  server.unref();
  return {
    serve: (handler) => (run = handler),
    release: () => new Promise((done) => server.close(() => done())),
  };
}

function answer(socket: Socket, run: (request: CommandRequest, io: CommandIo) => Promise<number>): void {
  const send = (message: Message): void => void (socket.writable && socket.write(`${JSON.stringify(message)}\n`));
  socket.on('error', () => {});
  createInterface({ input: socket }).once('line', async (line) => {
    const io: CommandIo = { line: (text) => send({ line: text }), progress: (done, total) => send({ progress: [done, total] }) };
    let exit = 1;
    try {
      exit = await run(JSON.parse(line) as CommandRequest, io);
    } catch (error) {
      io.line((error as Error).message);
    }
    send({ exit });
    socket.end();
  });
}

/** Hands a command to the portal running on the folder. Null when none runs; else its exit code. */
export async function askRunningPortal(dataDir: string, request: CommandRequest, io: CommandIo): Promise<number | null> {
  const socket = await reach(socketPath(dataDir));
  if (!socket) return null;
  socket.write(`${JSON.stringify(request)}\n`);
  let exit = 1;
  for await (const text of createInterface({ input: socket })) {
    const message = JSON.parse(text) as Message;
    if ('line' in message) io.line(message.line);
    else if ('progress' in message) io.progress(...message.progress);
    else exit = message.exit;
  }
  return exit;
}
