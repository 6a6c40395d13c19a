/** What jsdom does not have, as little of it as the components need. */
// As on the page: before anything brings zod.
import '../api/zod-without-eval.ts';
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

/** A stream that says nothing. */
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

// A screen is loaded when it is first shown: on a busy machine that takes longer than the second waited by itself.
configure({ asyncUtilTimeout: 15_000 });

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

// Files share one page, its globals and the modules (vitest.config.ts): what one of them left must not be found by the next.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
  document.body.replaceChildren();
  for (const { name } of [...document.body.attributes]) document.body.removeAttribute(name);
});
