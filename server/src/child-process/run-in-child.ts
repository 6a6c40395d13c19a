/**
 * Runs functions in a child process that is killed if it exceeds its limits of CPU time and memory. All parsers of untrusted files run here. The only
 * environment variable of the child is that of the compile cache, so it has no secrets of the portal. Its priority is lower than that of the portal.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { availableParallelism, setPriority } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@fundus/contract/errors';
import { currentCaller } from '../caller.ts';
import { createQueue } from '../concurrency-limit.ts';
import { MEMORY_SIGNAL, type Answer, type Failure, type Limits, type Task } from './messages.ts';

/** Thrown if a task exceeded a limit or its process crashed, both of which are caused by the input. */
export class TaskStopped extends Error {
  override readonly name = 'TaskStopped';
  readonly reason: 'too_slow' | 'too_large' | 'crashed';
  constructor(reason: TaskStopped['reason']) {
    super(`stopped: ${reason}`);
    this.reason = reason;
  }
}

/**
 * Converts a `TaskStopped` error to a rejection of the file: `too_large` if a limit was exceeded, `broken_file` after a crash. Returns other errors
 * unchanged.
 */
export function toFileRejection(error: unknown, field: string): unknown {
  if (!(error instanceof TaskStopped)) return error;
  return error.reason === 'crashed'
    ? new AppError('broken_file', { field })
    : new AppError('too_large', { field, details: { reason: error.reason } });
}

const PROGRAM = join(import.meta.dirname, 'child.ts');
/** Milliseconds after which an idle child exits. */
const IDLE = 20_000;
/** Factor between CPU limit and wall-clock limit, so that a task does not fail on a busy machine. `START` adds the seconds to start a child. */
const CLOCK = 20;
const START = 10;

const idle: ChildProcess[] = [];

const QUEUE = {
  what: 'work of a child process',
  // Leaves one CPU to the portal.
  concurrency: Math.max(1, Math.min(2, availableParallelism() - 1)),
  places: 40,
  perCaller: 40,
};
/** Separate queues, so that requests and jobs do not wait for each other. */
const requests = createQueue(QUEUE);
const jobs = createQueue(QUEUE);

type Tasks = Record<string, unknown>;
type InChild<T extends Tasks> = {
  [K in keyof T as T[K] extends (...args: never[]) => Promise<unknown> ? K : never]: T[K];
};

/**
 * Returns the functions of a module that parses an uploaded file, each of which runs in a child process. If a task is stopped, the call rejects the
 * file in `field`.
 */
export const readInChild = <T extends Tasks>(module: URL, limits: Limits, field: string): InChild<T> =>
  tasksOf(module, limits, (error) => toFileRejection(error, field));

/**
 * Returns the functions of a module. Each call runs in a child process. Arguments and results are copied (structured clone), and an `AppError` is
 * rethrown as an `AppError`. Calls throw `TaskStopped` above a limit, and `unavailable` if the queue is full.
 */
export const inChild = <T extends Tasks>(module: URL, limits: Limits): InChild<T> => tasksOf(module, limits, (error) => error);

function tasksOf<T extends Tasks>(
  module: URL,
  limits: Limits,
  describe: (error: unknown) => unknown,
  execute: (task: Task) => Promise<unknown> = run,
): InChild<T> {
  return new Proxy({} as InChild<T>, {
    get:
      (_, name) =>
      (...args: unknown[]) =>
        enqueue(() => execute({ module: module.href, name: String(name), args, ...limits })).catch((error: unknown) => {
          throw describe(error);
        }),
  });
}

const enqueue = <T>(task: () => Promise<T>): Promise<T> => (currentCaller().background ? jobs : requests)(task);

/** Functions that share the state of one child process until it is closed, for example a reader that continues at its last position. */
export type ChildSession<T extends Tasks> = { calls: InChild<T>; close: () => void };

/** Starts a separate child process for several calls, which must not overlap. The process exits if a task is stopped or the session is closed. */
export function openChildSession<T extends Tasks>(module: URL, limits: Limits): ChildSession<T> {
  const child = start();
  keepAlive(child, false);
  const calls = tasksOf<T>(
    module,
    limits,
    (error) => error,
    (task) => runOn(child, task),
  );
  return { calls, close: () => void child.kill() };
}

async function run(task: Task): Promise<unknown> {
  const child = idle.pop() ?? start();
  try {
    return await runOn(child, task);
  } finally {
    if (isAlive(child)) idle.push(child);
  }
}

const isAlive = ({ connected, exitCode, signalCode }: ChildProcess): boolean => connected && exitCode === null && signalCode === null;

function runOn(child: ChildProcess, task: Task): Promise<unknown> {
  if (!isAlive(child)) return Promise.reject(new TaskStopped('crashed'));
  keepAlive(child, true);
  return new Promise((resolve, reject) => {
    const clock = setTimeout(() => child.kill('SIGKILL'), (task.seconds * CLOCK + START) * 1_000);
    const end = () => {
      clearTimeout(clock);
      child.off('message', answered).off('exit', ended);
    };
    const answered = (answer: Answer): void => {
      end();
      keepAlive(child, false);
      if ('value' in answer) resolve(answer.value);
      else reject(errorOf(answer.error));
    };
    const ended = (_code: number | null, signal: NodeJS.Signals | null): void => {
      end();
      reject(new TaskStopped(reasonOf(signal)));
    };
    child.on('message', answered).on('exit', ended);
    // Ignores errors, because a child that has already exited emits `exit`.
    child.send(task, () => {});
  });
}

/** Returns the reason for a stopped task. V8 aborts a process whose heap is full with `SIGABRT`. */
function reasonOf(signal: NodeJS.Signals | null): TaskStopped['reason'] {
  if (signal === 'SIGKILL') return 'too_slow';
  return signal === MEMORY_SIGNAL || signal === 'SIGABRT' ? 'too_large' : 'crashed';
}

function start(): ChildProcess {
  // oxlint-disable-next-line no-restricted-properties -- read by Node itself; halves the CPU time of a start
  const { NODE_COMPILE_CACHE } = process.env;
  const env = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
  const child = fork(PROGRAM, [], { serialization: 'advanced', env, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  lowerPriority(child);
  const timer = setInterval(() => {
    if (idle.includes(child)) child.disconnect();
  }, IDLE).unref();
  child
    .on('disconnect', () => remove(child))
    .on('exit', () => {
      clearInterval(timer);
      remove(child);
    });
  return child;
}

/** Nice value of a child. On a busy processor the child gets a third of the portal's share, so it always makes progress. */
const PRIORITY = 5;

/** Lowers the priority right after the start, because only threads that the child starts later inherit it. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, PRIORITY);
  } catch {
    // Ignored if it is not permitted or the child has exited, because tasks do not depend on the priority.
  }
}

function remove(child: ChildProcess): void {
  const at = idle.indexOf(child);
  if (at >= 0) idle.splice(at, 1);
}

/** Lets the portal's process exit while a child is idle. */
function keepAlive(child: ChildProcess, busy: boolean): void {
  const channel = child.channel as unknown as { ref(): void; unref(): void } | null | undefined;
  if (busy) {
    child.ref();
    channel?.ref();
  } else {
    child.unref();
    channel?.unref();
  }
}

function errorOf(error: Failure): Error {
  if ('app' in error) return new AppError(error.app, error.about);
  return Object.assign(new Error(error.message), { ...(error.stack && { stack: error.stack }), ...(error.code && { code: error.code }) });
}
