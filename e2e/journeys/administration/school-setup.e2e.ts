/** Set-up of a school and a district from files: 30 classes with teachers, codes and cards, and the schools of a Land with their administrators. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { journey } from '../../src/journey.ts';
import { signInByCall } from '../../src/people.ts';
import type { Portal } from '../../src/portal.ts';
import { ownPortal } from '../../src/portals.ts';
import { chooseListAction } from '../../src/steps/list-actions.ts';
import { text } from '../../src/texts.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await ownPortal();
});
afterAll(() => portal?.stop());
const own = { portal: () => portal.url };

/** Counts mouse clicks. Choosing a file counts as two: one in the portal and one in the system's dialog. */
function countClicks() {
  let clicks = 0;
  return {
    click: async (what: Locator) => {
      clicks += 1;
      await what.click();
    },
    choose: async (page: Page, name: string, content: string) => {
      clicks += 2;
      await page
        .getByRole('dialog')
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
    },
    count: () => clicks,
  };
}

const GRADES = [5, 6, 7, 8, 9, 10];
const CLASSES = GRADES.flatMap((grade) => ['v', 'w', 'x', 'y', 'z'].map((letter) => `${grade}${letter}`));

describe('set-up of a school', () => {
  journey(
    'imports 30 classes with teachers and codes in fewer than 20 clicks',
    async ({ page }) => {
      await signInByCall(page, 'schoolAdmin');
      await page.goto('/');
      const { click, choose, count } = countClicks();
      await click(
        page
          .getByRole('navigation')
          .getByRole('link', { name: text('nav.school') })
          .filter({ visible: true })
          .first(),
      );
      await click(page.getByRole('navigation', { name: text('schools.tabs') }).getByRole('link', { name: text('schools.tab.classes') }));
      await click(page.getByRole('button', { name: text('schools.classes.import') }));
      const dialog = page.getByRole('dialog');
      const rows = CLASSES.map((name) => `${name};lehrkraft@demo.example;28;Raum ${name}`);
      await choose(page, 'klassen.csv', `Klasse;Klassenleitung;Schülerzahl;Raum\n${rows.join('\n')}\n`);
      await dialog.getByRole('region', { name: text('table.lines') }).waitFor();
      await dialog.getByText(/Raum/).first().waitFor();
      await click(dialog.getByRole('button', { name: text('schools.classes.import.take', { count: 30 }) }));
      await dialog.getByText(text('schools.classes.cards.about')).waitFor();
      await click(dialog.getByRole('button', { name: text('codes.print.make') }));
      const link = dialog.getByRole('link', { name: text('codes.print.open') });
      await link.waitFor();
      const pdf = await page.request.get((await link.getAttribute('href'))!);
      expect([pdf.status(), (await pdf.body()).subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
      expect(count() + 1).toBeLessThan(20);
      await page.goto('/school?tab=classes&q=5v');
      await page.getByRole('row').filter({ hasText: '5v' }).filter({ hasText: 'Falkner' }).filter({ hasText: '28' }).waitFor();
    },
    own,
  );

  journey(
    'exports rejected rows and imports all others',
    async ({ page }) => {
      await signInByCall(page, 'schoolAdmin');
      await page.goto('/school?tab=people');
      await page.getByRole('button', { name: text('people.import') }).click();
      const dialog = page.getByRole('dialog');
      const { choose } = countClicks();
      await choose(
        page,
        'leute.csv',
        'Ruf;Familie;Kontakt;Funktion\nIda;Import;i.import@lindenhof.example;Springer\nOtto;Ohne;falsch;Springer\n',
      );
      await dialog.getByRole('alert').waitFor();
      for (const [header, column] of [
        ['Ruf', 'vorname'],
        ['Familie', 'name'],
        ['Kontakt', 'email'],
      ] as const) {
        const select = dialog.getByRole('combobox', { name: text('table.columns.targetOf', { column: header }) });
        await select.selectOption(column);
        await expect.poll(() => select.inputValue()).toBe(column);
        await expect.poll(() => select.isEnabled()).toBe(true);
      }
      await dialog
        .getByRole('combobox', { name: text('table.values.of', { value: 'Springer', column: text('people.import.field.role') }) })
        .selectOption('P');
      await dialog.getByRole('row').filter({ hasText: 'Ida Import' }).getByText(text('people.import.is.new')).waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: text('table.rejected.save', { count: 1 }) }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('leute-abgelehnt.csv');
      const rejected = await readFile((await download.path())!, 'utf8');
      expect(rejected).toContain(text('table.rejected.reason'));
      expect(rejected).toContain(text('table.rule.format', { field: text('people.import.field.email') }));
      await dialog.getByRole('checkbox', { name: text('table.skip') }).check();
      await dialog.getByRole('button', { name: text('people.import.take', { count: 1 }) }).click();
      await dialog.waitFor({ state: 'detached' });
    },
    own,
  );
});

describe('set-up of a district', () => {
  journey(
    'invites the administrators of imported schools in one action',
    async ({ page }) => {
      await signInByCall(page, 'districtAdmin');
      await page.goto('/school');
      await chooseListAction(page, 'schools.import');
      const dialog = page.getByRole('dialog');
      const rows = Array.from(
        { length: 120 },
        (_, i) => `${905_000 + i};Grundschule;Schule Nr. ${i + 1};Weg ${i};12345;Ort;schule${i}@land.example;Stadt`,
      );
      await countClicks().choose(page, 'schulen.csv', `Schulnummer;Schulform;Schulname;Straße;PLZ;Ort;E-Mail;Träger\n${rows.join('\n')}\n`);
      await dialog.getByRole('region', { name: text('table.lines') }).waitFor();
      await dialog.getByRole('button', { name: text('schools.import.take', { count: 120 }) }).click();
      const invite = dialog.getByRole('button', { name: /^\d+ Schulen einladen$/ });
      await expect.poll(async () => Number.parseInt((await invite.textContent()) ?? '', 10)).toBeGreaterThanOrEqual(120);
      await invite.click();
      await dialog.waitFor({ state: 'detached' });
      await page.goto('/school?q=Nr. 120');
      await page.getByRole('row').filter({ hasText: 'Schule Nr. 120' }).waitFor();
    },
    own,
  );
});
