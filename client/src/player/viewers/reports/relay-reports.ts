/** Forwards results of a medium to the panel of its step, which may be loaded later. */
import type { StepReports } from '../viewer-props.ts';

/** Time in milliseconds after which a package starts without its stored states. */
const WAIT_MS = 10_000;

export type ReportRelay = {
  /** Sets the receiver of the results, or removes it with `null`. */
  take: (reports: StepReports | null) => void;
  reports: StepReports;
};

export function relayReports(wait = WAIT_MS): ReportRelay {
  let current: StepReports | null = null;
  let arrived = (): void => undefined;
  const ready = new Promise<void>((done) => {
    arrived = done;
  });
  return {
    take: (reports) => {
      current = reports;
      if (reports) arrived();
    },
    reports: {
      onScore: (percent) => void ready.then(() => current?.onScore(percent)),
      onUnit: (unit, state) => void ready.then(() => current?.onUnit(unit, state)),
      loadUnits: async () => {
        await Promise.race([ready, new Promise((passed) => setTimeout(passed, wait))]);
        return (await current?.loadUnits()) ?? null;
      },
    },
  };
}
