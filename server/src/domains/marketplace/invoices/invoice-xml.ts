/** XML functions shared by both formats of electronic invoices. Pure. */
import { escapeMarkup } from '../../../escape-markup.ts';
import type { InvoiceContent } from './invoice.ts';

export type Part = string | false;

export const tag = (name: string, content: string | readonly Part[], attributes = ''): string =>
  `<${name}${attributes}>${typeof content === 'string' ? escapeMarkup(content) : content.filter((part) => part !== false).join('')}</${name}>`;

export const decimal = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

export const document = (root: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;

/** Returns the VAT category: `S` for a standard rate, or `E` for an exemption, which needs a reason (BR-E-10). */
export const categoryOf = (rate: number): 'S' | 'E' => (rate === 0 ? 'E' : 'S');
export const reasonOf = ({ seller }: Pick<InvoiceContent, 'seller'>): string => seller.exemption || 'Umsatzsteuerfreie Leistung';

/**
 * Returns the document type: 380 for an invoice, or 381 for a credit note, which cancels it entirely. 384 would be a corrected invoice with other
 * amounts.
 */
export const typeOf = ({ kind }: Pick<InvoiceContent, 'kind'>): '380' | '381' => (kind === 'invoice' ? '380' : '381');

/**
 * Returns the means of payment: 58 for a transfer, 68 for an online payment service, or 97 for clearing. A refund is cleared, because it does not go
 * to the account of the seller.
 */
export const meansOf = ({ kind, paid }: Pick<InvoiceContent, 'kind' | 'paid'>): '58' | '68' | '97' =>
  paid ? '68' : kind === 'invoice' ? '58' : '97';

/** Returns the tax number as the identifier of a seller without a VAT id. One of the two is required (BR-CO-26). */
export const idOf = ({ vat_id, tax_number }: InvoiceContent['seller']): string | false => vat_id === '' && tax_number;

/** Payment terms of a cancellation, which has no due date (BR-CO-25). */
export const BACK = 'Der Betrag wird erstattet oder verrechnet.';
