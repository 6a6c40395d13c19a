/** Bulk administration: importing people from a file with errors, merging two schools, and reading the audit log. */
import { readFile } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { journey } from '../../src/journey.ts';
import { signInByCall } from '../../src/people.ts';
import { text } from '../../src/texts.ts';

describe('bulk administration', () => {
  journey('imports only the valid lines of a file of people', async ({ page }) => {
    await signInByCall(page, 'schoolAdmin');
    await page.goto('/school?tab=people');
    await page.getByRole('button', { name: text('people.import') }).click();
    const dialog = page.getByRole('dialog');
    const lines = [
      'Vorname;Nachname;E-Mail;Rolle',
      'Nora;Neuland;n.neuland@lindenhof.example;Lehrkraft',
      ';Namenlos;namenlos@lindenhof.example;Lehrkraft',
      'Kai;Kaputt;keine-adresse;Schüler',
      'Nora;Doppelt;N.Neuland@lindenhof.example;Lehrkraft',
    ];
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'leute.csv', mimeType: 'text/csv', buffer: Buffer.from(`${lines.join('\r\n')}\r\n`) });
    const row = (name: string) => dialog.getByRole('row').filter({ hasText: name });
    await row('Namenlos')
      .getByText(text('table.rule.required', { field: text('people.import.field.vorname') }))
      .waitFor();
    await row('Kai Kaputt')
      .getByText(text('table.rule.format', { field: text('people.import.field.email') }))
      .waitFor();
    await row('Nora Doppelt')
      .getByText(text('table.rule.duplicate', { field: text('people.import.field.email') }))
      .waitFor();
    const take = dialog.getByRole('button', { name: text('people.import.take', { count: 1 }) });
    expect(await take.isDisabled()).toBe(true);
    await dialog.getByRole('checkbox', { name: text('table.skip') }).check();
    await take.click();
    await dialog.waitFor({ state: 'detached' });
    await page.goto('/school?tab=people&q=neuland');
    await page.getByRole('row').filter({ hasText: 'Nora Neuland' }).waitFor();
    expect(await page.getByRole('row').filter({ hasText: 'Doppelt' }).count()).toBe(0);
  });

  journey('records the merge of two schools in the audit log', async ({ page }) => {
    await signInByCall(page, 'districtAdmin');
    await page.goto('/school');
    const dialog = page.getByRole('dialog');
    for (const [name, number] of [
      ['Altschule am Deich', '904501'],
      ['Neuschule am Deich', '904502'],
    ] as const) {
      await page.getByRole('button', { name: text('schools.new') }).click();
      await dialog.getByLabel(text('schools.field.name')).fill(name);
      await dialog.getByLabel(text('schools.field.number')).fill(number);
      await dialog.getByRole('button', { name: text('schools.new') }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await page.getByRole('searchbox', { name: text('schools.find') }).fill('altschule');
    await page.getByRole('link', { name: 'Altschule am Deich' }).click();
    await page.getByRole('button', { name: text('schools.merge') }).click();
    await dialog.getByRole('searchbox').fill('neuschule');
    await dialog.getByRole('radio', { name: /Neuschule am Deich/ }).check();
    await dialog.getByRole('status').filter({ hasText: 'Neuschule am Deich' }).first().waitFor();
    await dialog.getByRole('button', { name: text('schools.merge') }).click();
    await page.getByText(text('schools.closed').split('.')[0]!).waitFor();

    await page.goto('/school?tab=audit&kind=school');
    const line = page.getByRole('row').filter({ hasText: text('audit.what.school.merge') });
    await line.getByText('Neuschule am Deich').first().waitFor();
    await line.getByText('Altschule am Deich').waitFor();
    await page.getByRole('button', { name: text('rows.export') }).click();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: text('rows.export.csv') }).click(),
    ]);
    const file = await readFile((await saved.path())!, 'utf8');
    expect(file).toContain(`"${text('audit.what.school.merge')}";"Neuschule am Deich"`);
    expect(file).toContain(`${text('audit.field.school')}: Altschule am Deich`);
    expect(file.split('\r\n').every((each) => each === '' || !each.includes('audit.'))).toBe(true);
  });
});
