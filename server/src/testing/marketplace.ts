/** Marketplace test data: a seller, a purchase and an invoice. */
import { sumLines } from '@fundus/contract/marketplace/rules';
import type { NewOffer, NewProduct } from '@fundus/contract/marketplace/marketplace';
import type { InvoiceContent } from '../domains/marketplace/invoices/invoice.ts';

export const SELLER = {
  ...{ prefix: 'MZ', name: 'Medienzentrum Musterkreis', street: 'Marktplatz 4', postcode: '12345', city: 'Musterstadt' },
  ...{ contact: 'Verkauf', email: 'verkauf@mz.example', phone: '+49 30 123456', vat_id: 'DE123456789', tax_number: '' },
  ...{
    iban: 'DE89370400440532013000',
    bic: 'COBADEFFXXX',
    payment_days: 30,
    exemption: '',
    terms: 'Lizenzen gelten für die Schule, die sie kauft.',
  },
};

export const offerOf = (about: Partial<NewOffer> = {}): NewOffer => ({
  ...{ scope: 'school', seats: 0, runtime: 'unlimited', runtime_days: null, runtime_until: null, audience: 'all' },
  ...{ price: 1_000, vat: 7, sale_from: null, sale_to: null, min_quantity: 1, max_quantity: null },
  ...about,
});

export const productOf = (about: Partial<NewProduct> = {}): NewProduct => ({
  ...{ number: 'P-1', kind: 'package', state: 'active', title: 'Biologie für die Mittelstufe', publisher: 'Lindenblatt', about: '' },
  ...{
    description: '',
    sample: '',
    requirements: '',
    data_note: '',
    subjects: ['080'],
    grade_from: 7,
    grade_to: 9,
    trial: false,
    trial_at_once: false,
  },
  ...{ media: ['m-2'], offers: [offerOf()] },
  ...about,
});

/** Request body of a purchase. */
export const BUYING = {
  ...{ gross: 1_070, cost_centre: '', terms_version: 1, over_budget: false, pays: 'invoice' as const, codes: false },
  invoice_to: {
    name: 'Schule A',
    street: 'Schulweg 1',
    postcode: '12345',
    city: 'Musterstadt',
    email: 'rechnung@a.example',
    reference: '',
  },
};

/** Returns an invoice with two tax rates and with characters that must be escaped in XML. */
export const invoiceOf = (about: Partial<InvoiceContent> = {}): InvoiceContent => {
  const { prefix: _, terms: __, ...seller } = SELLER;
  const lines = [
    {
      number: 'P-1',
      title: 'Zellen & <Gene>',
      publisher: 'Lindenblatt',
      quantity: 3,
      price: 333,
      vat: 7,
      from: '2026-05-15',
      to: '2027-07-31',
    },
    { number: 'P-2', title: 'App', publisher: 'Bitgarten', quantity: 1, price: 999, vat: 19, from: '2026-05-15', to: null },
  ];
  return {
    ...{ kind: 'invoice', number: 'MZ-R-2026-00001', cancels: null, issued_on: '2026-05-15', due_on: '2026-06-14' },
    delivered_on: '2026-05-15',
    order: { number: 'MZ-B-2026-00001', on: '2026-05-14', cost_centre: '' },
    ...{ seller, buyer: BUYING.invoice_to, lines, totals: sumLines(lines) },
    ...about,
  };
};
