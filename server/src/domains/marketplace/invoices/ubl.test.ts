/** Electronic invoices in UBL and CII: the calculation rules of EN 16931, and escaping in XML. */
import { expect, test } from 'vitest';
import { invoiceOf } from '../../../testing/marketplace.ts';
import { writeCii } from './cii.ts';
import { writeUbl } from './ubl.ts';

const all = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(([, text]) => text!);

test('writes consistent lines, rates and totals (BR-CO-10, 14, 15, 17)', () => {
  const xml = writeUbl(invoiceOf(), []);
  const [total, ...lines] = all(xml, 'cbc:LineExtensionAmount').map(Number);
  expect([total, ...lines]).toEqual([19.98, 9.99, 9.99]);
  expect(all(xml, 'cbc:TaxableAmount')).toEqual(['9.99', '9.99']);
  expect(all(xml, 'cbc:TaxAmount'), 'the sum, then each rate').toEqual(['2.60', '1.90', '0.70']);
  expect(all(xml, 'cbc:TaxInclusiveAmount')).toEqual(['22.58']);
  expect(all(xml, 'cbc:PayableAmount')).toEqual(['22.58']);
  expect(all(xml, 'cbc:Name')).toContain('Zellen &amp; &lt;Gene&gt;');
  expect(all(xml, 'cbc:BuyerReference'), 'the order where they named none').toEqual(['MZ-B-2026-00001']);
  expect(xml).not.toContain('BillingReference');
});

test('writes a cancellation as a credit note that names the invoice', () => {
  const xml = writeUbl(invoiceOf({ kind: 'cancellation', number: 'MZ-R-2026-00002', cancels: 'MZ-R-2026-00001' }), []);
  expect(all(xml, 'cbc:CreditNoteTypeCode')).toEqual(['381']);
  expect(all(xml, 'cbc:PaymentMeansCode'), 'the account of the seller is none to pay back to').toEqual(['97']);
  expect(xml).not.toContain('PayeeFinancialAccount');
  expect(xml).toContain('<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>MZ-R-2026-00001</cbc:ID>');
});

test('writes a payable amount of zero after an online payment (BR-CO-16)', () => {
  const xml = writeUbl(invoiceOf({ paid: true }), []);
  expect([all(xml, 'cbc:PaymentMeansCode'), all(xml, 'cbc:PrepaidAmount'), all(xml, 'cbc:PayableAmount')]).toEqual([
    ['68'],
    ['22.58'],
    ['0.00'],
  ]);
  expect(xml).not.toContain('PayeeFinancialAccount');
});

test('writes the reason for a VAT exemption (BR-E-10)', () => {
  const lines = [{ number: 'P-3', title: 'Fortbildung', publisher: 'Medienzentrum', quantity: 2, price: 5_000, vat: 0 }];
  const content = invoiceOf({ lines, totals: { net: 10_000, vat: 0, gross: 10_000, rates: [{ rate: 0, net: 10_000, vat: 0 }] } });
  content.seller.exemption = 'Steuerfrei nach § 4 Nr. 21 UStG';
  const [ubl, cii] = [writeUbl(content, []), writeCii(content, [])];
  expect([all(ubl, 'cbc:TaxExemptionReason'), all(cii, 'ram:ExemptionReason')]).toEqual([
    [content.seller.exemption],
    [content.seller.exemption],
  ]);
  expect(all(cii, 'ram:CategoryCode')).toEqual(['E', 'E']);
  expect([all(ubl, 'cbc:PayableAmount'), all(cii, 'ram:DuePayableAmount')]).toEqual([['100.00'], ['100.00']]);
});

test('identifies a seller without a VAT id by the tax number (BR-CO-26)', () => {
  const content = invoiceOf();
  expect(writeUbl(content, []) + writeCii(content, [])).not.toMatch(/PartyIdentification|SellerTradeParty><ram:ID/);
  content.seller = { ...content.seller, vat_id: '', tax_number: '21/815/08150' };
  expect(writeUbl(content, [])).toContain(
    '<cac:PartyIdentification><cbc:ID>21/815/08150</cbc:ID></cac:PartyIdentification><cac:PartyName>',
  );
  expect(writeCii(content, [])).toContain('<ram:SellerTradeParty><ram:ID>21/815/08150</ram:ID><ram:Name>');
});
