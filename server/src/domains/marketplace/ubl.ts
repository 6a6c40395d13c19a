/** An invoice as XRechnung 3.0: EN 16931 in UBL 2.1 (docs/behaviour/marketplace.md#invoices). Pure. */
import type { InvoiceContent } from './invoice.ts';
import { escapeMarkup } from '../../escape-markup.ts';

type Part = string | false;
const tag = (name: string, content: string | readonly Part[], attributes = ''): string =>
  `<${name}${attributes}>${typeof content === 'string' ? escapeMarkup(content) : content.filter((part) => part !== false).join('')}</${name}>`;

const amount = (name: string, cents: number): string =>
  tag(name, `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`, ' currencyID="EUR"');

/** Rates other than 0 are standard ones; at 0 a public body sells without VAT, and says why. */
const category = (name: 'cac:TaxCategory' | 'cac:ClassifiedTaxCategory', rate: number): string =>
  tag(name, [
    tag('cbc:ID', rate === 0 ? 'E' : 'S'),
    tag('cbc:Percent', String(rate)),
    rate === 0 && name === 'cac:TaxCategory' && tag('cbc:TaxExemptionReason', 'Steuerfrei'),
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

export function writeUbl({ kind, paid, number, cancels, issued_on, due_on, order, seller, buyer, lines, totals }: InvoiceContent): string {
  const root = kind === 'invoice' ? 'Invoice' : 'CreditNote';
  const quantity = kind === 'invoice' ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity';
  const scheme = (id: string) => tag('cac:TaxScheme', [tag('cbc:ID', id)]);
  const body: Part[] = [
    tag('cbc:CustomizationID', 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'),
    tag('cbc:ProfileID', 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'),
    tag('cbc:ID', number),
    tag('cbc:IssueDate', issued_on),
    kind === 'invoice' && tag('cbc:DueDate', due_on),
    tag(kind === 'invoice' ? 'cbc:InvoiceTypeCode' : 'cbc:CreditNoteTypeCode', kind === 'invoice' ? '380' : '381'),
    tag('cbc:DocumentCurrencyCode', 'EUR'),
    order.cost_centre !== '' && tag('cbc:AccountingCost', order.cost_centre),
    // XRechnung wants one of every buyer; where they named none it is the number of the order.
    tag('cbc:BuyerReference', buyer.reference || order.number),
    tag('cac:OrderReference', [tag('cbc:ID', order.number)]),
    cancels !== null && tag('cac:BillingReference', [tag('cac:InvoiceDocumentReference', [tag('cbc:ID', cancels)])]),
    tag('cac:AccountingSupplierParty', [
      tag('cac:Party', [
        tag('cbc:EndpointID', seller.email, ' schemeID="EM"'),
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
    tag('cac:PaymentMeans', [
      // Paid by a service on the net (68), or to be transferred (58).
      tag('cbc:PaymentMeansCode', paid ? '68' : '58'),
      tag('cbc:PaymentID', number),
      !paid &&
        tag('cac:PayeeFinancialAccount', [
          tag('cbc:ID', seller.iban),
          tag('cbc:Name', seller.name),
          seller.bic !== '' && tag('cac:FinancialInstitutionBranch', [tag('cbc:ID', seller.bic)]),
        ]),
    ]),
    tag('cac:TaxTotal', [
      amount('cbc:TaxAmount', totals.vat),
      ...totals.rates.map(({ rate, net, vat }) =>
        tag('cac:TaxSubtotal', [amount('cbc:TaxableAmount', net), amount('cbc:TaxAmount', vat), category('cac:TaxCategory', rate)]),
      ),
    ]),
    tag('cac:LegalMonetaryTotal', [
      amount('cbc:LineExtensionAmount', totals.net),
      amount('cbc:TaxExclusiveAmount', totals.net),
      amount('cbc:TaxInclusiveAmount', totals.gross),
      paid === true && amount('cbc:PrepaidAmount', totals.gross),
      amount('cbc:PayableAmount', paid ? 0 : totals.gross),
    ]),
    ...lines.map((line, i) =>
      tag(kind === 'invoice' ? 'cac:InvoiceLine' : 'cac:CreditNoteLine', [
        tag('cbc:ID', String(i + 1)),
        tag(quantity, String(line.quantity), ' unitCode="C62"'),
        amount('cbc:LineExtensionAmount', line.price * line.quantity),
        tag('cac:Item', [
          tag('cbc:Description', line.publisher),
          tag('cbc:Name', line.title),
          tag('cac:SellersItemIdentification', [tag('cbc:ID', line.number)]),
          category('cac:ClassifiedTaxCategory', line.vat),
        ]),
        tag('cac:Price', [amount('cbc:PriceAmount', line.price)]),
      ]),
    ),
  ];
  const namespace = ` xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2"${NAMESPACES}`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${tag(root, body, namespace)}\n`;
}
