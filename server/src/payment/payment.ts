/** Interface of payment providers (docs/decisions/0061-payment-adapter.md), implemented by `stripe.ts`. */

/** An order to be paid; contains no personal data. */
export type Payable = {
  id: string;
  number: string;
  /** Amount in euro cents, with VAT. */
  cents: number;
  /** Return URL after payment. */
  paidUrl: string;
  cancelledUrl: string;
  /** Expiry of the payment page. */
  until: Date;
};

export type PaymentEvent = {
  /** Event id of the provider, equal for repeated webhooks. */
  id: string;
  order: string;
  kind: 'paid' | 'failed' | 'refunded';
  cents: number;
  /** ISO 4217 code in lower case. */
  currency: string;
  /** Payment id of the provider; `null` if nothing was paid. */
  reference: string | null;
  /** Payment page; `null` if the webhook does not name it. */
  page: string | null;
};

export type PaymentProvider = {
  /** Opens a payment page, idempotently. Throws `RemoteError`. */
  begin(order: Payable): Promise<{ page: string; address: string }>;
  /** Closes a payment page; ignores one that is paid or closed. */
  close(page: string): Promise<void>;
  /** Refunds a payment completely, idempotently. Returns `null` while the refund is pending. */
  refund(order: string, reference: string): Promise<PaymentEvent | null>;
  /** Returns the event that the webhook of a payment page would have reported; `null` while the page is neither paid nor closed. */
  readPage(page: string): Promise<PaymentEvent | null>;
  /** Returns the event of a complete refund; `null` if there is none yet. */
  readRefund(page: string, reference: string): Promise<PaymentEvent | null>;
  /**
   * Verifies a webhook and returns its event; `null` if it does not concern an order. Throws `ForgedCall` if the signature or its time is
   * invalid.
   */
  readCall(body: Buffer, signature: string, now: Date): PaymentEvent | null;
};

export class ForgedCall extends Error {
  override readonly name = 'ForgedCall';
}
