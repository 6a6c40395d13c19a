/** Converts the metadata of a SAML 2.0 identity provider into an entry of `SAML_CONFIG` (docs/operate/sign-on.md#saml-20). */
import { childrenOf, elementsAt, findElement, textAt } from '@fundus/importer/xml/elements';
import { readXml, type XmlElement } from '@fundus/importer/xml/read-xml';
import { OperatorError } from '../operator-error.ts';
import { fingerprintOf } from './certificates.ts';

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

export type ReadMetadata = {
  entry: { issuer: string; sso_url: string; slo_url?: string; certificates: string[] };
  name: string;
  /** Date on which the metadata expire. */
  validUntil: string | undefined;
  /** SHA-256 fingerprints of the certificates in the metadata. */
  fingerprints: string[];
};

/** Error for metadata that contain several providers if none was specified. */
export class UnnamedEntity extends OperatorError {}

/**
 * Reads the provider `entity` from the metadata of a federation, or the only provider. Throws an `OperatorError` that lists missing elements, or
 * `UnnamedEntity` if there are several providers.
 */
export function readMetadata(xml: string, now: Date, entity?: string): ReadMetadata {
  const root = readXml(xml);
  const all = entitiesOf(root).filter((each) => findElement(each, 'IDPSSODescriptor'));
  const names = all.map(({ attributes }) => attributes.entityID ?? '');
  const chosen = entity === undefined && all.length === 1 ? all[0] : all.find(({ attributes }) => attributes.entityID === entity);
  if (!chosen) {
    if (all.length === 0) throw new OperatorError('no identity provider (IDPSSODescriptor)');
    throw new UnnamedEntity(`name one of ${all.length} by --entity:\n${names.slice(0, 50).join('\n')}`);
  }
  const validUntil = chosen.attributes.validUntil ?? root.attributes.validUntil;
  if (validUntil !== undefined && !(Date.parse(validUntil) > now.getTime()))
    throw new OperatorError(`not valid: validUntil is ${validUntil}`);
  const [idp] = childrenOf(chosen, 'IDPSSODescriptor');
  const sso_url = addressOf(idp!, 'SingleSignOnService');
  if (sso_url === undefined) throw new OperatorError('no SingleSignOnService with the binding HTTP-Redirect');
  const slo_url = addressOf(idp!, 'SingleLogoutService');
  const certificates = childrenOf(idp!, 'KeyDescriptor')
    .filter(({ attributes }) => attributes.use !== 'encryption')
    .flatMap((key) => elementsAt(key, 'KeyInfo', 'X509Data', 'X509Certificate'))
    .map((each) => textAt(each).replace(/\s/g, ''));
  if (certificates.length === 0) throw new OperatorError('no certificate for signing (KeyDescriptor)');
  return {
    entry: {
      issuer: chosen.attributes.entityID ?? '',
      sso_url,
      ...(slo_url !== undefined && { slo_url }),
      certificates: [...new Set(certificates)],
    },
    name: textAt(idp!, 'Extensions', 'UIInfo', 'DisplayName') || textAt(chosen, 'Organization', 'OrganizationDisplayName'),
    validUntil,
    fingerprints: [...new Set(certificates)].map(fingerprintOf),
  };
}

/** Returns all entities of a document, including those in nested groups. */
const entitiesOf = (element: XmlElement): XmlElement[] =>
  element.name === 'EntityDescriptor'
    ? [element]
    : childrenOf(element)
        .filter(({ name }) => /^Entit/.test(name))
        .flatMap(entitiesOf);

const addressOf = (idp: XmlElement, name: string): string | undefined =>
  childrenOf(idp, name).find(({ attributes }) => attributes.Binding === REDIRECT)?.attributes.Location;
