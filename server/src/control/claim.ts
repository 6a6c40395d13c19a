/**
 * The process that owns a data folder receives the operator's commands through a socket in it. The lock (`lock.ts`), not the socket,
 * ensures that there is one owner.
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

/** Sent by a portal that waits to start: a command that owns the folder stops at a point where it can be resumed. */
const GIVE_WAY = 'give way';

/**
 * Returns the socket path of a data folder. Socket paths end at 107 bytes, so a long path is replaced by its hash in the temporary folder.
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
  /** Runs received commands from now on, including earlier ones. */
  serve: (run: (request: CommandRequest, io: CommandIo) => Promise<number>) => void;
  /** Aborted when a portal needs the folder. */
  giveWay: AbortSignal;
  release: () => Promise<void>;
};

/** Claims the folder for the portal or for a command. Throws `DataDirInUse` if another process owns it. */
export async function claimDataDir(dataDir: string, command: string | null = null): Promise<Claim> {
  const lock = lockFolder(dataDir, command);
  const wanted = new AbortController();
  const path = socketPath(dataDir);
  // The owner of the lock owns the socket; an existing one is left over from a killed process.
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

/** Claims the folder for the portal. Asks a command that owns it to yield and waits for it; calls `onWait` once in that case. */
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

/** Passes a command to the portal that runs on the folder. Returns its exit code; `null` if no portal runs. */
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
    // Reported below, as for a portal that stopped regularly.
  }
  if (exit === undefined) io.line('The portal stopped before the command was finished. Run it again.');
  return exit ?? 1;
}
