/** Sends states of units one after the other. Packages store with every click: of what comes while one is on its way, the latest is sent. */
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
    // The beginning of a session is not lost under what follows it.
    waiting.set(unit, before ? { ...state, begun: state.begun || before.begun } : state);
    if (!sending) void next();
  };
}
