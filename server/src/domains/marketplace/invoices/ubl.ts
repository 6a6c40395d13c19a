/** Invoice as XRechnung 3.0, which is EN 16931 in UBL 2.1 (docs/behaviour/marketplace.md#invoices). Pure. */
import type { InvoiceContent } from './invoice.ts';
import { BACK, categoryOf, decimal, document, idOf, meansOf, reasonOf, tag, typeOf, type Part } from './invoice-xml.ts';

const amount = (name: string, cents: number): string => tag(name, decimal(cents), ' currencyID="EUR"');

const category = (name: 'cac:TaxCategory' | 'cac:ClassifiedTaxCategory', rate: number, reason: string): string =>
  tag(name, [
    tag('cbc:ID', categoryOf(rate)),
    tag('cbc:Percent', String(rate)),
    rate === 0 && name === 'cac:TaxCategory' && tag('cbc:TaxExemptionReason', reason),
    tag('cac:TaxScheme', [tag('cbc:ID', 'VAT')]),
  ]);

const address = ({ street, postcode, city }: { street: string; postcode: string; city: string }): string =>
  tag('cac:PostalAddress', [
    tag('cbc:StreetName', street),
    tag('cbc:CityName', city),
    tag('cbc:PostalZone', postcode),
    tag('cac:Country', [tag('cbc:IdentificationCode', 'DE')]),
  ]);

const NAMESPACES =
  ' xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"' +
  ' xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"';

/** Returns the invoice as UBL XML. `termsTexts` describes the terms of each line in words. */
export function writeUbl(content: InvoiceContent, termsTexts: readonly string[]): string {
  const { kind, paid, number, cancels, cancels_on, issued_on, due_on, delivered_on, order, seller, buyer, lines, totals } = content;
  const root = kind === 'invoice' ? 'Invoice' : 'CreditNote';
  const quantity = kind === 'invoice' ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity';
  // In a cancellation, an online payment is refunded and not prepaid.
  const prepaid = paid === true && kind === 'invoice';
  const id = idOf(seller);
  const scheme = (id: string) => tag('cac:TaxScheme', [tag('cbc:ID', id)]);
  const body: Part[] = [
    tag('cbc:CustomizationID', 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'),
    tag('cbc:ProfileID', 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'),
    tag('cbc:ID', number),
    tag('cbc:IssueDate', issued_on),
    kind === 'invoice' && tag('cbc:DueDate', due_on),
    tag(kind === 'invoice' ? 'cbc:InvoiceTypeCode' : 'cbc:CreditNoteTypeCode', typeOf(content)),
    tag('cbc:DocumentCurrencyCode', 'EUR'),
    order.cost_centre !== '' && tag('cbc:AccountingCost', order.cost_centre),
    // XRechnung requires a buyer reference. Without one, the order number is used.
    tag('cbc:BuyerReference', buyer.reference || order.number),
    tag('cac:OrderReference', [tag('cbc:ID', order.number)]),
    cancels !== null &&
      tag('cac:BillingReference', [
        tag('cac:InvoiceDocumentReference', [tag('cbc:ID', cancels), cancels_on !== undefined && tag('cbc:IssueDate', cancels_on)]),
      ]),
    tag('cac:AccountingSupplierParty', [
      tag('cac:Party', [
        tag('cbc:EndpointID', seller.email, ' schemeID="EM"'),
        id && tag('cac:PartyIdentification', [tag('cbc:ID', id)]),
        tag('cac:PartyName', [tag('cbc:Name', seller.name)]),
        address(seller),
        seller.vat_id !== '' && tag('cac:PartyTaxScheme', [tag('cbc:CompanyID', seller.vat_id), scheme('VAT')]),
        seller.tax_number !== '' && tag('cac:PartyTaxScheme', [tag('cbc:CompanyID', seller.tax_number), scheme('FC')]),
        tag('cac:PartyLegalEntity', [tag('cbc:RegistrationName', seller.name)]),
        tag('cac:Contact', [tag('cbc:Name', seller.contact), tag('cbc:Telephone', seller.phone), tag('cbc:ElectronicMail', seller.email)]),
      ]),
    ]),
    tag('cac:AccountingCustomerParty', [
      tag('cac:Party', [
        tag('cbc:EndpointID', buyer.email, ' schemeID="EM"'),
        address(buyer),
        tag('cac:PartyLegalEntity', [tag('cbc:RegistrationName', buyer.name)]),
      ]),
    ]),
    delivered_on !== undefined && tag('cac:Delivery', [tag('cbc:ActualDeliveryDate', delivered_on)]),
    tag('cac:PaymentMeans', [
      tag('cbc:PaymentMeansCode', meansOf(content)),
      tag('cbc:PaymentID', number),
      meansOf(content) === '58' &&
        tag('cac:PayeeFinancialAccount', [
          tag('cbc:ID', seller.iban),
          tag('cbc:Name', seller.name),
          seller.bic !== '' && tag('cac:FinancialInstitutionBranch', [tag('cbc:ID', seller.bic)]),
        ]),
    ]),
    kind === 'cancellation' && tag('cac:PaymentTerms', [tag('cbc:Note', BACK)]),
    tag('cac:TaxTotal', [
      amount('cbc:TaxAmount', totals.vat),
      ...totals.rates.map(({ rate, net, vat }) =>
        tag('cac:TaxSubtotal', [
          amount('cbc:TaxableAmount', net),
          amount('cbc:TaxAmount', vat),
          category('cac:TaxCategory', rate, reasonOf(content)),
        ]),
      ),
    ]),
    tag('cac:LegalMonetaryTotal', [
      amount('cbc:LineExtensionAmount', totals.net),
      amount('cbc:TaxExclusiveAmount', totals.net),
      amount('cbc:TaxInclusiveAmount', totals.gross),
      prepaid && amount('cbc:PrepaidAmount', totals.gross),
      amount('cbc:PayableAmount', prepaid ? 0 : totals.gross),
    ]),
    ...lines.map((line, i) =>
      tag(kind === 'invoice' ? 'cac:InvoiceLine' : 'cac:CreditNoteLine', [
        tag('cbc:ID', String(i + 1)),
        tag(quantity, String(line.quantity), ' unitCode="C62"'),
        amount('cbc:LineExtensionAmount', line.price * line.quantity),
        line.from != null && tag('cac:InvoicePeriod', [tag('cbc:StartDate', line.from), line.to != null && tag('cbc:EndDate', line.to)]),
        tag('cac:Item', [
          tag('cbc:Description', [line.publisher, termsTexts[i]].filter(Boolean).join(' · ')),
          tag('cbc:Name', line.title),
          tag('cac:SellersItemIdentification', [tag('cbc:ID', line.number)]),
          category('cac:ClassifiedTaxCategory', line.vat, ''),
        ]),
        tag('cac:Price', [amount('cbc:PriceAmount', line.price)]),
      ]),
    ),
  ];
  const namespace = ` xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2"${NAMESPACES}`;
  return document(tag(root, body, namespace));
}
