import type { Page } from 'playwright-core';
import type { PersonName } from '../people.ts';

export type Shot = {
  name: string;
  as: PersonName | null;
  /** Address of the screen, or a function that prepares data and returns the address before the page is loaded. */
  path: string | ((page: Page) => Promise<string>);
  /** Device on which the shot is taken; both if missing. */
  only?: 'desktop' | 'phone';
  /** Prepares the open screen before the picture is taken. */
  before?: (page: Page) => Promise<void>;
};
