/** Reports the learner's activity in a step: played ranges, reading time and test results. */
import { READING_SECONDS, type Step, type UnitState } from '@fundus/contract/assignments/assignments';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { readUnitStates } from '../../../components/assignments/assignment-reads.ts';
import { useReport } from '../../../components/assignments/use-report.ts';
import type { Playback } from '../../playback/playback.ts';
import { sendUnits } from './send-units.ts';
import type { StepReports } from '../viewer-props.ts';
import { collectRanges } from './watched-ranges.ts';

/** Interval in milliseconds between two reports during playback (docs/behaviour/assignments.md#completion). */
const EVERY_MS = 10_000;

type About = {
  assignmentId: string;
  step: Step;
  /** True if the assignment is open and the learner works on it on this page. */
  active: boolean;
  /** Playback of the medium, or `null` while there is none. */
  playback: Playback | null;
  /** True for film and sound. */
  timed: boolean;
  /** True while a document is displayed. */
  shown: boolean;
};

export function useStepReports({ assignmentId, step, active, playback, timed, shown }: About): StepReports {
  const report = useReport(assignmentId, step.id);
  const open = active && (timed || shown);

  // Played ranges of a failed report are sent again with the next one; other failed reports are lost.
  const send = useCallback((what: Parameters<typeof report>[0]) => report(what).then(() => true, () => false), [report]); // oxfmt-ignore

  useEffect(() => {
    if (open) void send({ event: 'open' });
  }, [open, send]);

  useEffect(
    () => (active && timed && playback ? reportPlaying(playback, (ranges) => send({ event: 'watch', ranges })) : undefined),
    [active, timed, playback, send],
  );

  const done = useRef(false);
  useEffect(() => {
    done.current = step.work?.state === 'completed' || step.completion !== 'viewed';
  });
  useEffect(() => {
    if (!active || timed || !shown) return;
    // Reports repeatedly, because the first report comes too early if the clock is slightly slow.
    const timer = setInterval(
      () => {
        if (!done.current && document.visibilityState === 'visible') void send({ event: 'watch', ranges: [] });
      },
      READING_SECONDS * 1_000 + 500,
    );
    return () => clearInterval(timer);
  }, [active, timed, shown, send]);

  const onScore = useCallback(
    (percent: number) => {
      if (active && step.completion === 'score') void send({ event: 'score', percent });
    },
    [active, step.completion, send],
  );
  return useMemo(() => {
    const sendUnit = sendUnits((unit, state) => send({ event: 'unit', unit, state }));
    return {
      onScore,
      onUnit: (unit: string, state: UnitState) => {
        if (active) sendUnit(unit, state);
      },
      loadUnits: async () => (active ? readUnitStates(assignmentId, step.id) : null),
    };
  }, [onScore, active, send, assignmentId, step.id]);
}

/** Reports played ranges at an interval during playback, on pause, and when the page is hidden or left. Returns a function that stops reporting. */
function reportPlaying(playback: Playback, send: (ranges: [number, number][]) => Promise<boolean>): () => void {
  const ranges = collectRanges();
  let { playing } = playback.get();
  let last = performance.now();
  let asking: Promise<unknown> = Promise.resolve();
  const flush = () => {
    last = performance.now();
    const some = ranges.take();
    if (some.length === 0) return;
    // Runs sequentially, because the portal compares each report with the time since the previous one.
    asking = asking.then(() => send(some)).then((taken) => taken || ranges.putBack(some));
  };
  const release = playback.subscribe(() => {
    const { time, playing: now } = playback.get();
    ranges.note(time, now);
    if ((playing && !now) || performance.now() - last >= EVERY_MS) flush();
    playing = now;
  });
  const onHide = () => document.visibilityState === 'hidden' && flush();
  document.addEventListener('visibilitychange', onHide);
  return () => {
    flush();
    release();
    document.removeEventListener('visibilitychange', onHide);
  };
}
