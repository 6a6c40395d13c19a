/** The list a medium was opened from: its page leads to the one before and the one after it, and back. In memory, for this page only. */
import { currentTitle } from './page.ts';

export type TrailStep = { identifier: string; title: string; href: string };
export type Trail = { address: string; title: string; steps: readonly TrailStep[] };

let trail: Trail | null = null;

/** Called when a medium of a list is opened. */
export function leaveTrail(steps: readonly TrailStep[]): void {
  trail = { address: location.pathname + location.search, title: currentTitle(), steps };
}

export const forgetTrail = (): void => void (trail = null);

export type Neighbours = { address: string; title: string; before: TrailStep | null; after: TrailStep | null };

/**
 * Where a medium stands in the list it was opened from. `from` is the page before: the list itself, or another medium of it. Null where the
 * person came from somewhere else, or where the list holds only this one.
 */
export function neighbours(identifier: string, from: string | null, list: Trail | null = trail): Neighbours | null {
  if (!list || from === null) return null;
  const index = list.steps.findIndex((step) => step.identifier === identifier);
  const bare = from.split(/[?#]/)[0] ?? '';
  // The address of a medium may name a code behind it.
  const inList = list.steps.some((step) => bare === step.href || bare.startsWith(`${step.href}/`));
  if (index < 0 || (from !== list.address && !inList)) return null;
  const { address, title } = list;
  return { address, title, before: list.steps[index - 1] ?? null, after: list.steps[index + 1] ?? null };
}
