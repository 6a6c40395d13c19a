import { onTestFinished, vi } from 'vitest';

/** Simulates the width of a phone until the end of the test. */
export function simulatePhone(): void {
  const { matchMedia } = window;
  vi.stubGlobal('matchMedia', (query: string) => ({ ...matchMedia(query), matches: query === '(width < 48rem)' }));
  onTestFinished(() => void vi.stubGlobal('matchMedia', matchMedia));
}
