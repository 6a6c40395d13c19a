/** Files as users upload them: captions in an ambiguous encoding, a format that browsers do not support, a PDF with a password. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import PdfDocument from 'pdfkit';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { violations } from '../../src/axe.ts';
import { journey } from '../../src/journey.ts';
import { signInByCall } from '../../src/people.ts';
import { text } from '../../src/texts.ts';

const folder = mkdtempSync(join(tmpdir(), 'fundus-real-files-'));
const file = (name: string, content: Buffer): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
/** Turkish captions from Windows that are labelled as German, so that two encodings are about equally likely. */
const DOUBTFUL = Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nG\xfcnayd\xfdn\n', 'latin1');
const HEIC = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');

async function lockedPdf(): Promise<Buffer> {
  const document = new PdfDocument({ userPassword: 'geheim', pdfVersion: '1.7' });
  document.text('Nur mit Passwort');
  document.end();
  return buffer(document);
}

const upload = async (page: Page, role: 'main' | 'caption', path: string): Promise<void> => {
  await page.getByRole('combobox', { name: text('upload.role'), exact: true }).selectOption({ label: text(`upload.role.${role}`) });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: text('upload.choose') }).click();
  await (await chooser).setFiles(path);
};

journey('asks how to proceed with ambiguous or unsupported files', async ({ page }) => {
  await signInByCall(page, 'districtAdmin');
  await page.goto('/editing');
  await page.getByRole('link', { name: text('edit.new') }).click();
  await page.getByRole('textbox', { name: text('edit.field.fn_titel'), exact: true }).fill(`Wie Dateien ankommen ${Date.now()}`);
  await page.getByRole('button', { name: text('edit.create') }).click();

  await upload(page, 'caption', file('merhaba.srt', DOUBTFUL));
  await page.getByRole('radio', { name: /Günaydın/ }).check();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: new RegExp(`^${text('upload.encoding.take')}`) }).click();
  const files = page.getByRole('list', { name: text('edit.tab.files') }).getByRole('listitem');
  await files.filter({ hasText: 'merhaba.srt' }).waitFor();

  await upload(page, 'main', file('Foto.heic', HEIC));
  await page
    .getByRole('alert')
    .filter({ hasText: text('upload.found.heic') })
    .waitFor();

  await upload(page, 'main', file('Arbeitsblatt.pdf', await lockedPdf()));
  await files.filter({ hasText: 'Arbeitsblatt.pdf' }).waitFor();
  await page.goto(`/media/${new URL(page.url()).pathname.split('/').at(-1)!}`);
  await page.getByRole('button', { name: text('media.open.pdf') }).click();
  const password = page.getByRole('textbox', { name: text('player.pdf.password') });
  await password.fill('falsch');
  await page.keyboard.press('Enter');
  await page.getByText(text('player.pdf.password.wrong')).waitFor();
  expect(await violations(page)).toEqual([]);
  await password.fill('geheim');
  await page.keyboard.press('Enter');
  await page.getByRole('group', { name: /^Seite 1 von 1$/ }).waitFor();
});
