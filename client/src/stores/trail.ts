/** List from which a medium was opened, so that the media page can link to its neighbours and back. Kept only in memory. */
import { currentTitle } from './page.ts';

export type TrailStep = { identifier: string; title: string; href: string };
export type Trail = { address: string; title: string; steps: readonly TrailStep[] };

let trail: Trail | null = null;

/** Stores the list when one of its media is opened. */
export function storeNavigationList(steps: readonly TrailStep[]): void {
  trail = { address: location.pathname + location.search, title: currentTitle(), steps };
}

export const forgetTrail = (): void => void (trail = null);

export type Neighbours = { address: string; title: string; before: TrailStep | null; after: TrailStep | null };

/**
 * Returns the neighbours of a medium in the list. `from` is the previous page. Returns `null` if that page is neither the list nor one of its media.
 */
export function neighbours(identifier: string, from: string | null, list: Trail | null = trail): Neighbours | null {
  if (!list || from === null) return null;
  const index = list.steps.findIndex((step) => step.identifier === identifier);
  const bare = from.split(/[?#]/)[0] ?? '';
  // The URL of a medium may end with an access code.
  const inList = list.steps.some((step) => bare === step.href || bare.startsWith(`${step.href}/`));
  if (index < 0 || (from !== list.address && !inList)) return null;
  const { address, title } = list;
  return { address, title, before: list.steps[index - 1] ?? null, after: list.steps[index + 1] ?? null };
}
