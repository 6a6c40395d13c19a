/** What the portal needs of whoever takes payments for it (docs/decisions/0061-payment-adapter.md). One adapter stands beside it: `stripe.ts`. */

/** An order to be paid: nothing of a person goes with it. */
export type Payable = {
  id: string;
  number: string;
  /** With VAT, in euros. */
  cents: number;
  /** Where the browser comes back to. */
  paidUrl: string;
  cancelledUrl: string;
  /** Nobody pays it from then on. */
  until: Date;
};

export type PaymentEvent = {
  /** The provider's name for the call: one that comes again has the same. */
  id: string;
  order: string;
  kind: 'paid' | 'failed' | 'refunded';
  cents: number;
  /** Three letters, lower case. */
  currency: string;
  /** What the provider calls the payment; null where nothing was paid. */
  reference: string | null;
  /** The page it was paid on; null where the call does not say. */
  page: string | null;
};

export type PaymentProvider = {
  /** Opens a page on which the order is paid: the same one as often as it is asked for. Throws `RemoteError`. */
  begin(order: Payable): Promise<{ page: string; address: string }>;
  /** Shuts that page; what it is no longer open for is no error. */
  close(page: string): Promise<void>;
  /** Gives everything back that was paid, once as often as it is asked for; null where it is on its way only. */
  refund(order: string, reference: string): Promise<PaymentEvent | null>;
  /** How a page stands: what a call that got lost would have said of it; null while it is neither paid nor shut. */
  readPage(page: string): Promise<PaymentEvent | null>;
  /** … whether all that was paid on it has been given back; null while it has not. */
  readRefund(page: string, reference: string): Promise<PaymentEvent | null>;
  /** What a call says; null: nothing of ours. Throws `ForgedCall` where it was not signed by the provider a moment ago. */
  readCall(body: Buffer, signature: string, now: Date): PaymentEvent | null;
};

export class ForgedCall extends Error {
  override readonly name = 'ForgedCall';
}
