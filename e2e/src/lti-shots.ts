/** The page in the frame of a learning platform, as if one had sent somebody: what it answers is told here. */
import type { MediaItem } from '@fundus/contract/catalogue/catalogue';
import type { Visit } from '@fundus/contract/lti/lti';
import { href } from '@fundus/contract/screens';
import type { Page } from 'playwright-core';
import type { Shot } from './shots.ts';

const VISIT: Visit = {
  platform: 'Moodle der Schule',
  school: 'Goethe-Gymnasium',
  teaches: true,
  pick: null,
  target: null,
  course: null,
  connects: false,
};
const ADDRESS = `${href('lti')}#c=${'A'.repeat(43)}`;

const visiting =
  (visit: Partial<Visit>, items: readonly MediaItem[] = []) =>
  async (page: Page): Promise<string> => {
    await page.route('**/api/v1/lti/session', (route) => route.fulfill({ json: { token: 'A'.repeat(43), visit: { ...VISIT, ...visit } } }));
    const closed = items.slice(1, 2).map(({ identifier }) => identifier);
    await page.route('**/api/v1/lti/search*', (route) => route.fulfill({ json: { total: items.length, items, closed } }));
    return ADDRESS;
  };

export const ltiShots = (items: readonly MediaItem[]): Shot[] => [
  { name: 'lti-ended', as: null, path: href('lti') },
  { name: 'lti-nothing', as: null, path: visiting({}) },
  { name: 'lti-pick', as: null, path: visiting({ pick: { many: true } }, items) },
];
