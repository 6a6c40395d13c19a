/**
 * Writes sample invoices in every format, to check them with validators: `node server/src/testing/write-invoices.ts FOLDER`
 * (docs/behaviour/marketplace.md#rationale).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sumLines } from '@fundus/contract/marketplace/rules';
import { writeCii } from '../domains/marketplace/invoices/cii.ts';
import type { InvoiceContent } from '../domains/marketplace/invoices/invoice.ts';
import { drawInvoice } from '../domains/marketplace/invoices/invoice-paper.ts';
import { writeUbl } from '../domains/marketplace/invoices/ubl.ts';
import { invoiceOf } from './marketplace.ts';
import { INVOICE_WORDS, type InvoiceWords } from '../domains/marketplace/invoices/invoice-words.ts';

const folder = process.argv[2];
if (folder === undefined) throw new Error('missing argument: output folder');
mkdirSync(folder, { recursive: true });

const free = [{ number: 'P-3', title: 'Fortbildung', publisher: 'Medienzentrum', quantity: 1, price: 12_000, vat: 0 }];
const SAMPLES: Record<string, InvoiceContent> = {
  invoice: invoiceOf(),
  'paid-online': invoiceOf({ paid: true }),
  exempt: invoiceOf({ lines: free, totals: sumLines(free) }),
  'without-vat-id': invoiceOf({ seller: { ...invoiceOf().seller, vat_id: '', tax_number: '21/815/08150' } }),
  cancellation: invoiceOf({ kind: 'cancellation', number: 'MZ-R-2026-00002', cancels: 'MZ-R-2026-00001', cancels_on: '2026-05-15' }),
  'cancellation-paid-online': invoiceOf({ kind: 'cancellation', number: 'MZ-R-2026-00002', cancels: 'MZ-R-2026-00001', paid: true }),
};
const words = Object.fromEntries(INVOICE_WORDS.map((word) => [word, word])) as InvoiceWords;

for (const [name, content] of Object.entries(SAMPLES)) {
  const said = content.lines.map(() => 'Ganze Schule · Nutzbar vom 15.05.2026 bis 31.07.2027');
  writeFileSync(join(folder, `${name}.ubl.xml`), writeUbl(content, said));
  const xml = writeCii(content, said);
  writeFileSync(join(folder, `${name}.cii.xml`), xml);
  const paper = await drawInvoice({
    ...{ content, words, termsTexts: said, xml },
    locale: 'de-DE',
    language: 'de',
    page: '{page} / {pages}',
  });
  writeFileSync(join(folder, `${name}.pdf`), paper);
}
