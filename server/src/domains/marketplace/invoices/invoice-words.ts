export const INVOICE_WORDS = [
  ...(['title.invoice', 'title.cancellation', 'number', 'date', 'due', 'order', 'costCentre', 'reference', 'cancels', 'to'] as const),
  ...([
    'column.title',
    'column.quantity',
    'column.price',
    'column.sum',
    'net',
    'vat',
    'total',
    'pay',
    'paid',
    'back',
    'vatId',
    'delivered',
    'exempt',
    'taxNumber',
  ] as const),
] as const;

export type InvoiceWords = Record<(typeof INVOICE_WORDS)[number], string>;
