/** Sellers in the marketplace. */
import { z } from 'zod';
import { line, text } from '../fields.ts';
import { isIban } from './rules.ts';

/** Seller of a district, as printed on its invoices. */
export const Seller = z.object({
  prefix: line(8).regex(/^[A-Z][A-Z0-9]{0,7}$/),
  name: line(120).min(1),
  street: line(120).min(1),
  postcode: line(12).min(1),
  city: line(80).min(1),
  contact: line(80).min(1),
  email: z.email().max(254),
  phone: line(40).min(1),
  vat_id: line(30).default(''),
  tax_number: line(30).default(''),
  iban: line(42)
    .transform((iban) => iban.replace(/\s/g, '').toUpperCase())
    .refine(isIban, { message: 'format' }),
  bic: line(11).default(''),
  payment_days: z.int().min(0).max(180).default(30),
  /** Reason why no VAT is charged at a rate of 0. If empty, a general statement is used. */
  exemption: line(200).default(''),
  terms: text(10_000).default(''),
});
export type Seller = z.output<typeof Seller>;

const packed = (most: number) => line(most).transform((id) => id.replace(/\s/g, '').toUpperCase());

/** Input for a seller. The VAT ID must contain a country code, otherwise electronic invoices are rejected (BR-CO-09). */
export const NewSeller = Seller.extend({
  vat_id: packed(30)
    .refine((id) => /^(|DE\d{9}|(?!DE)[A-Z]{2}[A-Z0-9+*]{2,13})$/.test(id), { message: 'format' })
    .default(''),
  bic: packed(20)
    .refine((bic) => /^(|[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?)$/.test(bic), { message: 'format' })
    .default(''),
});
