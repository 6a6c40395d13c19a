/** Previews of table imports with columns, values or rows that need a decision. */
import type { MessageKey } from '@fundus/contract/messages';
import type { Page } from 'playwright-core';
import { either } from '../texts.ts';
import { chooseListAction } from './list-actions.ts';

/** Opens an import dialog and chooses a table. */
async function chooseTable(page: Page, action: MessageKey, csv: string): Promise<void> {
  await chooseListAction(page, action);
  const file = { name: 'tabelle.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
}
const linesShown = (page: Page) => page.getByRole('region', { name: either('table.lines') }).waitFor();

/** An unknown role, a column that is not imported, a broken address. */
export async function importPeople(page: Page): Promise<void> {
  await chooseTable(
    page,
    'people.import',
    'Kollegium 2026/27\n\nVorname;Nachname;Dienst-E-Mail;Funktion;Raum\nNora;Neuland;n.neuland@lindenhof.example;Studienrätin;12\n' +
      'Udo;Unklar;u.unklar@lindenhof.example;Inklusionshelfer;14\nKai;Kaputt;keine-adresse;Lehrkraft;\n',
  );
  await linesShown(page);
}

/** A required column that has to be mapped. */
export async function importUnknownColumns(page: Page): Promise<void> {
  await chooseTable(page, 'people.import', 'Ruf;Familie;Kontakt\nNora;Neuland;n.neuland@lindenhof.example\n');
  await page.getByRole('alert').waitFor();
}

export async function importClasses(page: Page): Promise<void> {
  await chooseTable(
    page,
    'schools.classes.import',
    'Klasse;Klassenleitung;Schülerzahl;Raum\n5x;;28;101\n6x;nobody@lindenhof.example;27;102\n',
  );
  await linesShown(page);
}

export async function importSchools(page: Page): Promise<void> {
  await chooseTable(
    page,
    'schools.import',
    'Schulnummer;Schulform;Schulname;Straße;PLZ;Ort;E-Mail;Träger\n904701;Grundschule;Schule am Bach;Bachweg 1;12345;Ort;post@bach.example;Stadt\n904702;Gymnasium;;Weg 2;12345;Ort;;Kreis\n',
  );
  await linesShown(page);
}

export async function inviteAdministrators(page: Page): Promise<void> {
  await chooseListAction(page, 'schools.invite');
  await page.getByRole('dialog').waitFor();
}
