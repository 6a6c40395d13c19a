/** Licences: assigning seats, redeeming codes, renewing in bulk, and licence packages. */
import { readFile } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { pathOf } from '../../src/browser.ts';
import { journey } from '../../src/journey.ts';
import { signInByCall } from '../../src/people.ts';
import { chooseListAction } from '../../src/steps/list-actions.ts';
import { text } from '../../src/texts.ts';

const manage = '/library/licences?view=manage';

describe('licences', () => {
  journey('assigns a seat to a learner and returns it', async ({ page }) => {
    await signInByCall(page, 'schoolAdmin');
    await page.goto(manage);
    await page.getByRole('searchbox', { name: text('licence.manage.find') }).fill('Faust');
    await page
      .getByRole('rowheader')
      .getByRole('link', { name: /^Faust I/ })
      .click();
    await page.getByRole('heading', { level: 1, name: /^Faust I/ }).waitFor();
    expect(pathOf(page)).toMatch(/^\/school\/FU-55121153\//);
    await page.getByRole('button', { name: text('licence.give'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('searchbox').fill('Yıldırım');
    await dialog.getByRole('checkbox', { name: /Emil Yıldırım/ }).check();
    await dialog.getByRole('button', { name: text('licence.give.count', { count: 1 }) }).click();
    await page.getByText(text('licence.given', { count: 1 })).waitFor();
    await page.getByRole('checkbox', { name: 'Emil Yıldırım' }).check();
    await page.getByRole('button', { name: text('licence.takeBack'), exact: true }).click();
    await page.getByText(text('licence.seats.takenBack', { count: 1 })).waitFor();
    await page.getByText(text('licence.seats.none')).waitFor();
    // The latest event is first. Other tests may have returned seats before.
    await page
      .getByText(text('licence.event.returned', { count: 1 }), { exact: true })
      .first()
      .waitFor();
  });

  journey('creates a code that a teacher redeems', async ({ page, context }) => {
    await signInByCall(page, 'schoolAdmin');
    await page.goto(`${manage}&q=Schichtwerk`);
    await page
      .getByRole('rowheader')
      .getByRole('link', { name: /^Schichtwerk/ })
      .click();
    await page.getByRole('button', { name: text('licence.code.new') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(text('licence.code.quantity')).fill('2');
    await dialog.getByRole('button', { name: text('licence.code.make') }).click();
    const code = (await page.locator('.codes code').first().textContent()) ?? '';
    expect(code).toMatch(/^(\w{4}-){3}\w{4}$/);

    await context.clearCookies();
    await signInByCall(page, 'teacher');
    await page.goto('/library/licences');
    await page.getByRole('button', { name: text('licence.redeem') }).click();
    const redeem = page.getByRole('dialog');
    await redeem.getByLabel(text('licence.code')).fill(code.toLowerCase().replaceAll('-', ' '));
    await redeem.getByRole('button', { name: text('licence.redeem') }).click();
    await page.getByText(text('licence.redeemed', { title: 'Schichtwerk' })).waitFor();
    const row = page.getByRole('listitem').filter({ hasText: 'Schichtwerk' });
    await row.getByText(text('licence.own.assigned')).waitFor();
    // Returns the seat for other tests.
    await row.getByRole('button', { name: text('licence.giveBack') }).click();
    await row.getByRole('button', { name: text('licence.take') }).waitFor();
  });

  journey('creates a licence manually for a catalogue medium', async ({ page }) => {
    await signInByCall(page, 'schoolAdmin');
    await page.goto(manage);
    await page.getByRole('button', { name: text('licence.new'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('searchbox').fill('Silbenschwingen');
    await dialog.getByRole('radio', { name: /Silbenschwingen/ }).check();
    await dialog.getByLabel(text('licence.seats'), { exact: true }).fill('25');
    await dialog.getByRole('combobox', { name: text('licence.runtime') }).selectOption('school_year');
    await dialog.getByRole('button', { name: text('licence.new.enter') }).click();
    await page.getByRole('heading', { level: 1, name: /^Silbenschwingen/ }).waitFor();
    await page
      .getByRole('complementary')
      .getByText(text('licence.seats.of', { taken: 0, count: 25 }))
      .waitFor();
  });

  journey('undoes the extension of several licences', async ({ page }) => {
    await signInByCall(page, 'districtAdmin');
    await page.goto(manage);
    // Creates a licence for every school in one action.
    await chooseListAction(page, 'licence.give.open');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('searchbox').fill('Silbenschwingen');
    await dialog.getByRole('radio', { name: /Silbenschwingen/ }).check();
    await dialog.getByLabel(text('licence.licensor')).fill('Jahresverlag');
    await dialog.getByRole('button', { name: /^\d+ Lizenz(en)? eintragen$/ }).click();
    await dialog.waitFor({ state: 'detached' });
    // Extends all matching licences by a year without selecting each one.
    await page.goto(`${manage}&licensor=Jahresverlag`);
    await page.getByRole('checkbox', { name: text('licence.bulk.choose') }).check();
    await page.getByRole('button', { name: new RegExp(`^${text('licence.bulk.act.extend')}`) }).click();
    await dialog.getByRole('combobox', { name: text('licence.bulk.way') }).selectOption('year');
    const act = dialog.getByRole('button', { name: /^\d+ Lizenz(en)? verlängern$/ });
    await act.waitFor();
    await dialog
      .getByRole('cell', { name: /^\d\d\.\d\d\.\d{4} → \d\d\.\d\d\.\d{4}$/ })
      .first()
      .waitFor();
    const count = Number(/^\d+/.exec((await act.textContent())!)![0]);
    await act.click();
    await page.getByText(text('licence.bulk.done', { count })).waitFor();
    await page.getByRole('button', { name: text('app.undo') }).click();
    await page.getByText(text('licence.bulk.undone')).waitFor();
    // The exported table contains the licences of the supplier.
    await page.getByRole('button', { name: text('rows.more') }).click();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: text('rows.export.csv') }).click(),
    ]);
    const lines = (await readFile((await saved.path())!, 'utf8')).trim().split('\r\n');
    expect(lines[0]).toContain(`"${text('licence.medium')}";`);
    expect(lines.length - 1).toBe(count);
  });

  journey('denies teachers access to licence management', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto(manage);
    await page.getByRole('button', { name: text('licence.redeem') }).waitFor();
    expect(await page.getByRole('button', { name: text('library.licences.view.manage') }).count()).toBe(0);
    // Calls the API directly, because the browser logs the expected refusal as an error.
    const reply = await page.request.get('/api/v1/licences/01890000-0000-7000-8000-00000000dead');
    expect(reply.status()).toBe(404);
  });

  journey('offers a licence package that a school retrieves by its number', async ({ page, context }) => {
    const table =
      'Mediennummer;Lizenznummer;Art;Plätze;Laufzeit;Verlag\nFU-55121153;J-1;Plätze;12;365 Tage;Lernfilm\nFU-0;J-2;Schule;;;Lernfilm\n';
    await signInByCall(page, 'districtAdmin');
    await page.goto(manage);
    await chooseListAction(page, 'package.import');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /Gymnasium am Lindenhof/ }).check();
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: text('table.choose') }).click();
    await (await chooser).setFiles({ name: 'paket.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
    await dialog.getByText(text('package.sum.new', { count: 1 })).waitFor();
    await dialog.getByText(text('package.is.unknown')).waitFor();
    await dialog.getByRole('button', { name: text('package.lay') }).click();
    const number = (await dialog.getByText(/^(\w{4}-){2}\w{4}$/).textContent()) ?? '';
    // Closes the dialog by its icon.
    await dialog
      .getByRole('button', { name: text('app.close') })
      .last()
      .click();
    const waiting = page
      .getByRole('region', { name: text('package.list') })
      .getByRole('listitem')
      .filter({ hasText: number });
    await waiting.waitFor();

    await context.clearCookies();
    await signInByCall(page, 'schoolAdmin');
    await page.goto(manage);
    await chooseListAction(page, 'package.import');
    await dialog.getByLabel(text('package.number')).fill(number.toLowerCase());
    await dialog.getByRole('button', { name: text('package.look') }).click();
    await dialog.getByRole('button', { name: text('package.take', { count: 1 }) }).click();
    await page.getByText(text('package.done', { count: 1 })).waitFor();
    await chooseListAction(page, 'package.import');
    await dialog.getByLabel(text('package.number')).fill(number);
    await dialog.getByRole('button', { name: text('package.look') }).click();
    await dialog.getByRole('cell', { name: text('package.is.here'), exact: true }).waitFor();
    expect(await dialog.getByRole('button', { name: text('package.take', { count: 0 }) }).isDisabled()).toBe(true);
  });
});
