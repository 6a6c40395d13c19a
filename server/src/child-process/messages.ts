/** Messages between the portal and its child processes. */
import type { AppError, ErrorCode } from '@fundus/contract/errors';

export type Limits = {
  /** CPU time; the wall-clock limit is a multiple of it. */
  seconds: number;
  /** Resident memory of the whole child process. */
  megabytes: number;
};

export type Task = Limits & { module: string; name: string; args: unknown[] };

/** An `AppError`, or any other error. */
export type Failure =
  | { app: ErrorCode; about: ConstructorParameters<typeof AppError>[1] }
  | { message: string; stack: string | undefined; code: string | undefined };

export type Answer = { value: unknown } | { error: Failure };

/** The limits of the running task, or `null` between tasks; sent to the watching thread. */
export type Watched = (Limits & { begun: NodeJS.CpuUsage }) | null;

/** Signal by which a child ends itself above the memory limit; above the CPU limit it is `SIGKILL`. */
export const MEMORY_SIGNAL = 'SIGTERM';
