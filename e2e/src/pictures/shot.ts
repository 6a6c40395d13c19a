import type { Page } from 'playwright-core';
import type { PersonName } from '../people.ts';

export type Shot = {
  name: string;
  as: PersonName | null;
  /** The address; as a function, when something is made first: it is called before the page is loaded. */
  path: string | ((page: Page) => Promise<string>);
  /** Where there is more to do on one of them, each has its own; otherwise one serves both. */
  only?: 'desktop' | 'phone';
  /** What a person does on the screen before it is looked at. */
  before?: (page: Page) => Promise<void>;
};
