/** Lending of devices: order, approval, hand-over, return, courier, private borrowers and kiosk. */
import { lending } from '@fundus/contract/lending/lending';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { journey } from '../../src/journey.ts';
import { openOrder } from '../../src/steps/desk-steps.ts';
import { pairTablet } from '../../src/steps/lending-steps.ts';
import { signInByCall } from '../../src/people.ts';
import { settled } from '../../src/settled.ts';
import { drawOn } from '../../src/steps/sign-steps.ts';
import { text } from '../../src/texts.ts';

const CASE = 'Koffer Holzfeuchte und Härteprüfung';
const TITLE = 'Werkstatt Klasse 9';

async function as(page: Page, name: Parameters<typeof signInByCall>[1]): Promise<void> {
  await page.context().clearCookies();
  await signInByCall(page, name);
}

describe('lending', () => {
  journey('lends a case ordered on the page of a medium', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/media/89041068');
    const panel = page.getByRole('region', { name: text('lending.medium'), exact: true });
    await panel.getByRole('link', { name: text('lending.medium.borrow.name', { name: CASE }) }).click();
    await page.getByRole('heading', { name: CASE }).waitFor();
    const days = page.getByRole('list', { name: text('lending.calendar') });
    await days.getByRole('button').first().click();
    await days.getByRole('button').nth(1).click();
    await page.getByRole('button', { name: text('lending.put'), exact: true }).click();
    await page.getByRole('textbox', { name: text('lending.order.title'), exact: true }).fill(TITLE);
    const terms = page.getByRole('checkbox', { name: text('lending.terms.agree') });
    await terms.check();
    await page.getByRole('button', { name: text('lending.order.ask'), exact: true }).click();
    const order = page.getByRole('article').filter({ has: page.getByRole('heading', { name: TITLE }) });
    await order.getByText(text('lending.line.requested'), { exact: true }).waitFor();

    await as(page, 'districtAdmin');
    await page.goto('/tech-rental?tab=desk');
    const row = await openOrder(page, TITLE);
    const request = page.getByRole('article').filter({ hasText: TITLE });
    const approve = request.getByRole('button', { name: text('lending.approve.name', { name: 'Miriam Falkner' }) });
    await approve.click();
    await approve.waitFor({ state: 'detached' });

    // Prepares, hands over and returns the device by scanning its code.
    const modes = page.getByRole('group', { name: text('lending.scan.mode') });
    const scan = async (mode: 'in' | 'ready' | 'out'): Promise<void> => {
      const chosen = modes.getByRole('button', { name: text(`lending.scan.mode.${mode}`), exact: true, pressed: true });
      if ((await chosen.count()) === 0) await modes.getByRole('button', { name: text(`lending.scan.mode.${mode}`), exact: true }).click();
      await page.getByRole('textbox', { name: text('lending.code'), exact: true }).fill(code);
      await page.keyboard.press('Enter');
    };
    const heard = page
      .getByRole('list', { name: text('lending.scan.last') })
      .getByRole('listitem')
      .first();
    const due = page.getByRole('article').filter({ hasText: TITLE });
    const code = (await due
      .getByText(/^\s*[A-Z]{3}-\d\d$/)
      .first()
      .textContent())!.trim();
    await scan('ready');
    await heard.getByText(text('lending.scan.ready'), { exact: true }).waitFor();
    await row.getByRole('button', { name: text('lending.handOver.to', { name: 'Miriam Falkner' }) }).click();
    // The borrower signs, clears the signature and signs again.
    await page.getByRole('button', { name: text('lending.sign'), exact: true }).click();
    const sign = page.getByRole('dialog');
    const keep = sign.getByRole('button', { name: text('lending.sign.keep'), exact: true });
    expect(await sign.getByRole('textbox', { name: text('lending.sign.name'), exact: true }).inputValue()).toBe('Miriam Falkner');
    await drawOn(page);
    await sign.getByRole('button', { name: text('lending.sign.again'), exact: true }).click();
    expect(await keep.isDisabled()).toBe(true);
    await drawOn(page);
    await keep.click();
    await page.getByText(text('lending.sign.done', { name: 'Miriam Falkner' })).waitFor();
    const handed = page.waitForResponse((answer) => answer.url().endsWith('/handover'));
    await scan('out');
    const { id } = (await (await handed).json()) as { id: string };
    const slip = await page.request.get(`/api/v1/lending/orders/${id}/slip`);
    expect([slip.status(), slip.headers()['content-type']]).toEqual([200, 'application/pdf']);
    await heard.getByText(text('lending.scan.out'), { exact: true }).waitFor();
    // All devices are handed over. The order stays open so that others can be added.
    await page.getByRole('button', { name: text('lending.scan.whom.end') }).waitFor();
    await scan('in');
    await heard.getByText(text('lending.scan.in'), { exact: true }).waitFor();
    await heard.getByRole('button', { name: text('lending.condition.of', { code }) }).click();
    const condition = page.getByRole('dialog');
    await condition.getByRole('textbox', { name: text('lending.condition.note') }).fill('Sauber zurück');
    await condition.getByRole('button', { name: text('app.save'), exact: true }).click();
    await condition.waitFor({ state: 'detached' });

    await as(page, 'teacher');
    await page.goto('/tech-rental?tab=loans&show=over');
    await order.getByText(text('lending.line.returned')).waitFor();
    await order.getByRole('button', { name: text('lending.repeat'), exact: true }).waitFor();
  });

  journey('warns before the tour of an ordered delivery is moved', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/tech-rental');
    const delivery = page.getByRole('combobox', { name: text('lending.delivery'), exact: true });
    // Only waits for the delivery days, because they depend on today's weekday.
    const chosen = page.waitForResponse((reply) => new URL(reply.url()).pathname === lending.deliver.path);
    await delivery.selectOption('courier');
    await chosen;
    await page.getByRole('link', { name: /^Podcast-Koffer/ }).click();
    const days = page.getByRole('list', { name: text('lending.calendar') });
    await days.getByRole('button').first().click();
    await days.getByRole('button').first().click();
    await page.getByRole('button', { name: text('lending.put'), exact: true }).click();
    const both = /Lieferung durch den Kurier am .+, Abholung am /;
    await page
      .getByRole('complementary', { name: text('lending.cart') })
      .getByText(both)
      .waitFor();
    await page.getByRole('textbox', { name: text('lending.order.title'), exact: true }).fill('Hörspiel mit Kurier');
    const terms = page.getByRole('checkbox', { name: text('lending.terms.agree') });
    await terms.check();
    await page.getByRole('button', { name: text('lending.order.ask'), exact: true }).click();
    const order = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Hörspiel mit Kurier' }) });
    await order.getByText(both).waitFor();

    await as(page, 'districtAdmin');
    await page.goto('/tech-rental?tab=tours');
    await page.getByRole('button', { name: text('lending.change.name', { name: 'Stadttour' }), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: text('lending.tour.weekday'), exact: true }).selectOption('4');
    await dialog.getByRole('button', { name: text('app.save'), exact: true }).click();
    const hurt = dialog.getByRole('list', { name: text('lending.effects') });
    await hurt.getByText('Miriam Falkner', { exact: false }).first().waitFor();
    // Does not save the change, because other journeys use this tour.
    await dialog.getByRole('button', { name: text('lending.effects.save'), exact: true }).waitFor();
    await page.keyboard.press('Escape');

    await as(page, 'teacher');
    await page.goto('/tech-rental?tab=loans');
    await order
      .getByRole('button', { name: text('lending.cancel'), exact: false })
      .first()
      .click();
  });

  journey('lends a device to a private borrower who pays a fee', async ({ page }) => {
    const [name, title] = ['Petra Privat', 'Gemeindefest'];
    await signInByCall(page, 'districtAdmin');
    await page.goto('/tech-rental?tab=private');
    await page.getByRole('button', { name: text('lending.private.new'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: text('lending.private.name'), exact: true }).fill(name);
    await dialog.getByRole('textbox', { name: text('lending.private.address'), exact: true }).fill('Kirchgasse 7, 12345 Musterstadt');
    await dialog.getByRole('button', { name: text('app.save'), exact: true }).click();
    await page.getByRole('listitem').filter({ hasText: name }).getByText(text('lending.private.unchecked'), { exact: true }).waitFor();

    await page.goto('/tech-rental?tab=desk');
    await page.getByRole('button', { name: text('lending.orderFor'), exact: true }).click();
    await dialog.getByRole('searchbox', { name: text('lending.walkUp.name') }).fill('Petra');
    await dialog.getByRole('radio', { name: new RegExp(name) }).click();
    await dialog.getByRole('searchbox', { name: text('lending.fits.find') }).fill('Greenscreen');
    await dialog
      .getByRole('button', { name: / hinzufügen$/ })
      .first()
      .click();
    await dialog.getByText(/voraussichtlich 2,50/).waitFor();
    await dialog.getByRole('textbox', { name: text('lending.order.title'), exact: true }).fill(title);
    const terms = dialog.getByRole('checkbox', { name: text('lending.orderFor.terms') });
    await terms.check();
    await dialog.getByRole('button', { name: text('lending.order.send'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });

    const row = await openOrder(page, title);
    const order = page.getByRole('article').filter({ hasText: title });
    const code = (await order
      .getByText(/^\s*GRE-\d\d$/)
      .first()
      .textContent())!.trim();
    await row.getByRole('button', { name: text('lending.handOver.to', { name }) }).click();
    const scan = async (): Promise<void> => {
      await page.getByRole('textbox', { name: text('lending.code'), exact: true }).fill(code);
      await page.keyboard.press('Enter');
    };
    const heard = page
      .getByRole('list', { name: text('lending.scan.last') })
      .getByRole('listitem')
      .first();
    await scan();
    await heard.getByText(text('lending.refused.id_not_checked')).waitFor();
    await order.getByRole('button', { name: text('lending.private.check.name', { name }) }).click();
    await order.getByText(text('lending.private.unchecked'), { exact: true }).waitFor({ state: 'detached' });
    await order.getByRole('button', { name: text('lending.fee.pay.name', { name }) }).click();
    await dialog.getByRole('button', { name: text('lending.fee.pay.do'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await order.getByText(text('lending.fee.settled'), { exact: true }).waitFor();
    await scan();
    await heard.getByText(text('lending.scan.out'), { exact: true }).waitFor();

    const modes = page.getByRole('group', { name: text('lending.scan.mode') });
    await modes.getByRole('button', { name: text('lending.scan.mode.in'), exact: true }).click();
    await scan();
    await heard.getByText(text('lending.scan.in'), { exact: true }).waitFor();

    // If the early return reduced the fee, the desk refunds the difference before it removes the borrower.
    await page.goto('/tech-rental?tab=private');
    const fees = page.getByRole('region', { name: text('lending.fee.list'), exact: true });
    const owed = fees.getByRole('listitem').filter({ hasText: title });
    await settled(page);
    if ((await owed.count()) > 0) {
      await owed.getByRole('button').click();
      await dialog.getByRole('button', { name: text('lending.fee.pay.do'), exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: text('lending.private.remove.name', { name }) }).click();
    await dialog.getByRole('button', { name: text('lending.private.remove'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('listitem').filter({ hasText: name }).count()).toBe(0);
  });

  journey('lends devices at the kiosk and at the desk', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/tech-rental?tab=loans');
    await page.getByRole('button', { name: text('lending.card'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    const [make, end] = (['make', 'end'] as const).map((what) => dialog.getByRole('button', { name: text(`lending.card.${what}`) })) as [
      ReturnType<Page['getByRole']>,
      ReturnType<Page['getByRole']>,
    ];
    await make.or(end).waitFor();
    if ((await make.count()) > 0) await make.click();
    await end.waitFor();
    const card = (await dialog.getByText(/^[A-Z\d]{4}-[A-Z\d]{4}-[A-Z\d]{4}$/).textContent())!;

    await page.context().clearCookies();
    await page.clock.install();
    await page.goto(await pairTablet(page));
    const begin = page.getByRole('button', { name: text('lending.kiosk.collect'), exact: true });
    await begin.click();
    const scan = async (label: 'card' | 'device', code: string): Promise<void> => {
      await page.getByRole('textbox', { name: text(`lending.kiosk.scan.${label}`), exact: true }).fill(code);
      await page.keyboard.press('Enter');
    };
    await scan('card', card.toLowerCase());
    const ready = page.getByRole('list', { name: text('lending.kiosk.ready') });
    const codeOf = async (model: string): Promise<string> =>
      (await ready
        .getByRole('listitem')
        .filter({ hasText: model })
        .getByText(/^[A-Z]{3}-\d\d$/)
        .textContent())!;
    const [camera, beamer] = [await codeOf('Dokumentenkamera'), await codeOf('Kurzdistanzbeamer')];
    const done = page.getByRole('list', { name: text('lending.kiosk.done') });
    await scan('device', beamer);
    await done.getByText(text('lending.kiosk.refused.desk'), { exact: true }).waitFor();
    await scan('device', camera);
    await done.getByText(text('lending.kiosk.taken', { model: 'Dokumentenkamera' })).waitFor();

    // The tablet is reset after a minute without input.
    await page.clock.fastForward(61_000);
    await begin.waitFor();
    await expect.poll(() => page.getByText('Miriam').count()).toBe(0);
    await page.getByRole('textbox', { name: text('lending.kiosk.scan.any'), exact: true }).fill(camera);
    await page.keyboard.press('Enter');
    await done.getByText(text('lending.kiosk.returned', { model: 'Dokumentenkamera' })).waitFor();

    // The desk hands over the device that the kiosk refused. A scan finds its order and keeps it open.
    await signInByCall(page, 'districtAdmin');
    await page.goto('/tech-rental?tab=desk');
    await page.getByRole('heading', { name: text('lending.scan'), exact: true }).waitFor();
    await settled(page);
    for (let i = 0; i < 2; i++) await page.keyboard.press('F2');
    const modes = page.getByRole('group', { name: text('lending.scan.mode') });
    await modes.getByRole('button', { name: text('lending.scan.mode.out'), exact: true, pressed: true }).waitFor();
    await page.keyboard.type(beamer);
    await page.keyboard.press('Enter');
    const scans = page.getByRole('list', { name: text('lending.scan.last') }).getByRole('listitem');
    await scans.getByText(text('lending.scan.out'), { exact: true }).waitFor();
    await page.getByRole('button', { name: text('lending.scan.whom.end') }).waitFor();
    await page.keyboard.press('F2');
    await page.getByRole('button', { name: text('lending.scan.whom.end') }).waitFor({ state: 'detached' });
  });
});
