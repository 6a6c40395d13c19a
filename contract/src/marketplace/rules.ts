/** Rules for offers and amounts, shared by client and server (docs/behaviour/marketplace.md). */

export const PRODUCT_KINDS = ['media', 'app', 'book', 'package'] as const;
export const PRODUCT_STATES = ['draft', 'active', 'retired'] as const;
/** Scopes of an offer. `group` has a number of seats for a class or group, and `volume` a number of seats per unit. */
export const OFFER_SCOPES = ['single', 'volume', 'group', 'school', 'district'] as const;
/** Returns whether an offer has seats that are assigned to people or redeemed with codes. */
export const hasPersonalSeats = ({ scope }: { scope: (typeof OFFER_SCOPES)[number] }): boolean =>
  scope === 'single' || scope === 'volume' || scope === 'group';
export const OFFER_RUNTIMES = ['unlimited', 'until_date', 'days', 'school_year'] as const;
export const VAT_RATES = [0, 7, 19] as const;

/** Maximum price excluding VAT, in cents. */
export const MAX_PRICE = 10_000_000;
export const MAX_QUANTITY = 10_000;
/** Maximum total of an order including VAT, in cents. */
export const MAX_TOTAL = 1_000_000_000;
/** Minimum and maximum amount of an online payment in cents including VAT, as required by payment providers. */
const ONLINE = { least: 50, most: 99_999_999 };
export const isPaidOnline = (gross: number): boolean => gross >= ONLINE.least && gross <= ONLINE.most;

export const MAX_OFFERS = 12;
export const MAX_MEDIA = 60;
export const MAX_LINES = 40;
export const IMPORT_ROWS = 5_000;

export const TRIAL_DAYS = 14;
/** Number of days for which a trial is stored after its end. Afterwards the product can be tried again. */
export const TRIAL_KEEP_DAYS = 365;
/** Number of days after which an undecided trial request expires. */
export const TRIAL_ASKED_DAYS = 60;
export const TRIAL_STATES = ['asked', 'declined', 'running', 'ended'] as const;
export type TrialState = (typeof TRIAL_STATES)[number];

type Priced = { price: number; vat: number; quantity: number };

/** Net amount and VAT in cents of all lines with the same VAT rate. */
export type VatSum = { rate: number; net: number; vat: number };
export type Totals = { net: number; vat: number; gross: number; rates: VatSum[] };

/** Returns the VAT in cents, rounded half up. */
const vatOf = (net: number, rate: number): number => Math.floor((net * rate * 2 + 100) / 200);

/** Returns the totals of all lines. VAT is computed once per rate, as on the invoice (docs/decisions/0052-net-prices-in-whole-cents.md). */
export function sumLines(lines: readonly Priced[]): Totals {
  const nets = new Map<number, number>();
  for (const { price, vat, quantity } of lines) nets.set(vat, (nets.get(vat) ?? 0) + price * quantity);
  const rates = [...nets].map(([rate, net]) => ({ rate, net, vat: vatOf(net, rate) })).sort((a, b) => b.rate - a.rate);
  const net = rates.reduce((sum, each) => sum + each.net, 0);
  const vat = rates.reduce((sum, each) => sum + each.vat, 0);
  return { net, vat, gross: net + vat, rates };
}

/** Returns the price of one unit including VAT. */
export const grossOf = ({ price, vat }: Omit<Priced, 'quantity'>): number => price + vatOf(price, vat);

/** Returns whether the offer is for this kind of buyer. Offers with the scope `district` are for districts, all others for schools. */
export const isSoldTo = ({ scope }: { scope: (typeof OFFER_SCOPES)[number] }, school_id: string | null): boolean =>
  (scope === 'district') === (school_id === null);

/** Returns the maximum quantity of an offer, which is 1 for licences of a school or district. */
export const maxQuantityOf = ({ scope, max_quantity }: { scope: (typeof OFFER_SCOPES)[number]; max_quantity: number | null }): number =>
  scope === 'school' || scope === 'district' ? 1 : (max_quantity ?? MAX_QUANTITY);

type OnSale = { sale_from: string | null; sale_to: string | null; runtime: string; runtime_until: string | null };

/** Returns whether an offer is on sale on a day. */
export const isOnSale = ({ sale_from, sale_to, runtime, runtime_until }: OnSale, day: string): boolean =>
  (sale_from === null || sale_from <= day) &&
  (sale_to === null || sale_to >= day) &&
  (runtime !== 'until_date' || runtime_until === null || runtime_until >= day);

/** Returns whether a text is an IBAN with valid check digits (ISO 13616). */
export function isIban(text: string): boolean {
  const plain = text.replace(/\s/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(plain)) return false;
  const digits = (plain.slice(4) + plain.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}
