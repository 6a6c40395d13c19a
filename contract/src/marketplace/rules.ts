/** What is sold, the money of it, and the rules both sides need (docs/behaviour/marketplace.md). Pure. */

export const PRODUCT_KINDS = ['media', 'app', 'book', 'package'] as const;
export const PRODUCT_STATES = ['draft', 'active', 'retired'] as const;
/** `group`: so many seats for a class or a group; `volume`: so many for each piece bought. */
export const OFFER_SCOPES = ['single', 'volume', 'group', 'school', 'district'] as const;
/** Their seats are given to people, and can be handed out by codes. */
export const hasSeatsToGive = ({ scope }: { scope: (typeof OFFER_SCOPES)[number] }): boolean =>
  scope === 'single' || scope === 'volume' || scope === 'group';
export const OFFER_RUNTIMES = ['unlimited', 'until_date', 'days', 'school_year'] as const;
export const VAT_RATES = [0, 7, 19] as const;

/** Cents, without VAT. */
export const MAX_PRICE = 10_000_000;
export const MAX_QUANTITY = 10_000;
/** Of one order, with VAT. */
export const MAX_TOTAL = 1_000_000_000;
/** What can be paid online, in cents with VAT: providers take no less and no more. */
const ONLINE = { least: 50, most: 99_999_999 };
export const isPaidOnline = (gross: number): boolean => gross >= ONLINE.least && gross <= ONLINE.most;

export const MAX_OFFERS = 12;
export const MAX_MEDIA = 60;
export const MAX_LINES = 40;
export const IMPORT_ROWS = 5_000;

export const TRIAL_DAYS = 14;
/** Trials are kept so long after their end; then the same product may be tried again. */
export const TRIAL_KEEP_DAYS = 365;
/** What nobody decided ends. */
export const TRIAL_ASKED_DAYS = 60;
export const TRIAL_STATES = ['asked', 'declined', 'running', 'ended'] as const;
export type TrialState = (typeof TRIAL_STATES)[number];

type Priced = { price: number; vat: number; quantity: number };

/** VAT of one rate, of everything that has it. */
export type VatSum = { rate: number; net: number; vat: number };
export type Totals = { net: number; vat: number; gross: number; rates: VatSum[] };

/** Half a cent is one. */
const vatOf = (net: number, rate: number): number => Math.floor((net * rate * 2 + 100) / 200);

/** VAT is counted once for each rate over all its lines, as on the invoice (docs/decisions/0052-net-prices-in-whole-cents.md). */
export function sumLines(lines: readonly Priced[]): Totals {
  const nets = new Map<number, number>();
  for (const { price, vat, quantity } of lines) nets.set(vat, (nets.get(vat) ?? 0) + price * quantity);
  const rates = [...nets].map(([rate, net]) => ({ rate, net, vat: vatOf(net, rate) })).sort((a, b) => b.rate - a.rate);
  const net = rates.reduce((sum, each) => sum + each.net, 0);
  const vat = rates.reduce((sum, each) => sum + each.vat, 0);
  return { net, vat, gross: net + vat, rates };
}

/** What one piece costs with VAT. */
export const grossOf = ({ price, vat }: Omit<Priced, 'quantity'>): number => price + vatOf(price, vat);

/** A district buys for all its schools, and schools for themselves. */
export const isSoldTo = ({ scope }: { scope: (typeof OFFER_SCOPES)[number] }, school_id: string | null): boolean =>
  (scope === 'district') === (school_id === null);

/** Of a school's or district's licence there is one piece. */
export const mostOf = ({ scope, max_quantity }: { scope: (typeof OFFER_SCOPES)[number]; max_quantity: number | null }): number =>
  scope === 'school' || scope === 'district' ? 1 : (max_quantity ?? MAX_QUANTITY);

type OnSale = { sale_from: string | null; sale_to: string | null; runtime: string; runtime_until: string | null };

/** Whether it may be bought on a day. */
export const isOnSale = ({ sale_from, sale_to, runtime, runtime_until }: OnSale, day: string): boolean =>
  (sale_from === null || sale_from <= day) &&
  (sale_to === null || sale_to >= day) &&
  (runtime !== 'until_date' || runtime_until === null || runtime_until >= day);

/** An IBAN by its check digits (ISO 13616). */
export function isIban(text: string): boolean {
  const plain = text.replace(/\s/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(plain)) return false;
  const digits = (plain.slice(4) + plain.slice(0, 4)).replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}
