/** Interface of payment providers, implemented by `stripe.ts` (docs/decisions/0061-payment-adapter.md). */

/** An order to be paid, without personal data. */
export type Payable = {
  id: string;
  number: string;
  /** Amount in euro cents, including VAT. */
  cents: number;
  /** URL to which the user returns after the payment. */
  paidUrl: string;
  cancelledUrl: string;
  /** Time at which the payment page expires. */
  until: Date;
};

export type PaymentEvent = {
  /** Event id of the provider. Repeated webhooks have the same id. */
  id: string;
  order: string;
  kind: 'paid' | 'failed' | 'refunded';
  cents: number;
  /** ISO 4217 code in lower case. */
  currency: string;
  /** Payment id of the provider, or `null` if nothing was paid. */
  reference: string | null;
  /** Id of the payment page, or `null` if the webhook does not contain it. */
  page: string | null;
};

export type PaymentProvider = {
  /** Creates a payment page. Idempotent. Throws `RemoteError`. */
  begin(order: Payable): Promise<{ page: string; address: string }>;
  /** Closes a payment page. Does nothing if the page is paid or closed. */
  close(page: string): Promise<void>;
  /** Refunds a payment completely. Idempotent. Returns `null` while the refund is pending. */
  refund(order: string, reference: string): Promise<PaymentEvent | null>;
  /** Returns the event that a webhook of the payment page would have reported, or `null` if the page is neither paid nor closed. */
  readPage(page: string): Promise<PaymentEvent | null>;
  /** Returns the event of a complete refund, or `null` if the refund is not complete yet. */
  readRefund(page: string, reference: string): Promise<PaymentEvent | null>;
  /**
   * Verifies a webhook and returns its event, or `null` if it does not concern an order. Throws `ForgedCall` if the signature or its time is invalid.
   */
  readCall(body: Buffer, signature: string, now: Date): PaymentEvent | null;
};

export class ForgedCall extends Error {
  override readonly name = 'ForgedCall';
}
