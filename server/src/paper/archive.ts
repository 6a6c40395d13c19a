/** Archivable PDFs (PDF/A-3, ISO 19005-3) with embedded data, which are hybrid invoices (ZUGFeRD, Factur-X). Runs in child processes. */

/** Returns the XMP extension schema. Without it, validators reject the Factur-X properties. */
const schema = (
  name: string,
  uri: string,
  prefix: string,
  properties: readonly (readonly [string, string, string])[],
): string => `<rdf:li rdf:parseType="Resource">
  <pdfaSchema:schema>${name}</pdfaSchema:schema><pdfaSchema:namespaceURI>${uri}</pdfaSchema:namespaceURI><pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>
  <pdfaSchema:property><rdf:Seq>${properties
    .map(
      ([property, type, about]) => `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${property}</pdfaProperty:name>
    <pdfaProperty:valueType>${type}</pdfaProperty:valueType><pdfaProperty:category>${type === 'Integer' ? 'internal' : 'external'}</pdfaProperty:category>
    <pdfaProperty:description>${about}</pdfaProperty:description></rdf:li>`,
    )
    .join('')}</rdf:Seq></pdfaSchema:property></rdf:li>`;

const FACTUR_X = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';
const UA = 'http://www.aiim.org/pdfua/ns/id/';

const metadata = (name: string): string => `
<rdf:Description rdf:about="" xmlns:pdfuaid="${UA}"><pdfuaid:part>1</pdfuaid:part></rdf:Description>
<rdf:Description rdf:about="" xmlns:fx="${FACTUR_X}">
  <fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>${name}</fx:DocumentFileName>
  <fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
  xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas><rdf:Bag>
  ${schema('PDF/UA', UA, 'pdfuaid', [['part', 'Integer', 'Part of ISO 14289']])}
  ${schema('Factur-X', FACTUR_X, 'fx', [
    ['DocumentFileName', 'Text', 'Name of the embedded XML file'],
    ['DocumentType', 'Text', 'INVOICE'],
    ['Version', 'Text', 'Version of the data'],
    ['ConformanceLevel', 'Text', 'Profile of the data'],
  ])}
  </rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`;

export type Embedded = { name: string; xml: string };

/** Embeds an invoice as an XML attachment. */
export function embedData(doc: PDFKit.PDFDocument, { name, xml }: Embedded): void {
  const now = new Date();
  doc.file(Buffer.from(xml), {
    ...{ name, type: 'text/xml', description: 'EN 16931', creationDate: now, modifiedDate: now },
    // The types of the library lack this option.
    ...({ relationship: 'Alternative' } as object),
  });
  doc.appendXML(metadata(name));
}
