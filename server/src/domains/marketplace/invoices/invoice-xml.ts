/** XML helpers shared by both formats of electronic invoices. Pure. */
import { escapeMarkup } from '../../../escape-markup.ts';
import type { InvoiceContent } from './invoice.ts';

export type Part = string | false;

export const tag = (name: string, content: string | readonly Part[], attributes = ''): string =>
  `<${name}${attributes}>${typeof content === 'string' ? escapeMarkup(content) : content.filter((part) => part !== false).join('')}</${name}>`;

export const decimal = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

export const document = (root: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;

/** Returns the VAT category: `S` for a standard rate, `E` for exempt, which needs a reason (BR-E-10). */
export const categoryOf = (rate: number): 'S' | 'E' => (rate === 0 ? 'E' : 'S');
export const reasonOf = ({ seller }: Pick<InvoiceContent, 'seller'>): string => seller.exemption || 'Umsatzsteuerfreie Leistung';

/**
 * Returns the document type: an invoice (380) or a credit note (381) for a full cancellation. 384 would be a corrected invoice with other
 * amounts.
 */
export const typeOf = ({ kind }: Pick<InvoiceContent, 'kind'>): '380' | '381' => (kind === 'invoice' ? '380' : '381');

/**
 * Returns the means of payment: transfer (58), online payment service (68), or clearing (97), because a refund does not go to the seller's
 * account.
 */
export const meansOf = ({ kind, paid }: Pick<InvoiceContent, 'kind' | 'paid'>): '58' | '68' | '97' =>
  paid ? '68' : kind === 'invoice' ? '58' : '97';

/** Returns the identifier of a seller without a VAT id: one of the two is required (BR-CO-26). */
export const idOf = ({ vat_id, tax_number }: InvoiceContent['seller']): string | false => vat_id === '' && tax_number;

/** Payment terms of an invoice without a due day (BR-CO-25). */
export const BACK = 'Der Betrag wird erstattet oder verrechnet.';
