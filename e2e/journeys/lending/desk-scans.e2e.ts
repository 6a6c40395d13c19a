/** Scans at the desk. A barcode scanner acts as a keyboard that ends its input with Enter. */
import { describe, expect } from 'vitest';
import { violations } from '../../src/axe.ts';
import { journey } from '../../src/journey.ts';
import { signInByCall } from '../../src/people.ts';
import { settled } from '../../src/settled.ts';
import { text } from '../../src/texts.ts';

describe('scanning at the lending desk', () => {
  journey('explains unknown codes and opens the page of a device', async ({ page }) => {
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
    expect(await violations(page)).toEqual([]);

    // F2 selects the next scan mode, in which a scan opens the page of the device.
    await page.keyboard.press('F2');
    await modes.getByRole('button', { name: text('lending.scan.mode.look'), exact: true, pressed: true }).waitFor();
    await page.keyboard.type('DOK-05');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/tech-rental/devices/**');
  });

  journey('opens the borrower of a scanned card', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/tech-rental?tab=loans');
    await page.getByRole('button', { name: text('lending.card'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    const make = dialog.getByRole('button', { name: text('lending.card.make') });
    await make.or(dialog.getByRole('button', { name: text('lending.card.end') })).waitFor();
    if ((await make.count()) > 0) await make.click();
    const card = (await dialog.getByText(/^[A-Z\d]{4}-[A-Z\d]{4}-[A-Z\d]{4}$/).textContent())!;

    await page.context().clearCookies();
    await signInByCall(page, 'districtAdmin');
    await page.goto('/tech-rental?tab=desk');
    await page.getByRole('heading', { name: text('lending.scan'), exact: true }).waitFor();
    await settled(page);
    const type = async (code: string) => {
      await page.keyboard.type(code);
      await page.keyboard.press('Enter');
    };
    await type(card.replaceAll('-', ''));
    await page.waitForURL('**/tech-rental/borrowers/**');
    const heading = page.getByRole('heading', { level: 1, name: /Miriam/ });
    await heading.waitFor();
    const name = (await heading.textContent())!;
    await settled(page);
    expect(await violations(page)).toEqual([]);

    // Lends a free device that requires no briefing. The page of the device then shows the borrower.
    const point = new URL(page.url()).searchParams.get('point')!;
    const scans = page.getByRole('list', { name: text('lending.scan.last') }).getByRole('listitem');
    const reply = await page.request.get(`/api/v1/lending/items?point=${point}&limit=100`);
    const { items } = (await reply.json()) as { items: { id: string; code: string; state: string; on_loan: object | null }[] };
    const free = items.filter(({ state, on_loan }) => state === 'available' && on_loan === null);
    const terms = page.getByRole('checkbox', { name: text('lending.walkUp.terms') });
    await terms.check();
    let given: (typeof free)[number] | undefined;
    for (const item of free.slice(0, 12)) {
      await type(item.code);
      await expect.poll(async () => (await scans.first().innerText()).includes(item.code)).toBe(true);
      await expect.poll(() => scans.first().innerText()).not.toContain('…');
      if ((await scans.first().innerText()).includes(text('lending.scan.out'))) {
        given = item;
        break;
      }
    }
    expect(given).toBeDefined();
    for (let i = 0; i < 2; i++) await page.keyboard.press('F2');
    await type(given!.code);
    await page.waitForURL('**/tech-rental/devices/**');
    await page.getByRole('link', { name, exact: true }).waitFor();
    await settled(page);
    expect(await violations(page)).toEqual([]);

    // Returns the device on its page.
    await page.getByRole('button', { name: new RegExp(`${given!.code}.*${text('lending.back.do').toLowerCase()}`) }).click();
    await page.getByText(text('lending.device.nobody')).waitFor();
    await page.keyboard.press('F4');
    await page.keyboard.type('Miriam');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/tech-rental/borrowers/**');
  });
});
