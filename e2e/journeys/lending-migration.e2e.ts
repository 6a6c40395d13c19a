/** Migration of a lending point from another system: stock, borrowers, loans, reservations, reminders. */
import { shiftDay, today } from '@fundus/contract/days';
import type { MigrationTemplate } from '@fundus/contract/lending/migration/migration';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Page } from 'playwright-core';
import { violations } from '../src/axe.ts';
import { journey } from '../src/journey.ts';
import { signInByCall } from '../src/people.ts';
import type { Portal } from '../src/portal.ts';
import { ownPortal } from '../src/portals.ts';
import { text } from '../src/texts.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await ownPortal();
});
afterAll(() => portal?.stop());
const own = { portal: () => portal.url };

const day = (days: number): string => shiftDay(today(new Date()), days).split('-').reverse().join('.');
const STOCK = 'Inventarnummer;Barcode;Modell;Kategorie;Zubehör\nUMZ-1;900001;Diktiergerät;Ton;2x Akku\nUMZ-2;900002;Diktiergerät;Ton;\n';
const BORROWERS = 'Kundennummer;Nachname;Vorname;E-Mail\n4711;Falkner;Miriam;lehrkraft@demo.example\n';
const LOANS = 'Barcode;Kundennummer;Ausleihdatum;Rückgabedatum\n';
const RESERVATIONS = 'Barcode;Kundennummer;Von;Bis\n';

async function choose(page: Page, step: MigrationTemplate, content: string): Promise<void> {
  const name = text(`migration.${step}.title`);
  await page.getByRole('button', { name: text('migration.upload.of', { name }) }).click();
  const file = { name: `${step}.csv`, mimeType: 'text/csv', buffer: Buffer.from(content) };
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
  await page
    .getByRole('dialog')
    .getByRole('region', { name: text('table.lines') })
    .waitFor();
}

describe('migration of lending', () => {
  journey(
    'imports stock, borrowers, loans and reservations',
    async ({ page }) => {
      await signInByCall(page, 'districtAdmin');
      await page.goto('/tech-rental?tab=stock');
      await page.getByRole('link', { name: text('migration.link') }).click();
      await page.getByRole('heading', { name: text('migration.title') }).waitFor();
      expect(await violations(page)).toEqual([]);
      const dialog = page.getByRole('dialog');

      await choose(page, 'stock', STOCK);
      await dialog.getByRole('button', { name: text('lending.import.take', { count: 2 }) }).click();
      await dialog.waitFor({ state: 'detached' });

      await choose(page, 'borrowers', BORROWERS);
      await dialog.getByText(text('migration.note.account')).waitFor();
      await dialog.getByRole('button', { name: text('migration.borrowers.action', { count: 1 }) }).click();
      await dialog.waitFor({ state: 'detached' });

      // Skips a device that is not in the stock, and offers a file with the rejected row.
      await choose(page, 'loans', `${LOANS}900001;4711;${day(-30)};${day(-10)}\n900009;4711;${day(-3)};${day(4)}\n`);
      await dialog.getByText(text('migration.rule.no_device', { about: '900009' })).waitFor();
      await dialog.getByRole('button', { name: text('table.rejected.save', { count: 1 }) }).waitFor();
      expect(await violations(page)).toEqual([]);
      await dialog.getByRole('checkbox', { name: text('table.skip') }).check();
      await dialog.getByRole('button', { name: text('migration.loans.action', { count: 1 }) }).click();
      await dialog.waitFor({ state: 'detached' });

      await choose(page, 'reservations', `${RESERVATIONS}900002;4711;${day(20)};${day(22)}\n`);
      await dialog.getByRole('button', { name: text('migration.reservations.action', { count: 1 }) }).click();
      await dialog.waitFor({ state: 'detached' });

      await page.getByText(text('migration.reminders.overdue', { count: 1 })).waitFor();
      await page.getByRole('button', { name: text('migration.reminders.ask') }).click();
      await dialog.getByRole('radio', { name: text('migration.reminders.ask.first') }).waitFor();
      expect(await violations(page)).toEqual([]);
      await dialog.getByRole('button', { name: text('migration.reminders.ask') }).click();
      await page.getByText(text('migration.reminders.none')).waitFor();

      await signInByCall(page, 'teacher');
      await page.goto('/tech-rental?tab=loans');
      await page.getByText('UMZ-1').first().waitFor();
      await page.getByText('Diktiergerät').first().waitFor();
    },
    own,
  );
});
