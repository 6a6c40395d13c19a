import type { Page } from 'playwright-core';
import type { PersonName } from '../people.ts';

export type Shot = {
  name: string;
  as: PersonName | null;
  /** The address, or a function that prepares data and returns it; called before the page is loaded. */
  path: string | ((page: Page) => Promise<string>);
  /** Limits the shot to one device; without it, one shot serves both. */
  only?: 'desktop' | 'phone';
  /** Acts on the screen before the picture is taken. */
  before?: (page: Page) => Promise<void>;
};
