/** The logger: JSON lines on standard error; standard output is for messages to the operator. */
import { pino, type Logger } from 'pino';

export type Log = Logger;

/** Returns whether an error was logged where it occurred (`reported`). */
const isReported = (error: unknown): boolean => (error as { reported?: boolean } | undefined)?.reported === true;

export const makeLog = (level: string): Log =>
  pino(
    {
      level,
      base: undefined,
      redact: ['req.headers.authorization', 'req.headers.cookie', 'password', '*.password'],
      hooks: {
        // An outage is logged once at its source and not again by each caller.
        logMethod(args, method) {
          if (!isReported((args[0] as { err?: unknown } | undefined)?.err)) method.apply(this, args);
        },
      },
    },
    pino.destination(2),
  );
