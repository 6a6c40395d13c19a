/**
 * Invoice as ZUGFeRD 2.3 (Factur-X 1.0), profile EN 16931. The data is embedded in the PDF in the syntax CII D16B
 * (docs/behaviour/marketplace.md#invoices). Pure.
 */
import { BACK, categoryOf, decimal, document, idOf, meansOf, reasonOf, tag, typeOf, type Part } from './invoice-xml.ts';
import type { InvoiceContent, InvoiceLine } from './invoice.ts';

/** File name of the data embedded in the PDF. */
export const CII_NAME = 'factur-x.xml';

const NAMESPACES = [
  ['rsm', 'data:standard:CrossIndustryInvoice:100'],
  ['ram', 'data:standard:ReusableAggregateBusinessInformationEntity:100'],
  ['udt', 'data:standard:UnqualifiedDataType:100'],
  ['qdt', 'data:standard:QualifiedDataType:100'],
]
  .map(([name, of]) => ` xmlns:${name}="urn:un:unece:uncefact:${of}"`)
  .join('');

const ram = (name: string, content: string | readonly Part[], attributes = ''): string => tag(`ram:${name}`, content, attributes);
const amount = (name: string, cents: number, attributes = ''): string => ram(name, decimal(cents), attributes);
const day = (name: string, iso: string, kind: 'udt' | 'qdt' = 'udt'): string =>
  ram(name, [tag(`${kind}:DateTimeString`, iso.replaceAll('-', ''), ' format="102"')]);

const address = ({ street, postcode, city }: { street: string; postcode: string; city: string }): string =>
  ram('PostalTradeAddress', [ram('PostcodeCode', postcode), ram('LineOne', street), ram('CityName', city), ram('CountryID', 'DE')]);
const mailbox = (email: string): string => ram('URIUniversalCommunication', [ram('URIID', email, ' schemeID="EM"')]);

const writeLine = (line: InvoiceLine, at: number, termsTexts: string | undefined): string =>
  ram('IncludedSupplyChainTradeLineItem', [
    ram('AssociatedDocumentLineDocument', [ram('LineID', String(at + 1))]),
    ram('SpecifiedTradeProduct', [
      ram('SellerAssignedID', line.number),
      ram('Name', line.title),
      ram('Description', [line.publisher, termsTexts].filter(Boolean).join(' · ')),
    ]),
    ram('SpecifiedLineTradeAgreement', [ram('NetPriceProductTradePrice', [amount('ChargeAmount', line.price)])]),
    ram('SpecifiedLineTradeDelivery', [ram('BilledQuantity', String(line.quantity), ' unitCode="C62"')]),
    ram('SpecifiedLineTradeSettlement', [
      ram('ApplicableTradeTax', [
        ram('TypeCode', 'VAT'),
        ram('CategoryCode', categoryOf(line.vat)),
        ram('RateApplicablePercent', String(line.vat)),
      ]),
      line.from != null && ram('BillingSpecifiedPeriod', [day('StartDateTime', line.from), line.to != null && day('EndDateTime', line.to)]),
      ram('SpecifiedTradeSettlementLineMonetarySummation', [amount('LineTotalAmount', line.price * line.quantity)]),
    ]),
  ]);

const writeSeller = ({ seller }: InvoiceContent): string => {
  const id = idOf(seller);
  return ram('SellerTradeParty', [
    id && ram('ID', id),
    ram('Name', seller.name),
    ram('DefinedTradeContact', [
      ram('PersonName', seller.contact),
      ram('TelephoneUniversalCommunication', [ram('CompleteNumber', seller.phone)]),
      ram('EmailURIUniversalCommunication', [ram('URIID', seller.email)]),
    ]),
    address(seller),
    mailbox(seller.email),
    seller.tax_number !== '' && ram('SpecifiedTaxRegistration', [ram('ID', seller.tax_number, ' schemeID="FC"')]),
    seller.vat_id !== '' && ram('SpecifiedTaxRegistration', [ram('ID', seller.vat_id, ' schemeID="VA"')]),
  ]);
};

const writeMeans = (content: InvoiceContent): string =>
  ram('SpecifiedTradeSettlementPaymentMeans', [
    ram('TypeCode', meansOf(content)),
    ...(meansOf(content) === '58'
      ? [
          ram('PayeePartyCreditorFinancialAccount', [ram('IBANID', content.seller.iban), ram('AccountName', content.seller.name)]),
          content.seller.bic !== '' && ram('PayeeSpecifiedCreditorFinancialInstitution', [ram('BICID', content.seller.bic)]),
        ]
      : []),
  ]);

/** Returns the invoice as CII XML. `termsTexts` describes the terms of each line in words. */
export function writeCii(content: InvoiceContent, termsTexts: readonly string[]): string {
  const { kind, number, cancels, cancels_on, issued_on, due_on, delivered_on, paid, order, buyer, lines, totals } = content;
  const prepaid = paid === true && kind === 'invoice';
  const settlement: Part[] = [
    ram('PaymentReference', number),
    ram('InvoiceCurrencyCode', 'EUR'),
    writeMeans(content),
    ...totals.rates.map(({ rate, net, vat }) =>
      ram('ApplicableTradeTax', [
        amount('CalculatedAmount', vat),
        ram('TypeCode', 'VAT'),
        rate === 0 && ram('ExemptionReason', reasonOf(content)),
        amount('BasisAmount', net),
        ram('CategoryCode', categoryOf(rate)),
        ram('RateApplicablePercent', String(rate)),
      ]),
    ),
    ram('SpecifiedTradePaymentTerms', [kind === 'cancellation' ? ram('Description', BACK) : day('DueDateDateTime', due_on)]),
    ram('SpecifiedTradeSettlementHeaderMonetarySummation', [
      amount('LineTotalAmount', totals.net),
      amount('TaxBasisTotalAmount', totals.net),
      amount('TaxTotalAmount', totals.vat, ' currencyID="EUR"'),
      amount('GrandTotalAmount', totals.gross),
      prepaid && amount('TotalPrepaidAmount', totals.gross),
      amount('DuePayableAmount', prepaid ? 0 : totals.gross),
    ]),
    cancels !== null &&
      ram('InvoiceReferencedDocument', [
        ram('IssuerAssignedID', cancels),
        cancels_on !== undefined && day('FormattedIssueDateTime', cancels_on, 'qdt'),
      ]),
    order.cost_centre !== '' && ram('ReceivableSpecifiedTradeAccountingAccount', [ram('ID', order.cost_centre)]),
  ];
  return document(
    tag(
      'rsm:CrossIndustryInvoice',
      [
        tag('rsm:ExchangedDocumentContext', [ram('GuidelineSpecifiedDocumentContextParameter', [ram('ID', 'urn:cen.eu:en16931:2017')])]),
        tag('rsm:ExchangedDocument', [ram('ID', number), ram('TypeCode', typeOf(content)), day('IssueDateTime', issued_on)]),
        tag('rsm:SupplyChainTradeTransaction', [
          ...lines.map((line, at) => writeLine(line, at, termsTexts[at])),
          ram('ApplicableHeaderTradeAgreement', [
            ram('BuyerReference', buyer.reference || order.number),
            writeSeller(content),
            ram('BuyerTradeParty', [ram('Name', buyer.name), address(buyer), mailbox(buyer.email)]),
            ram('BuyerOrderReferencedDocument', [ram('IssuerAssignedID', order.number)]),
          ]),
          ram('ApplicableHeaderTradeDelivery', [
            delivered_on !== undefined && ram('ActualDeliverySupplyChainEvent', [day('OccurrenceDateTime', delivered_on)]),
          ]),
          ram('ApplicableHeaderTradeSettlement', settlement),
        ]),
      ],
      NAMESPACES,
    ),
  );
}
