/**
 * Runs functions in a child process that is killed above its limits of CPU time and memory. Everything that parses untrusted files runs
 * here. The child has no environment variables except the compile cache, hence none of the portal's secrets, and a lower priority than the
 * portal.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { availableParallelism, setPriority } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@fundus/contract/errors';
import { currentCaller } from '../caller.ts';
import { createQueue } from '../concurrency-limit.ts';
import { MEMORY_SIGNAL, type Answer, type Failure, type Limits, type Task } from './messages.ts';

/** The task exceeded a limit, or its process crashed: the input is at fault. */
export class TaskStopped extends Error {
  override readonly name = 'TaskStopped';
  readonly reason: 'too_slow' | 'too_large' | 'crashed';
  constructor(reason: TaskStopped['reason']) {
    super(`stopped: ${reason}`);
    this.reason = reason;
  }
}

/**
 * Converts a stopped task to a rejection of its file: `too_large` above a limit, `broken_file` after a crash. Returns other errors
 * unchanged.
 */
export function refusalOf(error: unknown, field: string): unknown {
  if (!(error instanceof TaskStopped)) return error;
  return error.reason === 'crashed'
    ? new AppError('broken_file', { field })
    : new AppError('too_large', { field, details: { reason: error.reason } });
}

const PROGRAM = join(import.meta.dirname, 'child.ts');
/** Milliseconds after which an idle child exits. */
const IDLE = 20_000;
/** Wall-clock limit: a multiple of the CPU limit, because a task must not fail on a busy machine, plus the start in seconds. */
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

/** Returns the functions of a module that parses an uploaded file, as `inChild`; a stopped task rejects the file, named by its `field`. */
export const readInChild = <T extends Tasks>(module: URL, limits: Limits, field: string): InChild<T> =>
  tasksOf(module, limits, (error) => refusalOf(error, field));

/**
 * Returns the functions of a module, each call in a child process. Arguments and results are copied (structured clone); an `AppError` is
 * passed on as one. Calls throw `TaskStopped` above a limit, and `unavailable` if the queue is full.
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

/** Functions that share the state of one child process until it is closed: a reader that continues where its last call ended. */
export type ChildSession<T extends Tasks> = { calls: InChild<T>; close: () => void };

/** Starts a separate child process for several calls, which must not overlap. It exits with its first error or when it is closed. */
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
    // A child that has exited meanwhile emits `exit`.
    child.send(task, () => {});
  });
}

/** V8 aborts a process whose heap is full. */
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

/** A third of the portal's share of a busy processor: enough to make progress on a machine that is always busy. */
const PRIORITY = 5;

/** Called by the parent at once: threads of the child inherit the priority only if they start later. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, PRIORITY);
  } catch {
    // Not permitted, or the child has exited: the task does not depend on it.
  }
}

function remove(child: ChildProcess): void {
  const at = idle.indexOf(child);
  if (at >= 0) idle.splice(at, 1);
}

/** An idle child does not keep the process of the portal alive. */
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
