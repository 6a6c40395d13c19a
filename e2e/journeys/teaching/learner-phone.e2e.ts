/** Layout of learners' screens on a phone: aligned buttons, and no icon alone in a row. */
import { href } from '@fundus/contract/screens';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { PHONE } from '../../src/browser.ts';
import { edgesOf, isolatedIcons } from '../../src/geometry.ts';
import { journey } from '../../src/journey.ts';
import { signInByCall, signInByCode, type PersonName } from '../../src/people.ts';
import { settled } from '../../src/settled.ts';
import { text } from '../../src/texts.ts';

const ACTIONS = '.medium-actions';
/** One medium of each kind: film, document, exercise, link, film without a file, disc and device. */
const MEDIA = ['FU-photosynthese', 'FU-arbeitsblatt-photosynthese', 'FU-wald-quiz', 'FU-55701425', 'FU-55902292', '46461272', '89901561'];
const signInAs = (page: Page, who: PersonName | 'code') => (who === 'code' ? signInByCode(page) : signInByCall(page, who));

describe('assignment on a phone', () => {
  journey(
    'aligns the help button in all steps',
    async ({ page }) => {
      await signInByCode(page);
      await page.goto('/');
      await page.getByRole('link', { name: 'Wasser unterwegs: zur Vorbereitung' }).click();
      await page.getByRole('heading', { level: 1, name: 'Wasser unterwegs: zur Vorbereitung' }).waitFor();
      await settled(page);
      expect(await page.getByRole('button', { name: text('assignment.own.help') }).count()).toBeGreaterThan(2);
      expect(await edgesOf(page, text('assignment.own.help'))).toHaveLength(1);
    },
    PHONE,
  );
});

describe.each(['code', 'student', 'teacher'] as const)('actions of a medium for %s', (who) => {
  for (const [width, options] of [
    ['390 px', PHONE],
    ['1280 px', {}],
  ] as const)
    journey(
      `leave no icon alone in a row at ${width}`,
      async ({ page }) => {
        await signInAs(page, who);
        const found: Record<string, string[]> = {};
        for (const id of MEDIA) {
          await page.goto(href('media', { id }));
          await settled(page);
          const alone = await isolatedIcons(page, ACTIONS);
          if (alone.length > 0) found[id] = alone;
        }
        expect(found).toEqual({});
      },
      { ...options },
    );
});
