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

// Screens are loaded on demand, which can take longer than the default of one second on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

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
