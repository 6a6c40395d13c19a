/** Minimal replacements for browser APIs missing in jsdom. */
// Must be imported before zod, as in the application.
import '../api/zod-without-eval.ts';
import { notifyManager } from '@tanstack/react-query';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';

class Observer {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
}

/** Event stream that never sends events. */
class Silence {
  readyState = 0;
  close(): void {}
}

vi.stubGlobal('EventSource', Silence);
vi.stubGlobal('ResizeObserver', Observer);
vi.stubGlobal('IntersectionObserver', Observer);
vi.stubGlobal('scrollTo', () => {});
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => {},
  removeEventListener: () => {},
}));

/** Runs a callback after the tasks that are already scheduled. Stored here, because tests can replace timers. */
const { setImmediate: afterScheduled } = globalThis;
const react = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };

/**
 * Waits like Testing Library, and then until React has run the effects of what it shows, which it does in a later task. A click before them would
 * start a call whose result the component does not receive.
 */
async function waitForEffects<T>(wait: () => Promise<T>): Promise<T> {
  const before = react.IS_REACT_ACT_ENVIRONMENT;
  react.IS_REACT_ACT_ENVIRONMENT = false;
  try {
    const result = await wait();
    // The scheduler may split its work into two tasks.
    for (let turn = 0; turn < 2; turn += 1) await new Promise((done) => void afterScheduled(done));
    return result;
  } finally {
    react.IS_REACT_ACT_ENVIRONMENT = before;
  }
}

// Screens are loaded on demand, which can take longer than the default of one second on a busy machine.
configure({ asyncUtilTimeout: 120_000, asyncWrapper: waitForEffects });

// By default, a finished call updates its state in a later task than its callbacks run. A test that sees the effect of a callback in between would
// click a button that is still pending.
notifyManager.setScheduler(queueMicrotask);

Element.prototype.scrollIntoView ??= () => {};
HTMLElement.prototype.showPopover ??= function (this: HTMLElement) {
  if (!this.isConnected) throw new DOMException('disconnected popover', 'InvalidStateError');
  this.removeAttribute('popover');
};
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true;
};
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false;
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

// Test files share one page with its globals and modules (vitest.config.ts), so each file cleans up.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  document.body.replaceChildren();
  for (const { name } of [...document.body.attributes]) document.body.removeAttribute(name);
});
