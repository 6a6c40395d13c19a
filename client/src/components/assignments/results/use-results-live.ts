/** Refetches the visible results when the event stream reports a change. */
import { assignmentResults } from '@fundus/contract/assignments/results';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { address } from '../../../api/call.ts';
import { keyOf } from '../../../api/query.ts';
import { useEventStream } from '../../../stores/use-event-stream.ts';

/** Minimum time in milliseconds between two refetches. */
const PAUSE_MS = 1_500;

const READS = [assignmentResults.grid, assignmentResults.ofAssignment, assignmentResults.ofLearner];

export function useResultsLive(classId: string): void {
  const client = useQueryClient();
  const state = useRef<{ last: number; timer: ReturnType<typeof setTimeout> | undefined }>({ last: 0, timer: undefined });
  useEffect(() => {
    const kept = state.current;
    return () => clearTimeout(kept.timer);
  }, []);
  const read = () => {
    const { last, timer } = state.current;
    if (timer !== undefined) return;
    const refresh = () => {
      state.current = { last: performance.now(), timer: undefined };
      for (const one of READS) void client.invalidateQueries({ queryKey: keyOf(one) });
    };
    const wait = last + PAUSE_MS - performance.now();
    if (last === 0 || wait <= 0) refresh();
    else state.current.timer = setTimeout(refresh, wait);
  };
  useEventStream(address(assignmentResults.events, { params: { id: classId } }), { onMessage: read, onEnded: read });
}
