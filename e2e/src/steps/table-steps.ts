/** Opens previews of table imports whose columns, values or rows need a decision. */
import type { MessageKey } from '@fundus/contract/messages';
import type { Page } from 'playwright-core';
import { either } from '../texts.ts';
import { chooseListAction } from './list-actions.ts';

/** Opens an import dialog and selects a CSV file. */
async function chooseTable(page: Page, action: MessageKey, csv: string): Promise<void> {
  await chooseListAction(page, action);
  const file = { name: 'tabelle.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
}
const linesShown = (page: Page) => page.getByRole('region', { name: either('table.lines') }).waitFor();

/** Opens the preview of a table with an unknown role, an ignored column and an invalid mail address. */
export async function importPeople(page: Page): Promise<void> {
  await chooseTable(
    page,
    'people.import',
    'Kollegium 2026/27\n\nVorname;Nachname;Dienst-E-Mail;Funktion;Raum\nNora;Neuland;n.neuland@lindenhof.example;Studienrätin;12\n' +
      'Udo;Unklar;u.unklar@lindenhof.example;Inklusionshelfer;14\nKai;Kaputt;keine-adresse;Lehrkraft;\n',
  );
  await linesShown(page);
}

/** Opens the preview of a table in which a required column must be mapped. */
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
