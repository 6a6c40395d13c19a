/** Sends the states of units sequentially. Packages store their state on every click, so only the latest state is sent after the pending one. */
import type { UnitState } from '@fundus/contract/assignments/assignments';

export type SendUnit = (unit: string, state: UnitState) => Promise<unknown>;

export function sendUnits(send: SendUnit): (unit: string, state: UnitState) => void {
  const waiting = new Map<string, UnitState>();
  let sending = false;
  const next = async (): Promise<void> => {
    const [first] = waiting;
    if (!first) {
      sending = false;
      return;
    }
    sending = true;
    waiting.delete(first[0]);
    await send(...first);
    await next();
  };
  return (unit, state) => {
    const before = waiting.get(unit);
    // Preserves the start of a session if a later state replaces the one that reported it.
    waiting.set(unit, before ? { ...state, begun: state.begun || before.begun } : state);
    if (!sending) void next();
  };
}
