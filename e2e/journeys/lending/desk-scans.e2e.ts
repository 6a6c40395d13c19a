/** At the desk every typed scan is answered: a scanner is a keyboard that ends with Enter. */
import { describe, expect } from 'vitest';
import { violations } from '../../src/axe.ts';
import { journey } from '../../src/journey.ts';
import { signInByCall } from '../../src/people.ts';
import { settled } from '../../src/settled.ts';
import { text } from '../../src/texts.ts';

describe('the lending desk', () => {
  journey('asks, hands over or refuses when a device is scanned without an order', async ({ page }) => {
    await signInByCall(page, 'districtAdmin');
    await page.goto('/tech-rental?tab=desk');
    await page.getByRole('heading', { name: text('lending.scan'), exact: true }).waitFor();
    await settled(page);
    const modes = page.getByRole('group', { name: text('lending.scan.mode') });
    const scans = page.getByRole('list', { name: text('lending.scan.last') }).getByRole('listitem');
    const scan = async (code: string) => {
      const before = await scans.count();
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
      await expect.poll(() => scans.count()).toBe(before + 1);
      await expect.poll(() => scans.first().innerText()).not.toContain('…');
      return scans.first().innerText();
    };
    for (let i = 0; i < 2; i++) await page.keyboard.press('F2');
    await modes.getByRole('button', { name: text('lending.scan.mode.out'), exact: true, pressed: true }).waitFor();

    expect(await scan('GIBT-ES-NICHT')).toContain(text('lending.scan.unknown.hint'));
    expect(await scan('4070912999')).toContain(text('lending.scan.unknown.number'));
    // A device that is ready opens its order and is handed over; the order stays open.
    const code = 'DOK-05';
    await page.getByRole('table').getByRole('row').nth(1).waitFor();
    const answer = await scan(code);
    // Other journeys may have given it out before.
    const asks = answer.includes(text('lending.scan.asked'));
    if (!asks) {
      expect(answer).toMatch(new RegExp(`${text('lending.scan.out')}|${text('lending.scan.refused')}`));
      await page.getByRole('button', { name: text('lending.scan.whom.end') }).waitFor();
    }
    expect(await violations(page)).toEqual([]);

    await page.keyboard.press('F2');
    await page.getByRole('button', { name: text('lending.scan.whom.end') }).waitFor({ state: 'detached' });
    expect(await scan(code)).not.toBe('');
  });
});
