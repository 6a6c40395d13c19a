/** Steps that prepare screenshots of lending with the demo's devices. */
import { accounts } from '@fundus/contract/accounts/accounts';
import { lendingKiosk } from '@fundus/contract/lending/kiosk/kiosk';
import { lending } from '@fundus/contract/lending/lending';
import type { MessageKey } from '@fundus/contract/messages';
import { href } from '@fundus/contract/screens';
import type { Page } from 'playwright-core';
import { sendCall } from './class-steps.ts';
import { chooseListAction } from './list-actions.ts';
import { portalUrlFor } from '../contexts.ts';
import { callsAs } from '../people.ts';
import { either } from '../texts.ts';

const MODEL = /^Podcast-Koffer/;

/** Opens the page of a device model with its calendar. */
export async function openModel(page: Page): Promise<void> {
  await page.getByRole('link', { name: MODEL }).click();
  await page.getByRole('list', { name: either('lending.calendar') }).waitFor();
}

/** Adds a device model to the cart for two free days. */
export async function fillCart(page: Page): Promise<void> {
  await openModel(page);
  const days = page.getByRole('list', { name: either('lending.calendar') });
  for (let i = 0; i < 2; i++) await days.getByRole('button').nth(1).click();
  await page.getByRole('button', { name: either('lending.put') }).click();
  await page.getByRole('button', { name: either('lending.order.ask') }).waitFor();
}

/** Opens the lessons of a day at the school's lending point and selects some. */
export async function openLessons(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: either('lending.point'), exact: true }).selectOption({ label: 'Gerätepool der Schule' });
  await page.getByRole('link', { name: /^Tabletkoffer/ }).click();
  await page
    .getByRole('list', { name: either('lending.calendar') })
    .getByRole('button')
    .nth(1)
    .click();
  const lessons = page.getByRole('list', { name: /^Stunden am |^Lessons on / });
  for (let i = 0; i < 2; i++) await lessons.getByRole('button').nth(i).click();
  await lessons.evaluate((list) => list.scrollIntoView({ block: 'center' }));
}

/** Adds a device model to the favourites and shows only favourites. */
export async function markFavourite(page: Page): Promise<void> {
  await page.getByRole('link', { name: MODEL }).click();
  const button = page.getByRole('button', { name: /^(Merken|Gemerkt|Add to favourites|In your favourites)\b/ });
  await button.waitFor();
  if (/^(Merken|Add)/.test((await button.textContent()) ?? '')) await button.click();
  await page.getByRole('link', { name: either('lending.tab.favourites') }).click();
  await page.getByRole('link', { name: MODEL }).waitFor();
}

/** Opens the dialog with opening hours and rules of a lending point. */
export async function openRules(page: Page): Promise<void> {
  await chooseListAction(page, 'lending.point.change');
  await page.getByRole('dialog').waitFor();
}

/** Opens the pictures of a device model and chooses a file. */
export async function openPictures(page: Page): Promise<void> {
  await chooseRowAction(page, /^(Bilder von|Pictures of) Podcast-Koffer$/, 'Podcast-Koffer', 'lending.pictures');
  const dialog = page.getByRole('dialog');
  const buffer = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=', 'base64');
  await dialog.locator('input[type=file]').setInputFiles({ name: 'koffer-offen.png', mimeType: 'image/png', buffer });
  await dialog.getByRole('textbox', { name: either('lending.picture.see') }).waitFor();
}

/** Chooses an action of a row in the stock, which is a button, or on phones an item of the row's menu. */
async function chooseRowAction(page: Page, button: RegExp, row: string, action: MessageKey): Promise<void> {
  const menu = page.getByRole('button', { name: new RegExp(`^(Aktionen für|Actions for) ${row}$`) });
  const shown = page.getByRole('button', { name: button }).first();
  await shown.or(menu).first().waitFor();
  if (await shown.isVisible()) return shown.click();
  await menu.click();
  await page.getByRole('menuitem', { name: either(action) }).click();
}

/** Opens the manuals of a device model and chooses a file. */
export async function openManuals(page: Page): Promise<void> {
  await chooseRowAction(page, /^(Anleitungen zu|Manuals for) Podcast-Koffer$/, 'Podcast-Koffer', 'lending.manuals');
  const dialog = page.getByRole('dialog');
  const file = { name: 'Mikrofone richtig stellen.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByRole('textbox', { name: either('lending.manual.title') }).waitFor();
}

/** Opens the rules of a lending point and shows its list of schools. */
export async function openSchoolList(page: Page): Promise<void> {
  await openRules(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: either('lending.openSchools'), exact: true }).selectOption('some');
  const chosen = dialog.getByRole('group', { name: either('lending.openSchools.chosen') });
  for (let i = 0; i < 2; i++) {
    await chosen
      .getByRole('button', { name: / hinzufügen$|^Add / })
      .first()
      .click();
  }
  await chosen.getByRole('searchbox').scrollIntoViewIfNeeded();
}

/** Starts to hand over the first order. */
export async function beginHandOver(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: / ausgeben$|^Hand over to / })
    .first()
    .click();
  await page.getByRole('button', { name: either('lending.scan.whom.end') }).waitFor();
}

/** Opens the form for lending without an order and selects a borrower. */
export async function openWalkUp(page: Page): Promise<void> {
  const modes = page.getByRole('group', { name: either('lending.scan.mode') });
  await modes.getByRole('button', { name: either('lending.scan.mode.out'), exact: true }).click();
  await page.getByRole('button', { name: either('lending.walkUp'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill('Falkner');
  await dialog.getByRole('radio').first().click();
}

/** Opens the form for ordering on behalf of a borrower and selects a device model. */
export async function openOrderFor(page: Page): Promise<void> {
  await page.getByRole('button', { name: either('lending.orderFor'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox', { name: either('lending.walkUp.name') }).fill('Falkner');
  await dialog.getByRole('radio').first().click();
  await dialog.getByRole('searchbox', { name: either('lending.fits.find') }).fill('Podcast');
  await dialog
    .getByRole('button', { name: / hinzufügen$|^Add / })
    .first()
    .click();
}

/** Opens the payment dialog for a private borrower's fee. */
export async function openFee(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Zahlung von .* eintragen$|^Record a payment from / })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('combobox').waitFor();
}

/** Opens the record of the first device. */
export async function openPass(page: Page): Promise<void> {
  await chooseRowAction(page, /^(Geräteakte|Device record:) /, 'MIK-01', 'lending.pass');
  await page.getByRole('dialog').waitFor();
}
/** Opens the waiting list dialog of a device model by requesting more devices than are free on some days. */
export async function openWait(page: Page): Promise<void> {
  await openModel(page);
  await page.getByRole('combobox', { name: either('lending.quantity') }).selectOption('6');
  await page.getByRole('button', { name: either('lending.wait') }).click();
  await page.getByRole('dialog').waitFor();
}

/** Opens the calendar subscription and creates or renews its address. */
export async function openDates(page: Page): Promise<void> {
  await chooseListAction(page, 'lending.dates');
  const make = page.getByRole('button', { name: either('app.feed.make') });
  // Renews the subscription if it exists already.
  await make.or(page.getByRole('button', { name: either('app.feed.renew') })).click();
  await page.getByRole('button', { name: either('app.feed.copy') }).waitFor();
}

/** Waits until the timeline is displayed. */
export async function openTimeline(page: Page): Promise<void> {
  await page.getByRole('region', { name: / Geräte und Tage$| devices and days$/ }).waitFor();
}

/** Opens the form of a delivery tour. */
export async function openTour(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Stadttour ändern$|^Change Stadttour$/ }).click();
  await page.getByRole('dialog').waitFor();
}

/** Opens a template with several device models. */
export async function openSet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Filmabend', exact: true }).click();
  await page.getByRole('dialog').waitFor();
}

/** Opens the form that changes an undecided order. */
export async function openChange(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: / ändern$|^Change / })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByRole('list', { name: either('lending.calendar') })
    .waitFor();
}

/** Opens the preview of a device table with a changed device, a new device and an error. */
export async function openImport(page: Page): Promise<void> {
  await chooseListAction(page, 'lending.import');
  const csv =
    'Inventarnummer;Modell;Art;Regal;Kaufpreis\nKAM-01;Kamerakoffer 4K;;K9;1.190,00\nKAM-09;Kamerakoffer 4K;;K9;\nDRO-01;Drohne;;D1;viel';
  const file = { name: 'geraete.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
  await page.getByRole('region', { name: either('table.lines') }).waitFor();
}

/** Opens the preview of imported loans with an unknown device, an unknown borrower and an invalid date. */
export async function openMigration(page: Page): Promise<void> {
  // Selects the button by its position, because its accessible name includes the name of the step.
  await page.locator('.migration-steps > li').nth(2).getByRole('button').first().click();
  const csv =
    'Barcode;Kundennummer;Ausleihdatum;Rückgabedatum;Raum\nKAM-09;lehrkraft@demo.example;1.9.2026;20.9.2026;1\nKAM-03;999;1.9.2026;20.9.2026;2\nKAM-04;lehrkraft@demo.example;gestern;20.9.2026;3';
  const file = { name: 'ausleihen.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
  await page.getByRole('region', { name: either('table.lines') }).waitFor();
}

/** Starts an inventory and counts a device and an unknown code. */
export async function startInventory(page: Page): Promise<void> {
  const code = page.getByRole('textbox', { name: either('lending.inventory.code') });
  const begin = page.getByRole('button', { name: either('lending.inventory.begin') });
  await code.or(begin).first().waitFor();
  if ((await begin.count()) > 0) await begin.click();
  const counted = page.getByRole('list', { name: either('lending.inventory.last') });
  for (const scanned of ['TRI-01', 'MB-0417']) {
    await code.fill(scanned);
    await code.press('Enter');
    await counted.getByText(new RegExp(scanned, 'i')).first().waitFor();
  }
}

/** Opens the user's borrower card and creates it if necessary. */
export async function openCard(page: Page): Promise<void> {
  await chooseListAction(page, 'lending.card');
  const make = page.getByRole('button', { name: either('lending.card.make') });
  const end = page.getByRole('button', { name: either('lending.card.end') });
  await make.or(end).waitFor();
  if ((await make.count()) > 0) await make.click();
  await end.waitFor();
}

/** Ends the pairing of this browser and returns the address of the tablet. */
export async function withoutTablet(page: Page): Promise<string> {
  await page.context().clearCookies({ name: 'portal_kiosk' });
  return href('lending-kiosk');
}

/** Pairs this browser as a tablet of the demo's lending point and returns its address. */
export async function pairTablet(page: Page): Promise<string> {
  const request = await callsAs(portalUrlFor(page.context()), 'districtAdmin');
  const { items } = await sendCall<{ items: { id: string }[] }>(request, lending.points, {});
  const listed = { ...lendingKiosk.kiosks, path: `${lendingKiosk.kiosks.path}?point=${items[0]!.id}` };
  const kiosks = await sendCall<{ items: { id: string }[] }>(request, listed, {});
  for (const { id } of kiosks.items) await sendCall(request, lendingKiosk.endKiosk, { id });
  const { code } = await sendCall<{ code: string }>(request, lendingKiosk.addKiosk, {}, { point: items[0]!.id, name: 'Eingang' });
  const token = (await page.request.get(accounts.userinfo.path)).headers()['x-csrf-token'] ?? '';
  const reply = await page.request.post(lendingKiosk.pairKiosk.path, { headers: { 'X-CSRF-Token': token }, data: { code } });
  if (!reply.ok()) throw new Error(await reply.text());
  return href('lending-kiosk');
}

/** Scans a device that is not on loan and an unknown code to return them at the tablet. */
export async function returnAtTablet(page: Page): Promise<void> {
  await page.getByRole('button', { name: either('lending.kiosk.return') }).click();
  const code = page.getByRole('textbox', { name: either('lending.kiosk.scan.device') });
  for (const scanned of ['TRI-01', 'MB-0417']) {
    await code.fill(scanned);
    await code.press('Enter');
    await page
      .getByRole('list', { name: either('lending.kiosk.done') })
      .getByText(scanned)
      .waitFor();
  }
}

/** Scans a card at the tablet and a device that only the desk may hand over. */
export async function scanAtTablet(page: Page): Promise<void> {
  const request = await callsAs(portalUrlFor(page.context()), 'teacher');
  const { code: card } = await sendCall<{ code: string }>(request, lendingKiosk.makeCard, {}, {});
  await page.getByRole('button', { name: either('lending.kiosk.collect'), exact: true }).click();
  const scan = async (label: 'card' | 'device', code: string): Promise<void> => {
    const field = page.getByRole('textbox', { name: either(`lending.kiosk.scan.${label}`) });
    await field.fill(code);
    await field.press('Enter');
  };
  await scan('card', card);
  const ready = page.getByRole('list', { name: either('lending.kiosk.ready') });
  const code = await ready.getByText(/^BEA-\d\d$/).textContent();
  await scan('device', code!);
  await page.getByRole('list', { name: either('lending.kiosk.done') }).waitFor();
}
