/**
 * Claims a data folder for one process. The owner receives the operator's commands through a socket in the folder. The lock (`lock.ts`), not the
 * socket, ensures that there is only one owner.
 */
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { DataDirInUse, lockFolder } from './lock.ts';

export type CommandRequest = { command: string; args: Record<string, unknown> };

/** Output of a running command. */
export type CommandIo = { line: (text: string) => void; progress: (done: number, total: number) => void };

export type Message = { line: string } | { progress: [number, number] } | { exit: number };

/** Request of a portal that waits for the folder. The command that owns the folder stops at a point from which it can be resumed. */
const GIVE_WAY = 'give way';

/**
 * Returns the socket path of a data folder. Because socket paths are limited to 107 bytes, a long path is replaced by its hash in the folder for
 * temporary files.
 */
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

type Claim = {
  /** Runs all received commands, including those that arrived before this call. */
  serve: (run: (request: CommandRequest, io: CommandIo) => Promise<number>) => void;
  /** Is aborted when a portal needs the folder. */
  giveWay: AbortSignal;
  release: () => Promise<void>;
};

/** Claims the data folder for the portal (`command` is `null`) or for a command. Throws `DataDirInUse` if another process owns it. */
export async function claimDataDir(dataDir: string, command: string | null = null): Promise<Claim> {
  const lock = lockFolder(dataDir, command);
  const wanted = new AbortController();
  const path = socketPath(dataDir);
  // The owner of the lock owns the socket. An existing socket was left behind by a killed process.
  try {
    rmSync(path, { force: true });
  } catch (error) {
    lock.release();
    throw error;
  }
  let serve: (run: (request: CommandRequest, io: CommandIo) => Promise<number>) => void = () => {};
  const served = new Promise<(request: CommandRequest, io: CommandIo) => Promise<number>>((done) => (serve = done));
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    answer(socket, async (request, io) => {
      if (request.command !== GIVE_WAY) return (await served)(request, io);
      wanted.abort();
      return 0;
    });
  });
  await new Promise<void>((done, failed) => server.once('error', failed).listen(path, done));
  server.unref();
  return {
    serve,
    giveWay: wanted.signal,
    release: async () => {
      const closed = new Promise((done) => server.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
      lock.release();
    },
  };
}

const LOOK = 100;

/** Claims the folder for the portal. If a command owns the folder, asks the command to yield, calls `onWait` once and waits. */
export async function claimForPortal(dataDir: string, onWait: () => Promise<unknown>): Promise<Claim> {
  for (let asked = false; ;) {
    try {
      return await claimDataDir(dataDir);
    } catch (error) {
      const here = error instanceof DataDirInUse && error.owner?.command && error.owner.host === hostname();
      if (!here) throw error;
      if (!asked) {
        asked = true;
        await forwardToRunningPortal(dataDir, { command: GIVE_WAY, args: {} }, { line: () => {}, progress: () => {} });
        await onWait();
      }
      await new Promise((later) => setTimeout(later, LOOK));
    }
  }
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

/** Passes a command to the portal that runs on the folder. Returns the exit code of the command, or `null` if no portal is running. */
export async function forwardToRunningPortal(dataDir: string, request: CommandRequest, io: CommandIo): Promise<number | null> {
  const socket = await reach(socketPath(dataDir));
  if (!socket) return null;
  socket.write(`${JSON.stringify(request)}\n`);
  let exit: number | undefined;
  try {
    for await (const text of createInterface({ input: socket })) {
      const message = JSON.parse(text) as Message;
      if ('line' in message) io.line(message.line);
      else if ('progress' in message) io.progress(...message.progress);
      else exit = message.exit;
    }
  } catch {
    // Reported below, like a portal that was stopped regularly.
  }
  if (exit === undefined) io.line('The portal stopped before the command was finished. Run it again.');
  return exit ?? 1;
}
