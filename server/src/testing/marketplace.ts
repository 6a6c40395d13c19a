/** What tests sell. */
import type { NewOffer, NewProduct } from '@fundus/contract/marketplace/marketplace';

export const SELLER = {
  ...{ prefix: 'MZ', name: 'Medienzentrum Musterkreis', street: 'Marktplatz 4', postcode: '12345', city: 'Musterstadt' },
  ...{ contact: 'Verkauf', email: 'verkauf@mz.example', phone: '+49 30 123456', vat_id: 'DE123456789', tax_number: '' },
  ...{ iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', payment_days: 30, terms: 'Lizenzen gelten für die Schule, die sie kauft.' },
};

export const offerOf = (about: Partial<NewOffer> = {}): NewOffer => ({
  ...{ scope: 'school', seats: 0, runtime: 'unlimited', runtime_days: null, runtime_until: null, audience: 'all' },
  ...{ price: 1_000, vat: 7, sale_from: null, sale_to: null, min_quantity: 1, max_quantity: null },
  ...about,
});

export const productOf = (about: Partial<NewProduct> = {}): NewProduct => ({
  ...{ number: 'P-1', kind: 'package', state: 'active', title: 'Biologie für die Mittelstufe', publisher: 'Lindenblatt', about: '' },
  ...{ description: '', sample: '', requirements: '', data_note: '', subjects: ['080'], grade_from: 7, grade_to: 9, trial: false },
  ...{ media: ['m-2'], offers: [offerOf()] },
  ...about,
});
