/**
 * Runs functions in a child process that is killed when it takes too long or too much memory: for what reads bytes of strangers with
 * libraries nobody can stop (pictures, archives). The child has no environment, so none of the portal's secrets.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@fundus/contract/errors';
import { makeLine } from '../waiting-line.ts';
import { TOO_LARGE, TOO_SLOW, type Answer, type Failure, type Limits, type Task } from './messages.ts';

/** The task was stopped: what it was given is too much work. */
export class TaskStopped extends Error {
  override readonly name = 'TaskStopped';
  readonly reason: 'too_slow' | 'too_large' | 'crashed';
  constructor(reason: TaskStopped['reason']) {
    super(`stopped: ${reason}`);
    this.reason = reason;
  }
}

const PROGRAM = join(import.meta.dirname, 'child.ts');
/** A child nobody needs for so long ends. */
const IDLE = 20_000;
/** On the clock: a machine with much to do is slow, and its tasks are not at fault. */
const CLOCK = 4;
const START = 2;

const idle: ChildProcess[] = [];
/** One processor stays for everybody else. */
const inTurn = makeLine({ what: 'work of a child process', atOnce: Math.max(1, Math.min(2, availableParallelism() - 1)), mostWaiting: 40 });

type Tasks = Record<string, unknown>;
type InChild<T extends Tasks> = {
  [K in keyof T as T[K] extends (...args: never[]) => Promise<unknown> ? K : never]: T[K];
};

/**
 * The functions of a module, each call in a child process. Arguments and results are copied (structured clone); an `AppError` arrives as
 * one. Throws `TaskStopped` above a limit, `unavailable` when too many wait.
 */
export function inChild<T extends Tasks>(module: URL, limits: Limits): InChild<T> {
  return new Proxy({} as InChild<T>, {
    get:
      (_, name) =>
      (...args: unknown[]) =>
        inTurn(() => run({ module: module.href, name: String(name), args, ...limits })),
  });
}

function run(task: Task): Promise<unknown> {
  const child = idle.pop() ?? start();
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
      idle.push(child);
      if ('value' in answer) resolve(answer.value);
      else reject(errorOf(answer.error));
    };
    const ended = (code: number | null): void => {
      end();
      reject(new TaskStopped(code === TOO_SLOW || code === null ? 'too_slow' : code === TOO_LARGE ? 'too_large' : 'crashed'));
    };
    child.on('message', answered).on('exit', ended);
    // A child that ended meanwhile says so by its exit.
    child.send(task, () => {});
  });
}

function start(): ChildProcess {
  const child = fork(PROGRAM, [], { serialization: 'advanced', env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
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

function remove(child: ChildProcess): void {
  const at = idle.indexOf(child);
  if (at >= 0) idle.splice(at, 1);
}

/** A child without a task keeps no process from ending. */
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
