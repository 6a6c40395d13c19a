/** Thread of the watchdog. It evaluates code in the main thread through the inspector, which can interrupt loops and regular expressions. */
import { writeSync } from 'node:fs';
import { Session } from 'node:inspector';
import { workerData } from 'node:worker_threads';
import { BEAT, BEAT_MS, FROZEN, READY, STOPPING, type WatchdogSettings } from './watchdog.ts';

const { memory, seconds, stopSeconds } = workerData as WatchdogSettings & { memory: Int32Array };
const TICKS_PER_SECOND = 1_000 / BEAT_MS;
/** Number of seconds without a beat after which SIGTERM and SIGINT end the process immediately. */
const UNRESPONSIVE = 3;
/** Number of ticks that the main thread has to respond before the process is killed. */
const ANSWER = 2 * TICKS_PER_SECOND;

const STACK =
  '{ const { stackTraceLimit } = Error; Error.stackTraceLimit = 50; const { stack } = new Error(); Error.stackTraceLimit = stackTraceLimit; stack }';
const DEFAULT_SIGNALS = "for (const signal of ['SIGTERM', 'SIGINT']) process.removeAllListeners(signal)";

let session: Session | undefined;
let beat = -1;
let silent = 0;
let stopping = 0;
let ending = false;

/** Interrupts the main thread to evaluate an expression in it. */
function evaluate(expression: string, answer: (value: unknown) => void): void {
  if (!session) {
    session = new Session();
    session.connectToMainThread();
  }
  session.post('Runtime.evaluate', { expression }, (error, reply) => answer(error ? undefined : reply.result.value));
}

/** Logs the stack trace of the main thread and ends the process. */
function end(reason: string, code: number): void {
  ending = true;
  let killAfter = ANSWER;
  let explained = false;
  setInterval(() => {
    // Native code cannot be interrupted, so the process is killed.
    if ((killAfter -= 1) > 0) return;
    if (!explained) writeSync(2, `${reason}. It was running native code, which has no stack trace\n`);
    process.kill(process.pid, 'SIGKILL');
  }, BEAT_MS);
  evaluate(STACK, (stack) => {
    const frames = String(stack ?? '').split('\n').slice(2).join('\n'); // oxfmt-ignore
    explained = true;
    writeSync(2, `${reason}. It was doing:\n${frames}\n`);
    evaluate(`process.reallyExit(${code})`, () => {});
  });
}

setInterval(() => {
  if (ending) return;
  const now = Atomics.load(memory, BEAT);
  silent = now === beat ? silent + 1 : 0;
  beat = now;
  if (silent === 0 && session) {
    session.disconnect();
    session = undefined;
  }
  if (silent === UNRESPONSIVE * TICKS_PER_SECOND) evaluate(DEFAULT_SIGNALS, () => {});
  if (Atomics.load(memory, STOPPING) === 1 && (stopping += 1) > stopSeconds * TICKS_PER_SECOND) {
    end('The portal received a signal to stop and did not respond in time', 1);
    return;
  }
  if (seconds > 0 && Atomics.load(memory, READY) === 1 && silent >= seconds * TICKS_PER_SECOND)
    end(`The portal did not respond for ${seconds} seconds and ends; start it again`, FROZEN);
}, BEAT_MS);
