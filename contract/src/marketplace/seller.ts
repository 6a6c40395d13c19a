/** Those who sell. */
import { z } from 'zod';
import { line, text } from '../fields.ts';
import { isIban } from './rules.ts';

/** Who sells for a district: what stands on its invoices. */
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
  /** Why no VAT is added where the rate is 0; empty: said in general. */
  exemption: line(200).default(''),
  terms: text(10_000).default(''),
});
export type Seller = z.output<typeof Seller>;
