/** What goes between the portal and its child process. */
import type { AppError, ErrorCode } from '@fundus/contract/errors';

export type Limits = {
  /** Of the processor; on the clock it may take four times as long, and a little for the start. */
  seconds: number;
  /** The whole process may take. */
  megabytes: number;
};

export type Task = Limits & { module: string; name: string; args: unknown[] };

/** An error of the portal, or any other. */
export type Failure =
  | { app: ErrorCode; about: ConstructorParameters<typeof AppError>[1] }
  | { message: string; stack: string | undefined; code: string | undefined };

export type Answer = { value: unknown } | { error: Failure };

/** Exit codes of a child that ended itself. */
export const TOO_SLOW = 81;
export const TOO_LARGE = 82;
