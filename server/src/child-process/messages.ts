/** Messages between the portal and its child processes. */
import type { AppError, ErrorCode } from '@fundus/contract/errors';

export type Limits = {
  /** CPU time limit in seconds. The wall-clock limit is a multiple of it. */
  seconds: number;
  /** Limit for the resident memory of the whole child process. */
  megabytes: number;
};

export type Task = Limits & { module: string; name: string; args: unknown[] };

/** Serialized form of an `AppError` or of any other error. */
export type Failure =
  | { app: ErrorCode; about: ConstructorParameters<typeof AppError>[1] }
  | { message: string; stack: string | undefined; code: string | undefined };

export type Answer = { value: unknown } | { error: Failure };

/** Limits of the running task, or `null` between tasks. Sent to the thread that watches them. */
export type Watched = (Limits & { begun: NodeJS.CpuUsage }) | null;

/** Signal with which a child ends itself above the memory limit. Above the CPU limit the signal is `SIGKILL`. */
export const MEMORY_SIGNAL = 'SIGTERM';
