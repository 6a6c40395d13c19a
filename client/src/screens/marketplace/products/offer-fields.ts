/** Converts an offer to form values and back. */
import { parseAmount, formatAmount } from '@fundus/contract/cents';
import type { NewOffer, Offer } from '@fundus/contract/marketplace/marketplace';

/** Form values of an offer. `key` identifies its row in the form and is not sent. */
export type OfferValues = {
  key: string;
  id: string | undefined;
  scope: NewOffer['scope'];
  seats: string;
  runtime: NewOffer['runtime'];
  runtime_days: string;
  runtime_until: string;
  audience: NewOffer['audience'];
  price: string;
  vat: '0' | '7' | '19';
  min_quantity: string;
  max_quantity: string;
  sale_from: string;
  sale_to: string;
};

export const offerFieldsOf = (offer: Offer | null, locale: string): OfferValues => ({
  key: offer?.id ?? crypto.randomUUID(),
  id: offer?.id,
  scope: offer?.scope ?? 'school',
  seats: String(offer?.seats ?? 0),
  runtime: offer?.runtime ?? 'school_year',
  runtime_days: String(offer?.runtime_days ?? ''),
  runtime_until: offer?.runtime_until ?? '',
  audience: offer?.audience ?? 'all',
  price: formatAmount(offer?.price ?? null, locale),
  vat: String(offer?.vat ?? 7) as OfferValues['vat'],
  min_quantity: String(offer?.min_quantity ?? 1),
  max_quantity: String(offer?.max_quantity ?? ''),
  sale_from: offer?.sale_from ?? '',
  sale_to: offer?.sale_to ?? '',
});

const numberOrNull = (words: string): number | null => (words.trim() === '' ? null : Number(words));

/** Returns the offer to send. Invalid numbers are sent unchanged, so that the server reports them for this offer. */
export const readOffer = ({ key: _, ...offer }: OfferValues): NewOffer => ({
  ...offer,
  seats: Number(offer.seats),
  runtime_days: offer.runtime === 'days' ? numberOrNull(offer.runtime_days) : null,
  runtime_until: offer.runtime === 'until_date' ? offer.runtime_until || null : null,
  price: parseAmount(offer.price) ?? -1,
  vat: Number(offer.vat) as NewOffer['vat'],
  min_quantity: Number(offer.min_quantity),
  max_quantity: numberOrNull(offer.max_quantity),
  sale_from: offer.sale_from || null,
  sale_to: offer.sale_to || null,
});
