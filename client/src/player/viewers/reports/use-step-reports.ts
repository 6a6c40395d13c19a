/** Reports to the portal what a learner does with the medium of a step: what was played, how long a document was open, what a test gave. */
import { READING_SECONDS, type Step, type UnitState } from '@fundus/contract/assignments/assignments';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { readUnitStates } from '../../../components/assignments/assignment-reads.ts';
import { useReport } from '../../../components/assignments/use-report.ts';
import type { Playback } from '../../playback/playback.ts';
import { sendUnits } from './send-units.ts';
import type { StepReports } from '../viewer-props.ts';
import { collectRanges } from './watched-ranges.ts';

/** So often while it plays (docs/behaviour/assignments.md#completion). */
const EVERY_MS = 10_000;

type About = {
  assignmentId: string;
  step: Step;
  /** It runs, and the learner works at it here. */
  active: boolean;
  /** Null: there is none yet. */
  playback: Playback | null;
  /** Film or sound. */
  timed: boolean;
  /** What is no film stands open. */
  shown: boolean;
};

export function useStepReports({ assignmentId, step, active, playback, timed, shown }: About): StepReports {
  const report = useReport(assignmentId, step.id);
  const open = active && (timed || shown);

  // What somebody did is told once; whatever fails on the way is told with the next report, or is lost like a page that was torn out.
  const tell = useCallback((what: Parameters<typeof report>[0]) => report(what).then(() => true, () => false), [report]); // oxfmt-ignore

  useEffect(() => {
    if (open) void tell({ event: 'open' });
  }, [open, tell]);

  useEffect(
    () => (active && timed && playback ? reportPlaying(playback, (ranges) => tell({ event: 'watch', ranges })) : undefined),
    [active, timed, playback, tell],
  );

  const done = useRef(false);
  useEffect(() => {
    done.current = step.work?.state === 'completed' || step.completion !== 'viewed';
  });
  useEffect(() => {
    if (!active || timed || !shown) return;
    // A clock that is a little slow is given a second chance.
    const timer = setInterval(
      () => {
        if (!done.current && document.visibilityState === 'visible') void tell({ event: 'watch', ranges: [] });
      },
      READING_SECONDS * 1_000 + 500,
    );
    return () => clearInterval(timer);
  }, [active, timed, shown, tell]);

  const onScore = useCallback(
    (percent: number) => {
      if (active && step.completion === 'score') void tell({ event: 'score', percent });
    },
    [active, step.completion, tell],
  );
  return useMemo(() => {
    const sendUnit = sendUnits((unit, state) => tell({ event: 'unit', unit, state }));
    return {
      onScore,
      onUnit: (unit: string, state: UnitState) => {
        if (active) sendUnit(unit, state);
      },
      loadUnits: async () => (active ? readUnitStates(assignmentId, step.id) : null),
    };
  }, [onScore, active, tell, assignmentId, step.id]);
}

/** Every few seconds of playing, when it stops, when the page is hidden or left. Gives the function that ends it. */
function reportPlaying(playback: Playback, tell: (ranges: [number, number][]) => Promise<boolean>): () => void {
  const ranges = collectRanges();
  let { playing } = playback.get();
  let last = performance.now();
  let asking: Promise<unknown> = Promise.resolve();
  const flush = () => {
    last = performance.now();
    const some = ranges.take();
    if (some.length === 0) return;
    // One after the other: the portal holds each against the time since the one before.
    asking = asking.then(() => tell(some)).then((taken) => taken || ranges.putBack(some));
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
