/** What both kinds of electronic invoices write with. Pure. */
import { escapeMarkup } from '../../../escape-markup.ts';
import type { InvoiceContent } from './invoice.ts';

export type Part = string | false;

export const tag = (name: string, content: string | readonly Part[], attributes = ''): string =>
  `<${name}${attributes}>${typeof content === 'string' ? escapeMarkup(content) : content.filter((part) => part !== false).join('')}</${name}>`;

export const decimal = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

export const document = (root: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;

/** Rates other than 0 are standard ones; what has none is exempt, and says why (BR-E-10). */
export const categoryOf = (rate: number): 'S' | 'E' => (rate === 0 ? 'E' : 'S');
export const reasonOf = ({ seller }: Pick<InvoiceContent, 'seller'>): string => seller.exemption || 'Umsatzsteuerfreie Leistung';

/**
 * An invoice (380), or a credit note (381) that takes all of one back: 384 would be one with other amounts in its place, and names the invoice it corrects
 * as well.
 */
export const typeOf = ({ kind }: Pick<InvoiceContent, 'kind'>): '380' | '381' => (kind === 'invoice' ? '380' : '381');

/** To be transferred (58), paid by a service on the net (68), or set off between both (97): what is taken back goes to no account of the seller. */
export const meansOf = ({ kind, paid }: Pick<InvoiceContent, 'kind' | 'paid'>): '58' | '68' | '97' =>
  paid ? '68' : kind === 'invoice' ? '58' : '97';

/** What a seller without a VAT id is known by: one of the two has to be there (BR-CO-26). */
export const idOf = ({ vat_id, tax_number }: InvoiceContent['seller']): string | false => vat_id === '' && tax_number;

/** What is said where no day is named by which the money has to be there (BR-CO-25). */
export const BACK = 'Der Betrag wird erstattet oder verrechnet.';
